import { type ReactNode, useMemo, type ComponentProps, useCallback, useState } from 'react';
import { averageBuckets, seriesPlan } from '../../../core/series/seriesPlan.ts';
import { gapsOf } from '../../../core/series/unpivot.ts';
import { completenessText } from '../../../core/plan/completenessText.ts';
import { ticksToIso } from '../../../core/time/ticks.ts';
import type { SeriesDesign, SeriesForm } from '../../../state/design/seriesForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { useSession, useServices } from '../../shared/services.tsx';
import { useZone } from '../../shared/shownTime.ts';
import { useGroupActions } from '../../shared/useActions.ts';
import { useLoaded } from '../../shared/late.ts';
import css from './series.module.css';
import { MOST_POINTS, type PointsRead, readPoints } from './readPoints.ts';
import type { OverlayChart } from '../../../ui/charts/OverlayChart.tsx';
import { LoadWords } from '../../shared/LoadWords.tsx';
import { comparePoints, type PointDifference, upToCut } from '../../../core/series/comparePoints.ts';
import type { SeriesLayout } from '../../../core/series/seriesLayout.ts';
import type { Session } from '../../../state/connection/session.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import type { ResultsStore } from '../../../state/results/resultsStore.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** So few that a line of the chart is wider than a pixel. */
const BUCKETS = 600;

/** Reads the window from a table of each layout, and shows whether the points are the same. */
export function RunBoth(props: {
  readonly form: SeriesForm;
  /** Undefined if the form has a fault. */
  readonly design: SeriesDesign | undefined;
  readonly onChange: (part: Partial<SeriesForm>) => void;
}): ReactNode {
  const { form, design, onChange } = props;
  const session = useSession();
  const { state, start } = useSeriesRun();
  const isReading = state.kind === 'reading';
  const run =
    session === undefined || design === undefined || isReading
      ? undefined
      : () => start(session, design, form);
  useGroupActions('Design', [['series.run', 'Run both and compare the points', run]]);
  return (
    <section className={css.section} aria-label="Both read">
      <h2 className="large">Read both, and compare the points</h2>
      <div className={css.tables}>
        <TextField
          label="Basic table"
          value={form.basicTable}
          onChange={(text) => onChange({ basicTable: text })}
          mono
        />
        <TextField label="Property" value={form.value} onChange={(text) => onChange({ value: text })} mono />
        <TextField
          label="Advanced table"
          value={form.advancedTable}
          onChange={(text) => onChange({ advancedTable: text })}
          mono
        />
        {/* Busy, not disabled: the focus stays. */}
        <Button
          look="primary"
          isDisabled={run === undefined && !isReading}
          isBusy={isReading}
          onPress={() => run?.()}
        >
          Run both
        </Button>
      </div>
      {session === undefined && <p className="second">Connect to an account that has both tables.</p>}
      {state.kind === 'reading' && (
        <p className="second" role="status">
          {state.words}
        </p>
      )}
      {state.kind === 'failed' && (
        <Notice tone="error" title="The points were not compared." isLive>
          {state.words}
        </Notice>
      )}
      {state.kind === 'read' && <Reading reading={state.reading} />}
    </section>
  );
}

function Reading({ reading }: { readonly reading: SeriesReading }): ReactNode {
  const { basic, advanced, design } = reading;
  const { timeZone, name: zoneName } = useZone();
  const { window } = design.asked;
  const lines = useMemo(
    () => [
      {
        label: `Basic: ${basic.tableName}`,
        color: 'var(--series-4)',
        width: 5,
        values: averageBuckets(basic.points, window, BUCKETS),
      },
      {
        label: `Advanced: ${advanced.tableName}`,
        color: 'var(--series-1)',
        width: 1.5,
        values: averageBuckets(advanced.points, window, BUCKETS),
      },
    ],
    [basic, advanced, window],
  );
  const words = differenceWords(reading);
  return (
    <>
      <Notice tone={isSure(reading) ? 'success' : 'warning'} title={words} isLive />
      <div className={css.chart}>
        <LateOverlayChart
          className="second"
          lines={lines}
          window={window}
          timeZone={timeZone}
          zoneName={zoneName}
          summary={words}
        />
      </div>
      <ul className="column second gap4">
        {[basic, advanced].map((one) => (
          <Outcome key={one.title} read={one} stepTicks={design.basic.stepTicks} />
        ))}
      </ul>
    </>
  );
}

function isWholeOf({ basic, advanced }: SeriesReading): boolean {
  return [basic, advanced].every(
    ({ run, rowsLeft }) => run.completeness.state === 'complete' && rowsLeft === 0,
  );
}

/** Whether both certainly hold the same points: only if all points were read, and there are some. */
function isSure(reading: SeriesReading): boolean {
  const { same, different, onlyInFirst, onlyInSecond } = reading.difference;
  return isWholeOf(reading) && same > 0 && different + onlyInFirst + onlyInSecond === 0;
}

/** What differs, with the numbers first. */
function differenceWords(reading: SeriesReading): string {
  const { same, different, firstDifferent, onlyInFirst, onlyInSecond } = reading.difference;
  if (same + different + onlyInFirst + onlyInSecond === 0)
    return 'Neither table has a point in this window: check the window, the source and the names of the properties.';
  const head = `${isWholeOf(reading) ? '' : 'Of what was read: '}${formatPlural(same, 'point')} ${same === 1 ? 'is' : 'are'} the same in both`;
  if (different + onlyInFirst + onlyInSecond === 0) return `${head}; none differs.`;
  const at = firstDifferent === undefined ? '' : ` (first at ${ticksToIso(firstDifferent)})`;
  return `${head}, ${formatCount(different)} differ${at}, ${formatCount(onlyInFirst)} only in Basic, ${formatCount(onlyInSecond)} only in Advanced.`;
}

function Outcome({ read, stepTicks }: { readonly read: ReadLayout; readonly stepTicks: bigint }): ReactNode {
  const { run, points, rowsLeft, leftOut } = read;
  const gaps = useMemo(
    () => gapsOf([...new Set(points.map(({ ticks }) => ticks))], stepTicks),
    [points, stepTicks],
  );
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0n);
  const facts = [
    formatPlural(run.requests.length, 'request'),
    formatPlural(points.length, 'point'),
    `${formatPlural(gaps.length, 'gap')} (${formatPlural(Number(missing), 'point')} missing)`,
    ...(leftOut > 0
      ? [`${formatPlural(leftOut, 'value')} left out: outside the window, or not a point`]
      : []),
    ...(rowsLeft > 0
      ? [
          `${formatPlural(rowsLeft, 'row')} not compared: only the first ${formatCount(MOST_POINTS)} points are`,
        ]
      : []),
  ];
  return (
    <li>
      <strong>{read.title}</strong>
      {`: ${completenessText(run.completeness).replace(/\.+$/u, '')}. ${facts.join(', ')}.${read.hint === undefined ? '' : ` ${read.hint}`}`}
    </li>
  );
}

const loadChart = () => import('../../../ui/charts/OverlayChart.tsx').then((module) => module.OverlayChart);

/** A chart of overlaid lines, whose code loads separately. `className` is for the words that are shown meanwhile. */
function LateOverlayChart(
  props: ComponentProps<typeof OverlayChart> & { readonly className: string | undefined },
): ReactNode {
  const { className, ...chart } = props;
  const loaded = useLoaded(loadChart, true);
  if (loaded.state === 'loaded') return <loaded.value {...chart} />;
  return <LoadWords of="the chart" state={loaded.state} className={className} />;
}

interface ReadLayout extends PointsRead {
  readonly title: string;
  readonly tableName: string;
  readonly run: RunState;
}

/** Both layouts, which were read one after the other. */
interface SeriesReading {
  readonly design: SeriesDesign;
  readonly basic: ReadLayout;
  readonly advanced: ReadLayout;
  readonly difference: PointDifference;
}

type SeriesRunState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly words: string }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'read'; readonly reading: SeriesReading };

const BUSY = 'Another query is running. Wait for it, or cancel it in Query.';
const FULL = 'The open results hold as many rows as this page can. Close one in Query.';

const OPENED = new WeakMap<ResultsStore, number[]>();

/** The results that the last reading opened. They are remembered even after the user leaves the view. */
function openedIn(results: ResultsStore): number[] {
  const known = OPENED.get(results) ?? [];
  OPENED.set(results, known);
  return known;
}

function resultOf(results: ResultsStore, id: number): OpenResult | undefined {
  return results.get().all.find((result) => result.id === id);
}

/** Resolves when the run ends, or with undefined if its result was closed. */
function ended(results: ResultsStore, id: number): Promise<RunState | undefined> {
  return new Promise((done) => {
    const stop: (() => void)[] = [];
    const look = (): void => {
      const run = resultOf(results, id)?.services.run.get();
      if (run !== undefined && run.phase !== 'ended') return;
      for (const each of stop) each();
      done(run?.phase === 'ended' ? run : undefined);
    };
    const result = resultOf(results, id);
    if (result !== undefined) stop.push(result.services.run.subscribe(look));
    stop.push(results.subscribe(look));
    look();
  });
}

interface Asked {
  readonly title: string;
  readonly tableName: string;
  readonly layout: SeriesLayout;
}

/** Reads the window of a series from both tables, each into a result of its own, and compares the points. */
function useSeriesRun(): {
  readonly state: SeriesRunState;
  readonly start: (session: Session, design: SeriesDesign, form: SeriesForm) => void;
} {
  const { results, query, activity } = useServices();
  const [state, setState] = useState<SeriesRunState>({ kind: 'none' });

  const readOne = useCallback(
    async (
      session: Session,
      design: SeriesDesign,
      form: SeriesForm,
      asked: Asked,
    ): Promise<ReadLayout | string> => {
      const { layout, tableName, title } = asked;
      const plan = seriesPlan(tableName, layout, design.asked);
      if (!plan.ok) return plan.error;
      const { window } = design.asked;
      const restored = {
        ...query.get(),
        table: tableName,
        scheme: plan.value.request.schemeId,
        pk: layout.kind === 'basic' ? layout.source : '',
        rk: '',
        from: ticksToIso(window.from),
        to: ticksToIso(window.to),
        filter: '',
        select: '',
      };
      const before = results.get().inSight.id;
      results.startBeside(plan.value, session, restored);
      const { refusal, inSight } = results.get();
      if (refusal !== undefined) return refusal.kind === 'busy' ? BUSY : FULL;
      openedIn(results).push(inSight.id);
      results.show(before);
      const run = await ended(results, inSight.id);
      const result = resultOf(results, inSight.id);
      if (run === undefined || result === undefined) return `The result of ${tableName} was closed.`;
      const points = await activity.track(readPoints(result, layout, form.value, window));
      return { ...points, title, tableName, run };
    },
    [results, query, activity],
  );

  const readBoth = useCallback(
    async (session: Session, design: SeriesDesign, form: SeriesForm): Promise<SeriesRunState> => {
      const say = (tableName: string): void => setState({ kind: 'reading', words: `Reading ${tableName}` });
      say(form.basicTable);
      const basic = await readOne(session, design, form, {
        title: 'Basic',
        tableName: form.basicTable,
        layout: design.basic,
      });
      if (typeof basic === 'string') return { kind: 'failed', words: basic };
      say(form.advancedTable);
      const advanced = await readOne(session, design, form, {
        title: 'Advanced',
        tableName: form.advancedTable,
        layout: design.advanced,
      });
      if (typeof advanced === 'string') return { kind: 'failed', words: advanced };
      const [first = [], second = []] = upToCut(
        [basic, advanced].map(({ points, rowsLeft }) => ({ points, isCut: rowsLeft > 0 })),
      );
      const difference = comparePoints(first, second);
      return { kind: 'read', reading: { design, basic, advanced, difference } };
    },
    [readOne],
  );

  const start = useCallback(
    (session: Session, design: SeriesDesign, form: SeriesForm): void => {
      // The results of the previous reading are closed, because they would only take memory.
      for (const id of openedIn(results).splice(0)) results.close(id);
      readBoth(session, design, form).then(setState, (caught: unknown) =>
        setState({ kind: 'failed', words: caught instanceof Error ? caught.message : 'The reading failed.' }),
      );
    },
    [readBoth, results],
  );
  return { state, start };
}
