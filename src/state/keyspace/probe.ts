import type { SasKeys } from '../../core/plan/sasReach.ts';
import type { SampledKeys } from '../../core/keyspace/probe/keySample.ts';
import type { ProbeLook, ProbePicture } from '../../core/keyspace/probe/probeTypes.ts';
import { createStore, type ReadableStore } from '../base/store.ts';
import type { Session } from '../connection/session.ts';
import type { ProbeRun, ProbeRunOptions, ProbeSection } from './probeRun.ts';

/** A table that is mapped without being read. */
export type ProbeState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'probed';
      readonly tableName: string;
      /** Which keys its session reads. */
      readonly scope: string;
      /** `stopped` by the user, `paused` by a fault that every request would get: both can continue. */
      readonly phase: 'running' | 'done' | 'stopped' | 'paused';
      readonly picture: ProbePicture;
      /** From the first row found to the last; undefined while no group's keys hold a time. */
      readonly whole: { readonly from: bigint; readonly to: bigint } | undefined;
      /** Why something is unknown, as a message. */
      readonly fault: string | undefined;
      /** Why it is paused, as a message. */
      readonly pause: string | undefined;
      /** What was sampled, with the width of its cells; empty while groups are searched. */
      readonly looks: readonly ProbeLook[];
      /** The only keys probed; undefined: the SAS reaches the whole table. */
      readonly reach: SasKeys | undefined;
      /** How many keys of its answers `keys` returns. */
      readonly sampledKeys: number;
    };

export interface KeyspaceProbe extends ReadableStore<ProbeState> {
  /** Probes a table, replacing the previous probe. */
  readonly start: (session: Session, tableName: string) => void;
  /** Samples what is unknown, with up to MORE_REQUESTS more (core/keyspace/probe/probe.ts). */
  readonly sampleMore: () => void;
  /** Samples a part in finer cells, with up to MORE_REQUESTS more requests. */
  readonly refine: (part: ProbeSection) => void;
  /** Keeps what was found. */
  readonly stop: () => void;
  /** Continues after a stop or pause; starts over if the session now reaches other keys. */
  readonly goOn: (session: Session) => void;
  /** Keys from its answers; none before the first answer. */
  readonly keys: () => SampledKeys;
}

interface Options extends ProbeRunOptions {
  readonly nextFrame: (done: () => void) => void;
  /** The probe code loads from a separate file: the first screen does not need it. */
  readonly load: () => Promise<{ readonly ProbeRun: typeof ProbeRun }>;
}

const UNPROVEN =
  'No continuation token could be read, so groups may be missing: the CORS rule of the account may hide x-ms-continuation-* headers.';

export function createKeyspaceProbe(options: Options): KeyspaceProbe {
  const store = createStore<ProbeState>({ kind: 'none' });
  let run: ProbeRun | undefined;
  let isPainting = false;
  let starts = 0;

  const publish = (tableName: string, of: ProbeRun, isOver: boolean): void => {
    if (of !== run) return;
    const picture = of.picture();
    const { wait } = of;
    const phase = wait?.kind ?? (isOver ? 'done' : 'running');
    store.set({
      kind: 'probed',
      tableName,
      scope: of.scope,
      phase,
      picture,
      whole: of.whole,
      fault: of.fault ?? (phase === 'done' && !of.isProven ? UNPROVEN : undefined),
      pause: wait?.kind === 'paused' ? wait.why : undefined,
      looks: of.looks,
      reach: of.reach,
      sampledKeys: of.sample.size,
    });
  };

  const begin = (Run: typeof ProbeRun, session: Session, tableName: string): void => {
    const mine: ProbeRun = new Run(session, tableName, options, (isOver) => {
      // A picture copies everything, so one per frame is enough, but always the last one.
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

  const start = (session: Session, tableName: string): void => {
    run?.stop();
    run = undefined;
    starts += 1;
    const mine = starts;
    void options.activity.track(
      options.load().then(({ ProbeRun: Run }) => {
        // Another start arrived while the code loaded.
        if (mine === starts) begin(Run, session, tableName);
      }),
    );
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    start,
    sampleMore: () => run?.sampleMore(),
    refine: (part) => {
      if (run !== undefined && run.wait === undefined) run.refine(part);
    },
    stop: () => run?.stop(),
    goOn: (session) => {
      if (run?.goOn(session) === false) start(session, run.tableName);
    },
    keys: () => run?.sample.sampled() ?? { keys: [], answers: 0 },
  };
}
