import { type ReactNode, useCallback, useState } from 'react';
import type { BulkState } from '../../state/decode/decodeBulk.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { formatBytes, formatCount, formatPlural } from '../../ui/format.ts';
import { WindowMap } from '../../ui/cellmap/WindowMap.tsx';
import { announce } from '../../ui/announce.ts';
import { ReadingFile } from '../shared/ReadingFile.tsx';
import { useServices, useStore } from '../shared/services.tsx';
import { useZone } from '../shared/shownTime.ts';
import { useGroupActions } from '../shared/useActions.ts';
import css from './bulk.module.css';
import { csvName, listWords, mapWords, prefixWords, roundingWords } from './bulkWords.ts';
import { wordsOf, VisibleText } from '../../ui/text/VisibleText.tsx';
import { LINE_BOUNDS } from '../../ui/text/textParts.ts';
import type { BulkKey, BulkSummary } from '../../core/keys/bulk/bulkTypes.ts';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import { ticksToIso, clampTicks } from '../../core/time/ticks.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { GridColumn } from '../../ui/grid/gridTypes.ts';
import { InstantText } from '../../ui/keys/InstantText.tsx';
import { KeyAnatomy } from '../../ui/keys/KeyAnatomy.tsx';
import { durationText } from '../../core/time/durationText.ts';

type ListState = Exclude<BulkState, { kind: 'none' }>;
type ReadingState = Extract<BulkState, { kind: 'reading' }>;
type ReadState = Extract<BulkState, { kind: 'read' }>;

/** A list of keys too long for one screen: first its progress, then its contents. */
export function BulkPane({ state }: { readonly state: ListState }): ReactNode {
  const { decodeBulk } = useServices();
  switch (state.kind) {
    case 'reading':
      return (
        <ReadingFile
          name={state.name}
          progress={state.progress}
          words={soFarWords(state)}
          onCancel={decodeBulk.cancel}
        />
      );
    case 'cancelled':
      return (
        <Notice
          tone="info"
          title={`${state.name}: cancelled before the end. Nothing was kept.`}
          actions={
            <Button size="small" onPress={decodeBulk.clear}>
              Close
            </Button>
          }
        />
      );
    case 'failed':
      return (
        <Notice
          tone="error"
          title={`${state.name} could not be decoded.`}
          nextStep="Open the file again, or paste its lines."
          isLive
          actions={
            <Button size="small" onPress={decodeBulk.clear}>
              Close
            </Button>
          }
        >
          {state.message}
        </Notice>
      );
    case 'read':
      return <BulkResult state={state} />;
  }
}

function soFarWords({ progress }: ReadingState): string {
  const all = progress === undefined ? '' : `, ${formatBytes(progress.bytesTotal)} in all`;
  return `${formatCount(progress?.keys ?? 0)} keys in ${formatCount(progress?.lines ?? 0)} lines so far${all}`;
}

function BulkResult({ state }: { readonly state: ReadState }): ReactNode {
  const { decodeBulk, saveFile, activity } = useServices();
  const [tab, setTab] = useState<'summary' | 'keys'>('summary');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const save = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      const name = csvName(state.name);
      await saveFile(name, await decodeBulk.csv());
      announce(`Download started: ${name}`);
    } catch (caught) {
      setFault(caught instanceof Error ? caught.message : 'The file could not be created.');
    } finally {
      setBusy(false);
    }
  };
  const { summary, matrix } = state;
  const start = (): void => void activity.track(save());
  const other = tab === 'summary' ? 'keys' : 'summary';
  useGroupActions('Decode', [
    ['decode.list.save', 'Save the list as CSV', isBusy || summary.keys === 0 ? undefined : start],
    ['decode.list.tab', `Show the ${other} of the list`, () => setTab(other)],
    ['decode.list.close', 'Close the list', decodeBulk.clear],
  ]);
  return (
    <div className="column fill gap6">
      <div className={css.head}>
        <h2 className={css.name}>{wordsOf(state.name, LINE_BOUNDS)}</h2>
        <output className="second" aria-label="Decoded list">
          {listWords(summary)}
        </output>
        <span className="rest" />
        <Button size="small" isBusy={isBusy} isDisabled={summary.keys === 0} onPress={start}>
          Save CSV
        </Button>
        <Button size="small" look="subtle" onPress={decodeBulk.clear}>
          Close
        </Button>
      </div>
      {fault !== undefined && <Notice tone="error" title={fault} isLive />}
      <Tabs
        label="Decoded list"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'summary', label: 'Summary', content: <Overview state={state} /> },
          { id: 'keys', label: 'Keys', content: <BulkKeyGrid key={state.version} summary={summary} /> },
        ]}
      />
      {matrix === undefined && <p className="third">No key in this list holds a time.</p>}
    </div>
  );
}

function Overview({ state }: { readonly state: ReadState }): ReactNode {
  const zone = useZone();
  const { summary, matrix } = state;
  return (
    <div className={css.overview}>
      {matrix !== undefined && (
        <div className={css.map}>
          <WindowMap
            grid={matrix}
            labels={matrix.labels}
            timeZone={zone.timeZone}
            zoneName={zone.name}
            summary={mapWords(matrix)}
          />
        </div>
      )}
      <BulkSummaryList summary={summary} />
    </div>
  );
}

const COLUMNS: readonly GridColumn[] = [
  { id: 'line', title: 'Line', width: 72, align: 'end' },
  { id: 'time', title: 'Time', width: 230, wholeChars: 28, mono: true },
  { id: 'key', title: 'Key', width: 400, mono: true },
  { id: 'scheme', title: 'Scheme', width: 240 },
];

/** Every key of the list, in its order; only visible ones are fetched. */
function BulkKeyGrid({ summary }: { readonly summary: BulkSummary }): ReactNode {
  const { decodeBulk } = useServices();
  const { keys } = decodeBulk;
  const zone = useZone();
  useStore(keys);
  const cell = useCallback(
    (row: number, columnId: string): ReactNode => {
      const key = keys.keyAt(row);
      if (key === undefined) return '\u2026';
      if (columnId === 'key') {
        return <KeyAnatomy segments={keyAnatomy(key.schemeId, 'partition', key.text)} />;
      }
      const ticks = key.ticks ?? key.window?.from;
      if (columnId !== 'time' || ticks === undefined) return cellText(key, columnId);
      return <InstantText instant={ticks} timeZone={zone.timeZone} />;
    },
    [keys, zone.timeZone],
  );
  return (
    <div className={css.grid}>
      <DataGrid
        label="Decoded keys"
        rowCount={summary.keys}
        columns={COLUMNS}
        renderCell={cell}
        getCellText={(row, columnId) => cellText(keys.keyAt(row), columnId)}
        rowLabel={(row) => keys.keyAt(row)?.text ?? ''}
        onVisibleRange={keys.show}
      />
    </div>
  );
}

function cellText(key: BulkKey | undefined, columnId: string): string {
  if (key === undefined) return '';
  switch (columnId) {
    case 'line':
      return String(key.line);
    case 'key':
      return key.text;
    case 'scheme':
      return key.title;
    default:
      return key.ticks === undefined ? '' : ticksToIso(key.ticks);
  }
}

const SHOWN = 5;
const SHOWN_UNREADABLE = 100;

/** What a list of keys holds, fact by fact. */
function BulkSummaryList({ summary }: { readonly summary: BulkSummary }): ReactNode {
  const { span } = summary;
  return (
    <dl className={css.facts} aria-label="Summary">
      <Fact name="Schemes">
        <ul>
          {summary.schemes.map(({ schemeId, title, keys, firstLine }) => (
            <li key={schemeId}>
              {title}: {formatPlural(keys, 'key')}
              <span className="third"> from line {formatCount(firstLine)}</span>
            </li>
          ))}
          {summary.schemes.length === 0 && <li>none</li>}
        </ul>
      </Fact>
      <Fact name="Time span">
        {span === undefined ? (
          'no time in these keys'
        ) : (
          <>
            <InstantText instant={span.first} /> to <InstantText instant={span.last} />
            <span className="third"> {durationText(span.last - span.first)}</span>
          </>
        )}
      </Fact>
      <Fact name="Rounding">{roundingWords(summary)}</Fact>
      <Fact name="Prefixes">{prefixWords(summary)}</Fact>
      <Gaps summary={summary} />
      <Duplicates summary={summary} />
      <Unreadable summary={summary} />
    </dl>
  );
}

function Fact(props: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={css.fact}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Gaps({ summary: { gaps } }: { readonly summary: BulkSummary }): ReactNode {
  if (gaps.total === 0) return <Fact name="Gaps">none</Fact>;
  const above = gaps.aboveTicks === undefined ? '' : ` longer than ${durationText(gaps.aboveTicks)}`;
  const longest = gaps.longest.toSorted((a, b) => (b.to - b.from > a.to - a.from ? 1 : -1)).slice(0, SHOWN);
  return (
    <Fact name="Gaps">
      {formatPlural(gaps.total, 'gap')}
      {above}
      <ul>
        {longest.map(({ from, to }) => (
          <li key={String(from)}>
            {durationText(to - from)}: <InstantText instant={clampTicks(from)} /> to{' '}
            <InstantText instant={clampTicks(to)} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Duplicates({ summary: { duplicates } }: { readonly summary: BulkSummary }): ReactNode {
  if (duplicates.repeats === 0) return <Fact name="Duplicates">none</Fact>;
  return (
    <Fact name="Duplicates">
      {formatPlural(duplicates.repeats, 'repeat')} of {formatPlural(duplicates.repeatedKeys, 'key')}
      <ul>
        {duplicates.most.slice(0, SHOWN).map(({ text, count, firstLine }) => (
          <li key={text}>
            {formatCount(count)} times{' '}
            <code>
              <VisibleText text={text} />
            </code>
            <span className="third"> from line {formatCount(firstLine)}</span>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Unreadable({ summary: { unreadable } }: { readonly summary: BulkSummary }): ReactNode {
  if (unreadable.total === 0) return <Fact name="Unreadable lines">none</Fact>;
  return (
    <Fact name="Unreadable lines">
      {formatCount(unreadable.total)}
      <ul className={css.unreadable} aria-label="Unreadable lines" tabIndex={0}>
        {unreadable.first.slice(0, SHOWN_UNREADABLE).map(({ line, text }) => (
          <li key={line}>
            line {formatCount(line)}{' '}
            <code>
              <VisibleText text={text} />
            </code>
          </li>
        ))}
        {unreadable.total > SHOWN_UNREADABLE && (
          <li className="third">and {formatCount(unreadable.total - SHOWN_UNREADABLE)} more</li>
        )}
      </ul>
    </Fact>
  );
}
