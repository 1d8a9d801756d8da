// A run as the app starts it, in a page of a real browser: from the form through the run store into the row store's worker.
import { planFromForm } from '../../src/state/run/planFromForm.ts';
import { EMPTY_FORM, type QueryForm } from '../../src/state/run/queryForm.ts';
import { createActivity } from '../../src/state/base/activity.ts';
import { createQueryRun } from '../../src/state/run/queryRun.ts';
import { MIN_TICKS } from '../../src/core/time/ticks.ts';
import { createBrowserEnv } from '../../src/tables/base/browserEnv.ts';
import { openConnection } from '../../src/tables/connection/connection.ts';
import { readConnectionText } from '../../src/tables/connection/connectionText.ts';
import { createRowStoreClient } from '../../src/workers/rowStoreClient.ts';
import type { Session } from '../../src/state/connection/session.ts';
import type { RunState } from '../../src/state/run/runState.ts';

export interface AppRun {
  readonly rows: number;
  readonly wallMs: number;
  /** Number of coverage checks that were answered. */
  readonly checks: number;
  /** Sum of their times on the wire. */
  readonly checkWireMs: number;
  readonly headline: string;
}

/** `checks`: run with or without the plan's coverage checks. */
export async function runApp(sasUrl: string, to: string, checks: boolean): Promise<AppRun> {
  const text = readConnectionText(sasUrl);
  if (!text.ok) throw new Error(text.error.message);
  const form: QueryForm = {
    ...EMPTY_FORM,
    table: 'Bench',
    scheme: 'wad-prefixed',
    volume: 100,
    from: '2024-03-01T00:00:00Z',
    to,
    windowGiven: true,
  };
  const plan = planFromForm(form, MIN_TICKS);
  if (!plan.ok) throw new Error(plan.error.message);
  const env = createBrowserEnv();
  const connection = openConnection(text.value, env);
  const session: Session = { connection, warnings: [], transport: 'automatic' };
  const rows = createRowStoreClient(
    () => new Worker(new URL('../../src/workers/rowStore.worker.ts', import.meta.url), { type: 'module' }),
  );
  const run = createQueryRun({
    env,
    rows,
    activity: createActivity((done) => setTimeout(done, 0)),
    nextFrame: (draw) => requestAnimationFrame(draw),
  });
  const ended = new Promise<RunState>((resolve) => {
    const stop = run.subscribe(() => {
      const state = run.get();
      if (state.phase !== 'ended') return;
      stop();
      resolve(state);
    });
  });
  run.start(checks ? plan.value : { ...plan.value, guards: [] }, session, form);
  const state = await ended;
  const checkWireMs = state.requests
    .filter(({ kind }) => kind === 'guard')
    .reduce((sum, { startedAtMs, endedAtMs = startedAtMs }) => sum + endedAtMs - startedAtMs, 0);
  connection.close();
  rows.dispose();
  return {
    rows: state.rows,
    wallMs: state.elapsedMs,
    checks: state.guards.filter(({ state: its }) => its === 'clear').length,
    checkWireMs,
    headline: state.completeness.state,
  };
}
