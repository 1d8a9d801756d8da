import type {
  GuardOutcome,
  LaneGuard,
  LaneQuery,
  QueryProgress,
  RequestRecord,
  RunEvent,
  RunOptions,
} from './runTypes.ts';
import { nextQuery, type QueryEvent, waitingQuery } from './queryState.ts';

/** The fields of a request that are not known when it is sent. */
type OpenedRequest = Omit<
  RequestRecord,
  | 'id'
  | 'headersAtMs'
  | 'endedAtMs'
  | 'decodedAtMs'
  | 'status'
  | 'requestId'
  | 'bytes'
  | 'rows'
  | 'hasContinuation'
  | 'token'
>;

/** The run log. Every change is an event, and every state is plain data that is replaced as a whole and never modified. */
export function createRunLog(
  queries: readonly LaneQuery[],
  guards: readonly LaneGuard[],
  resume: Pick<RunOptions, 'resume' | 'resumeGuards'>,
  onEvent: (event: RunEvent) => void,
) {
  const earlier = new Map(resume.resume?.map((progress) => [progress.index, progress]));
  const answered = new Map(resume.resumeGuards?.filter(isAnswered).map((guard) => [guard.index, guard]));
  const states = new Map(
    queries.map((query) => {
      const before = earlier.get(query.index);
      return [
        query.index,
        before === undefined ? waitingQuery(query) : nextQuery(before, { kind: 'resumed' }),
      ];
    }),
  );
  const guardStates = new Map(
    guards.map((guard) => [guard.index, answered.get(guard.index) ?? waitingCheck(guard)]),
  );
  const requests: RequestRecord[] = [];

  const progress = (index: number): QueryProgress => {
    const found = states.get(index);
    if (found === undefined) throw new RangeError(`No query ${index} in this run`);
    return found;
  };
  const replace = (next: QueryProgress): void => {
    states.set(next.index, next);
    onEvent({ kind: 'query', query: next });
  };

  return {
    progress,
    tell: (index: number, event: QueryEvent): void => replace(nextQuery(progress(index), event)),
    /** Changes facts about a query that do not affect its state. */
    update: (index: number, change: Partial<Omit<QueryProgress, 'state' | 'parts'>>): void =>
      replace({ ...progress(index), ...change }),
    openRequest: (request: OpenedRequest): number => {
      const record = { ...request, id: requests.length };
      requests.push(record);
      onEvent({ kind: 'request', request: record });
      return record.id;
    },
    closeRequest: (id: number, change: Partial<RequestRecord>): void => {
      const found = requests[id];
      if (found === undefined) throw new RangeError(`No request ${id} in this run`);
      const record = { ...found, ...change };
      requests[id] = record;
      onEvent({ kind: 'request', request: record });
    },
    setGuard: (outcome: GuardOutcome): void => {
      guardStates.set(outcome.index, outcome);
      onEvent({ kind: 'guard', guard: outcome });
    },
    queries: (): readonly QueryProgress[] => Array.from(states.values()),
    guards: (): readonly GuardOutcome[] => Array.from(guardStates.values()),
    guard: (index: number): GuardOutcome => {
      const found = guardStates.get(index);
      if (found === undefined) throw new RangeError(`No coverage check ${index} in this run`);
      return found;
    },
    requests: (): readonly RequestRecord[] => requests.slice(),
    requestCount: () => requests.length,
  };
}

export type RunLog = ReturnType<typeof createRunLog>;

export function sumOf(queries: readonly QueryProgress[], of: (query: QueryProgress) => number): number {
  return queries.reduce((total, query) => total + of(query), 0);
}

/** Whether a coverage check need not be sent again. */
export function isAnswered({ state }: GuardOutcome): boolean {
  return state === 'clear' || state === 'hit';
}

export function waitingCheck(check: Pick<LaneGuard, 'index' | 'position' | 'label'>): GuardOutcome {
  const { index, position, label } = check;
  return { index, position, label, state: 'waiting', headersExposed: true };
}
