import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import type { KeyIdentity } from '../../../core/rows/compare/rowDigests.ts';
import { axisSpan, ticksFromUnixMs, ticksToIso } from '../../../core/time/ticks.ts';
import { shiftOf } from '../../../state/results/compareResults.ts';
import { namedResults, type OpenResult } from '../../../state/results/resultTabs.ts';
import { isFollowed } from '../../../state/run/followState.ts';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { useElementSize } from '../../../ui/useElementSize.ts';
import { ServicesOf, useServices, useStore, usePart } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { useLate } from '../../shared/late.ts';
import { RowStrip, STRIP_BUCKETS } from '../results/rows/RowStrip.tsx';
import { useArrangement } from '../results/rows/useRowList.ts';
import { useWhole } from '../../shared/map/useRunMap.ts';
import { Compared, DifferenceStrip } from './Compared.tsx';
import css from './split.module.css';
import { axisWords } from './splitWords.ts';
import { shifted, type Side, splitAxis, splitServices, splitTabs } from './splitSides.ts';
import type { Services } from '../../../state/services/services.ts';
import { completenessText } from '../../../core/plan/completenessText.ts';
import { StatusIcon } from '../../../ui/feedback/StatusLine.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useEscape } from '../../shared/selection/useEscape.ts';
import { SelectedRows } from '../../shared/selection/SelectedRows.tsx';
import { DiffersButton } from '../results/differs/DiffersPane.tsx';
import { Results } from '../results/Results.tsx';
import { ExportMenu, ExportNotice } from '../run/ExportMenu.tsx';
import { saidBy } from '../run/proofWords.ts';
import { useExporter } from '../run/useExporter.ts';
import { accountName, type Session } from '../../../state/connection/session.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';

const LAYOUTS = [
  { id: 'beside', label: 'Side by side' },
  { id: 'above', label: 'Stacked' },
] as const;

const IDENTITIES = [
  { id: 'key', label: 'Whole key' },
  { id: 'timeless', label: 'Key without time' },
] as const;

const AXES = [
  { id: 'one', label: 'One time axis' },
  { id: 'own', label: 'Own axes' },
] as const;

/** In a narrower view, the two results are stacked at first. */
const BESIDE_PX = 1100;

const windowOf = ({ run }: Side) => axisSpan(run.plan.request.window);

/** Two results above a shared time axis: what differs between them, and the views of each. */
export function SplitView(props: { readonly first: Side; readonly second: Side }): ReactNode {
  const [first, second] = [useDrawn(props.first), useDrawn(props.second)];
  const [chosen, setIdentity] = useState<KeyIdentity>();
  const [layout, setLayout] = useState<'above' | 'beside'>();
  const [isDifference, setDifference] = useState(false);
  const place = useRef<HTMLElement>(null);
  const { width } = useElementSize(place);
  const { axis, isOwn, setOwn, windows } = useAxes(first, second);
  const shift = isOwn ? undefined : (axis?.shift ?? 0n);
  // Rows of windows that do not overlap never have the same whole key.
  const isApart = shiftOf(windowOf(first), windowOf(second)) !== undefined;
  const identity = chosen ?? (isApart ? 'timeless' : 'key');
  const { show } = useServices().results;
  const [{ id: idA, services: ofA }, { id: idB, services: ofB }] = [first, second];
  // Memoized, so that the services stay the same objects while a run draws what it reads.
  const services = useMemo(
    () => splitServices({ id: idA, services: ofA }, { id: idB, services: ofB }, shift, show),
    [idA, ofA, idB, ofB, shift, show],
  );
  const sides = [
    { ...first, services: services[0] },
    { ...second, services: services[1] },
  ] as const;
  const ofEscape = useOfEscape(first, second);
  const placed = layout ?? (width > 0 && width < BESIDE_PX ? 'above' : 'beside');
  return (
    <section ref={place} className="column fill" aria-label="Split">
      <div className={css.bar}>
        {sides.some(({ run }) => run.phase !== 'ended') ? (
          <span role="status">The two are compared once both are read.</span>
        ) : (
          <Compared
            key={[...sides.map(({ run }) => `${run.runId} ${run.dataVersion}`), identity].join(' ')}
            first={sides[0]}
            second={sides[1]}
            {...{ identity, isDifference, shift: shift ?? 0n }}
            onDifference={isOwn ? undefined : () => setDifference(!isDifference)}
          />
        )}
        <span className="rest" />
        <AxisChoice {...{ axis, isOwn, setOwn }} />
        <OtherResult first={first} second={second} />
        <SegmentedControl
          label="Rows are the same by"
          hideLabel
          size="small"
          segments={IDENTITIES}
          value={identity}
          onChange={setIdentity}
        />
        <SegmentedControl
          label="Place of the two results"
          hideLabel
          segments={LAYOUTS}
          value={placed}
          onChange={setLayout}
          size="small"
        />
      </div>
      <div className="fixed surface ruled">
        {sides.map((side, at) => (
          <ServicesOf key={side.letter} result={side.services}>
            <Track side={side} window={windows?.[at]} />
          </ServicesOf>
        ))}
        {isDifference && !isOwn && (
          <div className={css.track}>
            <span className={css.letter}>B−A</span>
            <DifferenceStrip first={first} second={second} />
          </div>
        )}
      </div>
      <div className={css.panes} data-layout={placed}>
        {sides.map((side) => (
          <ServicesOf key={`${side.letter} ${side.run.runId}`} result={side.services}>
            <SplitPane side={side} isOfEscape={ofEscape === side.letter} />
          </ServicesOf>
        ))}
      </div>
    </section>
  );
}

/** Says how far apart the two results are on a shared axis, and lets each have its own axis. */
function AxisChoice(props: Pick<ReturnType<typeof useAxes>, 'axis' | 'isOwn' | 'setOwn'>): ReactNode {
  const { axis, isOwn, setOwn } = props;
  if (axis === undefined || (!axis.isFar && axis.shift === 0n)) return undefined;
  return (
    <>
      <span className="second">{axisWords(axis.shift)}</span>
      <SegmentedControl
        label="Time axis"
        hideLabel
        segments={AXES}
        value={isOwn ? 'own' : 'one'}
        onChange={(id) => setOwn(id === 'own')}
        size="small"
      />
    </>
  );
}

/** The side from whose selection Esc removes a filter: the tab in sight, or the other one if the tab in sight has no filters. */
function useOfEscape(first: Side, second: Side): Side['letter'] | undefined {
  const { inSight } = useStore(useServices().results);
  useStore(first.services.rowList);
  useStore(second.services.rowList);
  const own = inSight.id === second.id ? second : first;
  // During a run, and while its result is followed, Esc ends that first.
  if (own.run.phase === 'running' || isFollowed(own.run)) return undefined;
  return [own, first, second].find(({ services, run }) => services.rowList.of(run.runId).filters.length > 0)
    ?.letter;
}

/** A side with the current state of its run. What the run has read is drawn in pauses between other work. */
function useDrawn(side: Side): Side {
  const now = useStore(side.services.run);
  const run = useLate(now.phase === 'idle' ? side.run : now);
  return useMemo(() => ({ ...side, run }), [side, run]);
}

/** The rows of one result over time, on the axis of both, but with its own vertical scale. */
function Track({ side, window }: { readonly side: Side; readonly window: TickSpan | undefined }): ReactNode {
  const columns = useArrangement(side.run);
  return (
    <div className={css.track}>
      <span className={css.letter}>{side.letter}</span>
      <div className={css.strip}>
        {window !== undefined && <RowStrip run={side.run} columns={columns} window={window} />}
      </div>
    </div>
  );
}

/** If there are more than two results, chooses which one is the second. */
function OtherResult({ first, second }: { readonly first: Side; readonly second: Side }): ReactNode {
  const { results } = useServices();
  const named = namedResults(useStore(results).all);
  if (named.length < 3) return undefined;
  return (
    <Select
      label="Result B"
      hideLabel
      options={named
        .filter(({ id }) => id !== first.id)
        .map(({ id, name }) => ({ id: String(id), label: name }))}
      value={String(second.id)}
      onChange={(id) => {
        results.show(first.id);
        splitTabs(results, [first.id, Number(id)]);
      }}
    />
  );
}

/** The shared axis and the two own ones; undefined if a result without a window does not know its times yet. */
function useAxes(first: Side, second: Side) {
  const [chosen, setOwn] = useState<boolean>();
  const [one, two] = [useWhole(first.run, first.services), useWhole(second.run, second.services)];
  const axis = useMemo(() => splitAxis(one, two, STRIP_BUCKETS), [one, two]);
  const isOwn = chosen ?? axis?.isFar === true;
  const windows = isOwn ? axis?.own : axis && [axis.window, shifted(axis.window, axis.shift)];
  return { axis, isOwn, setOwn, windows };
}

/** The two results of a split, with their names; undefined if one of them has read nothing. */
export function sidesOf(
  all: readonly OpenResult[],
  pair: readonly [number, number],
): readonly [Side, Side] | undefined {
  const named = new Map(namedResults(all).map((result) => [result.id, result]));
  const sideOf = (id: number, letter: Side['letter']): Side | undefined => {
    const [result, known] = [all.find((one) => one.id === id), named.get(id)];
    return result && known && { ...result, letter, name: known.name, run: known.run };
  };
  const [first, second] = [sideOf(pair[0], 'A'), sideOf(pair[1], 'B')];
  return first && second && [first, second];
}

/** Only the tab in sight offers actions and handles their keys. */
const NO_ACTIONS: Partial<Services> = { actions: { add: () => () => undefined, list: () => [] } };

/** The views of one of two results, with its selection and exports. Using it brings its tab into sight, whose query is shown above. */
function SplitPane(props: {
  readonly side: Side;
  /** Esc removes a filter from this side's selection. */
  readonly isOfEscape: boolean;
}): ReactNode {
  const { run, letter, name, id } = props.side;
  const { results } = useServices();
  const isActive = useStore(results).inSight.id === id;
  useEscape(props.isOfEscape ? run.runId : undefined, undefined);
  const show = (): void => results.show(id);
  const exporter = useExporter(run, saidBy(run.completeness));
  return (
    <section
      className={css.pane}
      aria-label={`${letter}: ${name}`}
      aria-current={isActive}
      // Only when the button is released: showing the tab may change the height of the query above, which would move the pressed element
      // away.
      onPointerUp={show}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) show();
      }}
    >
      <header className={css.head}>
        <span className={css.letter}>{letter}</span>
        <StatusIcon state={run.completeness.state} />
        <h2 className={css.name} title={completenessText(run.completeness)}>
          {wordsOf(name)}
        </h2>
        <SelectedRows run={run}>
          <DiffersButton run={run} />
        </SelectedRows>
      </header>
      <ExportNotice exporter={exporter} />
      <ServicesOf result={isActive ? undefined : NO_ACTIONS}>
        <Results run={run} split={<ExportMenu run={run} exporter={exporter} />} />
      </ServicesOf>
    </section>
  );
}

/** The same query for the window of the same length that ends where the run's window begins; undefined if there is none. */
function formBefore(run: Pick<RunState, 'plan' | 'form'>): QueryForm | undefined {
  const window = axisSpan(run.plan.request.window);
  if (window === undefined) return undefined;
  const from = window.from - (window.to - window.from);
  if (from < 0n) return undefined;
  return { ...run.form, from: ticksToIso(from), to: ticksToIso(window.from), windowGiven: true };
}

/** Offers to read the previous window in another tab, and to show both together. */
export function useWindowBefore(session: Session | undefined): void {
  const { results, run: runs, nowMs } = useServices();
  const run = usePart(runs, (now) => (now.phase === 'ended' ? now : undefined));
  const { id, file } = useStore(results).inSight;
  const isOwn = run !== undefined && run.completeness.derived === undefined && file === undefined;
  const form = isOwn ? formBefore(run) : undefined;
  const canRead = session !== undefined && (form?.endpoint === '' || form?.endpoint === accountName(session));
  const read =
    form === undefined || !canRead
      ? undefined
      : (): void => {
          const plan = planFromForm(form, ticksFromUnixMs(nowMs()));
          if (!plan.ok) return;
          results.startBeside(plan.value, session, form);
          const before = results.get().inSight.id;
          // If the query was refused, the page already says why.
          if (before !== id) splitTabs(results, [before, id]);
        };
  useGroupActions('Results', [['results.before', 'Compare with the window before', read]]);
}
