import { secondText } from '../../../core/time/formatInstant.ts';
import type { ReactNode } from 'react';
import { FIRST_REQUESTS, MORE_REQUESTS } from '../../../core/keyspace/probe/probe.ts';
import type { ProbeGroup } from '../../../core/keyspace/probe/probeTypes.ts';
import type { Session } from '../../../state/connection/session.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { wholeGrid } from '../../../core/keyspace/map/cellGrid.ts';
import { formatCount } from '../../../ui/format.ts';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { useEscape } from '../../shared/selection/useEscape.ts';
import css from '../map/keyspace.module.css';
import probeCss from './probe.module.css';
import { CellsPane } from '../map/CellsPane.tsx';
import { ConnectChoices, useTableField } from '../sources/ConnectChoices.tsx';
import { ProbeGaps } from './ProbeGaps.tsx';
import { addressOfForm, formOfCells } from '../../shared/map/cellQuery.ts';
import type { MapData } from '../../shared/map/mapData.ts';
import { hasMore, type Probed, probeWords, reachWords, readWords, unaskedWords } from './probeWords.ts';
import { useProbeMap } from './useProbeMap.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { WORDS_BOUNDS } from '../../../ui/text/textParts.ts';
import { capital } from '../../../core/words.ts';

/** Maps a table by skipping from prefix to prefix and sampling: a few requests, whatever its size. */
export function ProbeSource(): ReactNode {
  const { connection, keyspaceProbe } = useServices();
  const probe = useStore(keyspaceProbe);
  const data = useProbeMap(probe);
  const session = useSession();
  if (probe.kind === 'none')
    return (
      <EmptyState
        title="Map a table without downloading it"
        actions={session === undefined && <ConnectChoices connectDemo={connection.connectDemo} />}
      >
        {session === undefined && 'Connect first: the probe shows where keys are, and when. '}
        At most {formatCount(FIRST_REQUESTS)} requests, unless you allow more. Dotted cells are estimates,
        each with its error; hatched cells were not looked at.
      </EmptyState>
    );
  return (
    <>
      <ProbeNotices probe={probe} />
      {data === undefined ? (
        <GroupList probe={probe} />
      ) : (
        <CellsPane
          data={data}
          found={<ProbeGaps picture={probe.picture} />}
          query={<ProbeOffer probe={probe} data={data} />}
        />
      )}
    </>
  );
}

/** The table and the state of the probe, next to the choice of the source. */
export function ProbeBar(): ReactNode {
  const { keyspace, keyspaceProbe } = useServices();
  const session = useSession();
  const probe = useStore(keyspaceProbe);
  const [table, field] = useTableField();
  const start =
    session === undefined || table === ''
      ? undefined
      : (): void => {
          keyspace.change({ probed: table });
          keyspaceProbe.start(session, table);
        };
  const probed = probe.kind === 'probed' ? probe : undefined;
  const isRunning = probed?.phase === 'running';
  const press = isRunning ? keyspaceProbe.stop : start;
  useGroupActions('Keyspace', [
    isRunning ? ['probe.stop', 'Cancel the probe', press] : ['probe.start', 'Probe the table', press],
  ]);
  useEscape(undefined, isRunning ? press : undefined);
  if (session === undefined && probed === undefined) return undefined;
  return (
    <>
      {field}
      {/* One button, so that the focus stays on it: what starts a probe cancels it while it runs. */}
      <Button
        look={probed === undefined ? 'primary' : 'default'}
        isDisabled={press === undefined}
        onPress={press}
      >
        {isRunning ? 'Cancel' : 'Probe table'}
      </Button>
      {probed !== undefined && <ProbeFacts probe={probed} session={session} />}
    </>
  );
}

/** What the probe found and what that cost. A stopped probe can be continued. */
function ProbeFacts({
  probe,
  session,
}: {
  readonly probe: Probed;
  readonly session: Session | undefined;
}): ReactNode {
  const { keyspaceProbe } = useServices();
  const { phase } = probe;
  const isHalted = phase === 'stopped' || phase === 'paused';
  const goOn = isHalted && session !== undefined ? () => keyspaceProbe.goOn(session) : undefined;
  useGroupActions('Keyspace', [['probe.goOn', 'Continue the probe', goOn]]);
  return (
    <>
      {isHalted && (
        <Button look="primary" isDisabled={goOn === undefined} onPress={goOn}>
          Continue
        </Button>
      )}
      <output
        className={css.probeFacts}
        aria-label="Probe"
        aria-live={phase === 'running' ? 'off' : 'polite'}
      >
        {probeWords(probe)}
      </output>
    </>
  );
}

function ProbeNotices({ probe }: { readonly probe: Probed }): ReactNode {
  const { fault, pause, reach, picture } = probe;
  const isNothing = picture.groups.length === 0;
  return (
    <div className={probeCss.notices}>
      {pause !== undefined && (
        <Notice
          tone="warning"
          title={isNothing ? 'The table could not be probed.' : 'The probe is paused. What it found is kept.'}
          isLive
        >
          {capital(pause)}
        </Notice>
      )}
      {fault !== undefined && (
        <Notice tone="warning" title="The map is incomplete." isLive>
          {capital(fault)}
        </Notice>
      )}
      {reach !== undefined && (
        <p className={probeCss.reach}>
          <b>The SAS reads only a part of the table:</b>{' '}
          <VisibleText text={reachWords(reach)} bounds={WORDS_BOUNDS} />
        </p>
      )}
    </div>
  );
}

/** What else can be requested, each with its cost: more of the table, more of the visible part of the map, or all rows. */
function ProbeOffer({
  probe: { picture, phase },
  data,
}: {
  readonly probe: Probed;
  readonly data: MapData | undefined;
}): ReactNode {
  const { query, keyspace, keyspaceProbe } = useServices();
  const { zoom } = useStore(keyspace);
  const isOver = phase === 'done';
  const more = isOver && hasMore(picture) ? keyspaceProbe.sampleMore : undefined;
  const refine =
    isOver && zoom !== undefined
      ? () =>
          keyspaceProbe.refine({
            from: zoom.from,
            to: zoom.to,
            groupFrom: zoom.rowFrom,
            groupTo: Math.min(picture.groups.length, zoom.rowTo),
          })
      : undefined;
  useGroupActions('Keyspace', [
    ['probe.more', 'Sample more of the table', more],
    ['probe.refine', 'Refine this part of the map', refine],
  ]);
  const form = more && data && formOfCells(data, wholeGrid(data.grid), query.get());
  const cost = `(up to ${formatCount(MORE_REQUESTS)} requests)`;
  return (
    <>
      {refine !== undefined ? (
        <Button size="small" onPress={refine}>
          Refine this part {cost}
        </Button>
      ) : (
        more !== undefined && (
          <Button size="small" onPress={more}>
            Sample more {cost}
          </Button>
        )
      )}
      {form !== undefined && (
        <a className={css.link} href={addressOfForm(form)}>
          Read all rows ({readWords(picture.read)})
        </a>
      )}
    </>
  );
}

/** Groups whose keys hold no time: their names, and how many rows they seem to have. */
function GroupList({ probe }: { readonly probe: Probed }): ReactNode {
  const { groups, stage } = probe.picture;
  const { tableName, phase, fault, reach } = probe;
  if (phase === 'running' && (groups.length === 0 || stage !== 'finding')) return undefined;
  if (groups.length === 0) {
    if (phase !== 'done' || fault !== undefined)
      return <EmptyState title={`${tableName}: no result yet`}>{STATES[phase]}</EmptyState>;
    return reach === undefined ? (
      <EmptyState title={`${tableName} is empty`}>The first request found no row.</EmptyState>
    ) : (
      <EmptyState title="No row within the SAS range">
        This SAS cannot tell whether {tableName} has rows outside its range.
      </EmptyState>
    );
  }
  const isTimeless = groups.every(({ first, last }) => first === undefined && last === undefined);
  return (
    <div className={probeCss.groups}>
      {phase === 'done' && hasMore(probe.picture) && (
        <p className={css.about}>
          {unaskedWords(probe.picture)} <ProbeOffer probe={probe} data={undefined} />
        </p>
      )}
      <p className={probeCss.hint}>
        {isTimeless
          ? 'These keys hold no time, so there is no map.'
          : 'Groups found so far. The map appears once the last time of each group is known.'}
      </p>
      <ul className={probeCss.groupList}>
        {groups.filter(isFound).map((group) => (
          <li key={group.partitionKey}>
            <b>
              <VisibleText text={group.label === '' ? "''" : group.label} />
            </b>
            {groupText(group)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function isFound({ presence }: ProbeGroup): boolean {
  return presence === 'found';
}

/** When a group's rows are from, or how many there seem to be. */
function groupText({ first, last, rows }: ProbeGroup): string {
  const ends = [
    ...(first === undefined ? [] : [`from ${secondText(first.ticks)}`]),
    ...(last === undefined ? [] : [`${last.isExact ? 'to' : 'at least to'} ${secondText(last.ticks)}`]),
  ];
  if (ends.length > 0) return `: key times ${ends.join(' ')}`;
  if (rows === undefined) return '';
  if (rows.standardError === Infinity) return `: at least ${formatCount(rows.rows)} rows`;
  const error = rows.isCount ? '' : ` \u00b1 ${formatCount(Math.ceil(rows.standardError))}`;
  return `: ${rows.isCount ? '' : 'about '}${formatCount(rows.rows)}${error} rows`;
}

/** Texts that say why nothing is shown yet. */
const STATES = {
  running: 'Waiting for the first response.',
  done: 'See the reason above.',
  stopped: 'The probe was cancelled before the first answer.',
  paused: 'See the reason above.',
} as const;
