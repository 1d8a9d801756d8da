// Faults planted in the engine: each replaces a function of one of its modules. The judge must detect each of them, from what the
// page shows and what went over the wire, with the seeds named here.
import type { RunFacts } from '../../src/core/plan/completeness.ts';
import type { TableKeyRange } from '../../src/core/keys/base/scheme.ts';
import type { RetryDecision, RetryQuestion } from '../../src/tables/pacing/retry.ts';
import type { CircuitBreaker } from '../../src/tables/pacing/circuitBreaker.ts';
import type { RunLog } from '../../src/tables/progress/runLog.ts';
import type { QueryParts } from '../../src/tables/run/parts.ts';
import type { createHostHolds } from '../../src/tables/pacing/hostHolds.ts';
import type { createLanes } from '../../src/tables/pacing/lanes.ts';
import type { EndProofs } from '../../src/tables/progress/endProof.ts';
import type { TableFault } from '../../src/tables/base/tableError.ts';
import type { Schedule } from './schedule.ts';
import type { Run } from '../../src/tables/run/readQueries.ts';

/** Replacements by function name. Each takes the original and returns the faulty function. */
export type Planted = Readonly<Record<string, (original: never) => unknown>>;

export interface EngineFault {
  /** At least one of these seeds must reveal the fault. */
  readonly seeds: readonly number[];
  readonly planted: Planted;
  /** Changes to the seed's schedule; default: none. */
  readonly change?: Partial<Schedule>;
}

type Make<T> = (...given: readonly unknown[]) => T;

/** Returns an object with some of its members changed. */
function made<T extends object>(change: (inner: T) => Partial<T>) {
  return (original: Make<T>) =>
    (...given: readonly unknown[]): T => {
      const inner = original(...given);
      return { ...inner, ...change(inner) };
    };
}

function otherFacts(change: (facts: RunFacts) => Partial<RunFacts>) {
  return (original: (facts: RunFacts) => unknown) => (facts: RunFacts) =>
    original({ ...facts, ...change(facts) });
}

const inLog = (change: (inner: RunLog) => Partial<RunLog>): Planted => ({
  createRunLog: made(change),
});

/** The planted faults by name. The name says what goes wrong. */
export const ENGINE_FAULTS: ReadonlyMap<string, EngineFault> = new Map<string, EngineFault>([
  [
    'leaves requests out of its log',
    {
      seeds: [0],
      planted: inLog(({ requests }) => ({ requests: () => requests().filter(({ id }) => id % 7 !== 6) })),
    },
  ],
  [
    'writes down no bytes',
    {
      seeds: [0],
      planted: inLog(({ closeRequest }) => ({
        closeRequest: (id, change) => closeRequest(id, 'bytes' in change ? { ...change, bytes: 0 } : change),
      })),
    },
  ],
  [
    'takes a query that failed for one that is done',
    {
      seeds: [0],
      planted: inLog(({ update }) => ({
        update: (index, change) => update(index, change.state === 'failed' ? { state: 'done' } : change),
      })),
    },
  ],
  [
    'asks one coverage check of many',
    {
      seeds: [1, 2],
      planted: {
        runCoverageChecks:
          (original: (run: Run, queries: Promise<void>) => readonly Promise<void>[]) =>
          (run: Run, queries: Promise<void>) => {
            const { guards } = run.options;
            for (const guard of run.log.guards().slice(1)) run.log.setGuard({ ...guard, state: 'clear' });
            return original({ ...run, options: { ...run.options, guards: guards.slice(0, 1) } }, queries);
          },
      },
    },
  ],
  [
    'has no doubt where a coverage check failed',
    {
      seeds: [29],
      planted: {
        completenessState: otherFacts(({ guards }) => ({
          guards: guards.map((guard) => (guard.state === 'failed' ? { ...guard, state: 'clear' } : guard)),
        })),
      },
    },
  ],
  [
    'doubts every result',
    { seeds: [2], planted: { completenessState: otherFacts(() => ({ headersExposed: false })) } },
  ],
  [
    'has no doubt where rows came oddly',
    {
      seeds: [3],
      planted: {
        completenessState: otherFacts(() => ({ anomalies: { outOfOrder: 0, repeated: 0, outside: 0 } })),
      },
    },
  ],
  ['closes its breaker unasked', { seeds: [11], planted: { untilAnswered: () => () => Promise.resolve() } }],
  [
    'has no breaker',
    {
      seeds: [0, 3],
      planted: {
        createCircuitBreaker: made<CircuitBreaker>(() => ({
          isClosed: () => true,
          enter: () => Promise.resolve(),
          trip: () => undefined,
        })),
      },
    },
  ],
  [
    'tries for ever while only outage checks are answered',
    {
      seeds: [0, 2],
      planted: { createCircuitBreaker: made<CircuitBreaker>(() => ({ isForgiving: () => true })) },
      // An outage check has no filter.
      change: {
        rules: [
          {
            action: { kind: 'status', status: 503, code: 'ServerBusy' },
            filterHas: 'Key',
            during: { fromMs: 5, toMs: 120_000 },
          },
        ],
      },
    },
  ],
  [
    'takes whatever answers for the service',
    {
      seeds: [97_001_083],
      planted: {
        isNoAnswer: (original: (fault: TableFault) => boolean) => (fault: TableFault) =>
          fault.kind !== 'protocol' && original(fault),
      },
    },
  ],
  [
    'tries nothing again',
    {
      seeds: [47, 48],
      planted: { decideRetry: () => (): RetryDecision => ({ retry: false, reason: 'never' }) },
    },
  ],
  ['cuts queries without bound', { seeds: [7], planted: { piecesWorth: () => () => 4 } }],
  [
    'loses a piece of a query that it cut',
    {
      seeds: [2],
      planted: {
        createQueryParts: made<QueryParts>(({ cut }) => ({
          cut: (...given) => {
            const pieces = cut(...given);
            return pieces !== undefined && pieces.length > 2 ? pieces.slice(0, -1) : pieces;
          },
        })),
      },
    },
  ],
  [
    'goes on behind the partition where it was cut',
    {
      seeds: [7],
      planted: {
        rangesAfter:
          (original: Make<readonly TableKeyRange[]>) =>
          (...given: readonly unknown[]) =>
            original(...given).slice(-1),
      },
    },
  ],
  ['forgets what it read from the copy', { seeds: [45], planted: { copyOf: () => () => ({}) } }],
  [
    'takes every table that is gone for an empty one',
    { seeds: [1], planted: { isAbsent: () => () => true } },
  ],
  [
    'believes every end',
    { seeds: [1], planted: { createEndProofs: made<EndProofs>(() => ({ open: () => [] })) } },
  ],
  [
    'heeds no Retry-After',
    {
      seeds: [29],
      planted: {
        createHostHolds: made<ReturnType<typeof createHostHolds>>(() => ({
          hold: () => undefined,
        })),
        decideRetry:
          (original: (question: RetryQuestion) => RetryDecision) =>
          ({ fault: { retryAfterMs: _left, ...fault }, ...question }: RetryQuestion) =>
            original({ ...question, fault }),
      },
    },
  ],
  [
    'sends a token that is too long for any browser',
    {
      seeds: [1],
      planted: { checkPageQuery: () => () => undefined },
      change: { paging: { rowsPerPage: 20, tokenChars: 1_100_000 } },
    },
  ],
  [
    'takes more lanes than a host has sockets',
    {
      seeds: [0],
      planted: {
        createLanes: (original: typeof createLanes) => (perHost: number, replicas: 1 | 2) =>
          original(perHost + 1, replicas),
      },
    },
  ],
  [
    'takes the rows of two tables of one name for those of one',
    {
      seeds: [1],
      planted: { markReplaced: () => () => undefined },
      change: {
        paging: { rowsPerPage: 7 },
        rules: [{ action: { kind: 'status', status: 404, code: 'TableNotFound' }, nth: { from: 6, to: 6 } }],
      },
    },
  ],
  [
    'believes that a SAS for some keys reaches all',
    {
      seeds: [5],
      planted: {
        sasReach: () => () => 'inside',
        splitByReach: () => (range: TableKeyRange) => ({ inside: [range], outside: [] }),
      },
    },
  ],
]);
