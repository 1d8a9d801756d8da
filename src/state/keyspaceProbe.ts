import type { ProbePicture } from '../core/keyspace/probe/probeTypes.ts';
import type { TablesEnv } from '../tables/env.ts';
import type { Activity } from './activity.ts';
import type { Session } from './connectionStore.ts';
import type { ProbeRun } from './probeRun.ts';
import { createStore, type ReadableStore } from './store.ts';

/** A table that is mapped without being read. */
export type ProbeState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'probed';
      readonly tableName: string;
      readonly phase: 'running' | 'done' | 'stopped';
      readonly picture: ProbePicture;
      /** From the first row found to the last; undefined while no group's keys tell time. */
      readonly whole: { readonly from: bigint; readonly to: bigint } | undefined;
      /** Why something of it is not known, in words. */
      readonly fault: string | undefined;
      /** Columns of the last look: so fine are the cells. */
      readonly columns: number;
    };

/** What of the map to sample more finely. */
export interface ProbePart {
  readonly from: bigint;
  readonly to: bigint;
  readonly groupFrom: number;
  readonly groupTo: number;
}

export interface KeyspaceProbe extends ReadableStore<ProbeState> {
  /** Probes a table in place of the one before. */
  readonly start: (session: Session, tableName: string) => void;
  /** Samples a part in finer cells; about MOST_LOOK_REQUESTS requests. */
  readonly refine: (part: ProbePart) => void;
  readonly stop: () => void;
}

interface Options {
  readonly env: TablesEnv;
  readonly activity: Activity;
  readonly nextFrame: (done: () => void) => void;
  /** What probes comes in a file of its own: the first screen does without. */
  readonly load: () => Promise<{ readonly ProbeRun: typeof ProbeRun }>;
}

const UNPROVEN =
  'No continuation token could be read, so groups may be missing: the CORS rule of the account may hide x-ms-continuation-* headers.';

/** The probe of the Keyspace view. */
export function createKeyspaceProbe(options: Options): KeyspaceProbe {
  const store = createStore<ProbeState>({ kind: 'none' });
  let run: ProbeRun | undefined;
  let isPainting = false;
  let starts = 0;

  const publish = (tableName: string, of: ProbeRun, isOver: boolean): void => {
    if (of !== run) return;
    const picture = of.probe.picture();
    const phase = of.stopping.signal.aborted ? 'stopped' : isOver ? 'done' : 'running';
    store.set({
      kind: 'probed',
      tableName,
      phase,
      picture,
      whole: of.whole,
      fault: of.fault ?? (isOver && !of.isProven ? UNPROVEN : undefined),
      columns: of.columns,
    });
  };

  const begin = (Run: typeof ProbeRun, session: Session, tableName: string): void => {
    const mine: ProbeRun = new Run(session, tableName, options, (isOver) => {
      // Pictures are whole copies: one a frame is enough, and the last one always.
      if (isOver) publish(tableName, mine, true);
      else if (!isPainting) {
        isPainting = true;
        options.nextFrame(() => {
          isPainting = false;
          publish(tableName, mine, mine.probe.isIdle);
        });
      }
    });
    run = mine;
    mine.pump();
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    start: (session, tableName) => {
      run?.stopping.abort();
      starts += 1;
      const mine = starts;
      void options.activity.track(
        options.load().then(({ ProbeRun: Run }) => {
          // Another start came while the part was loaded.
          if (mine === starts) begin(Run, session, tableName);
        }),
      );
    },
    refine: (part) => {
      if (run?.stopping.signal.aborted === false) run.refine(part);
    },
    stop: () => {
      run?.stopping.abort();
      run?.pump();
    },
  };
}
