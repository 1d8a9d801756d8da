import { useCallback, useState } from 'react';
import { comparePoints, type PointDifference, upToCut } from '../../../core/series/comparePoints.ts';
import type { SeriesLayout } from '../../../core/series/seriesLayout.ts';
import { seriesPlan } from '../../../core/series/seriesPlan.ts';
import { ticksToIso } from '../../../core/time/ticks.ts';
import type { SeriesDesign, SeriesForm } from '../../../state/design/seriesForm.ts';
import type { Session } from '../../../state/connection/session.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import type { ResultsStore } from '../../../state/results/resultsStore.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { useServices } from '../../shared/services.tsx';
import { type PointsRead, readPoints } from './readPoints.ts';

/** One layout as it was read. */
export interface ReadLayout extends PointsRead {
  readonly title: string;
  readonly tableName: string;
  readonly run: RunState;
}

/** Both layouts, read one after the other. */
export interface SeriesReading {
  readonly design: SeriesDesign;
  readonly basic: ReadLayout;
  readonly advanced: ReadLayout;
  readonly difference: PointDifference;
}

export type SeriesRunState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly words: string }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'read'; readonly reading: SeriesReading };

const BUSY = 'Another query is running. Wait for it, or cancel it in Query.';
const FULL = 'The open results hold as many rows as this page can. Close one in Query.';

const OPENED = new WeakMap<ResultsStore, number[]>();

/** The results that the last reading opened; known also after the view was left. */
function openedIn(results: ResultsStore): number[] {
  const known = OPENED.get(results) ?? [];
  OPENED.set(results, known);
  return known;
}

function resultOf(results: ResultsStore, id: number): OpenResult | undefined {
  return results.get().all.find((result) => result.id === id);
}

/** Ends with the run, or undefined if its result was closed. */
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
export function useSeriesRun(): {
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
      // The results of the last reading would only fill memory.
      for (const id of openedIn(results).splice(0)) results.close(id);
      readBoth(session, design, form).then(setState, (caught: unknown) =>
        setState({ kind: 'failed', words: caught instanceof Error ? caught.message : 'The reading failed.' }),
      );
    },
    [readBoth, results],
  );
  return { state, start };
}
