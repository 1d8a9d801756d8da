import { describe, expect, it } from 'vitest';
import type { QueryProgress, RequestRecord } from '../progress/runTypes.ts';
import type { TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { NO_TROUBLE, type PageJob, type RunContext, type RunSecondary } from './job.ts';
import {
  askElsewhere,
  copyOf,
  createRunSecondary,
  mayUse,
  replicaFor,
  usedReplicas,
  usedWidth,
  whyNowhere,
} from './secondary.ts';

const fault = (kind: TableFault['kind'], more: Partial<TableFault> = {}): TableFault => {
  return { kind, message: kind, nextStep: '', ...more };
};
const NETWORK = fault('network');

function rig(asksSync = false) {
  let limit = 12;
  let handedOn = 0;
  const closed: (Partial<RequestRecord> & { readonly id: number })[] = [];
  const lanes = {
    perHost: 6,
    width: 12,
    limit: () => limit,
    setLimit: (next: number) => {
      limit = next;
    },
    handOn: () => {
      handedOn += 1;
    },
  };
  const secondary: RunSecondary = createRunSecondary({} as RunSecondary['reader'], lanes, asksSync);
  const stopping = new AbortController();
  const run = {
    secondary,
    lanes,
    areQueriesOver: false,
    letIn: new Map<string, number>(),
    signal: stopping.signal,
    env: { isOnline: () => true, monotonicMs: () => 77 },
    log: { closeRequest: (id: number, change: Partial<RequestRecord>) => closed.push({ id, ...change }) },
  } as unknown as RunContext;
  return { run, secondary, lanes, closed, stop: () => stopping.abort(), handedOn: () => handedOn };
}

/** A query, with a token where `replica` gave one. */
function queryJob(
  more: { readonly token?: Replica; readonly avoids?: boolean; readonly canMove?: boolean } = {},
): PageJob & {
  kind: 'query';
} {
  const { token, avoids = false, canMove = true } = more;
  return {
    kind: 'query',
    index: 0,
    tableName: 'T',
    position: {
      continuation: token === undefined ? undefined : { nextPartitionKey: 'p' },
      replica: token ?? 'primary',
      lastKey: undefined,
    },
    trouble: NO_TROUBLE,
    avoidsSecondary: avoids,
    query: { canMove: () => canMove },
  } as unknown as PageJob & { kind: 'query' };
}

function rowJob(kind: 'guard' | 'check', replica: Replica = 'primary', isPutOff = false): PageJob {
  return {
    kind,
    index: 0,
    tableName: 'T',
    position: { continuation: undefined, replica, lastKey: undefined },
    trouble: isPutOff ? { ...NO_TROUBLE, isPutOff } : NO_TROUBLE,
  } as unknown as PageJob;
}

/** The primary fails three times while the secondary answers: it is left. */
function losePrimary(secondary: RunSecondary): void {
  secondary.notePrimaryFailure(NETWORK, true);
  secondary.noteAnswer('secondary');
  secondary.notePrimaryFailure(NETWORK, true);
  secondary.notePrimaryFailure(NETWORK, true);
}

describe('the secondary of a run', () => {
  it('is used beside the primary once its last sync is asked for, and alone where the primary is lost', () => {
    const { run, secondary, handedOn } = rig(true);
    expect([usedReplicas(run), usedWidth(run), secondary.isSyncAsked()]).toEqual(['primary', 6, true]);
    secondary.learn(500);
    expect([usedReplicas(run), usedWidth(run), secondary.isSyncAsked(), handedOn()]).toEqual([
      'either',
      12,
      false,
      1,
    ]);
    secondary.learn(900);
    expect([secondary.syncedAtMs(), handedOn()]).toEqual([500, 1]);
    losePrimary(secondary);
    expect([usedReplicas(run), usedWidth(run)]).toEqual(['secondary', 12]);
    secondary.drop(NETWORK);
    expect([usedReplicas(run), usedWidth(run), secondary.primaryFault()]).toEqual(['primary', 6, undefined]);
    expect(usedReplicas({ ...run, secondary: undefined })).toBe('primary');
    expect(rig().secondary.syncedAtMs()).toBe(0);
  });

  it('takes its lanes along when it is given up, and no more', () => {
    for (const [before, after] of [
      [12, 6],
      [4, 4],
    ] as const) {
      const { secondary, lanes } = rig();
      lanes.setLimit(before);
      secondary.drop(NETWORK);
      expect(lanes.limit()).toBe(after);
    }
  });

  it('outlives two failures in a row after an answer, none before its first', () => {
    const { secondary } = rig();
    secondary.noteAnswer('primary');
    expect([secondary.noteFailure(NETWORK, true), secondary.dropped()]).toEqual(['leave', NETWORK]);
    const other = rig().secondary;
    other.noteAnswer('secondary');
    const said = [1, 2, 3].map(() => other.noteFailure(NETWORK, true));
    expect([said, other.dropped()]).toEqual([['stay', 'stay', 'leave'], NETWORK]);
    // What was on its way to a secondary that is given up goes to the primary, and the first reason stays.
    const late = rig().secondary;
    late.noteAnswer('secondary');
    late.drop(NETWORK);
    expect([late.noteFailure(fault('timeout'), true), late.noteFailure(fault('auth'), true)]).toEqual([
      'leave',
      'leave',
    ]);
    expect(late.dropped()).toBe(NETWORK);
  });

  it.each<readonly [TableFault, isOnline: boolean, 'stay' | 'leave', isDropped: boolean]>([
    [fault('auth'), true, 'leave', true],
    [fault('not-found'), true, 'leave', false],
    [fault('throttled'), true, 'stay', false],
    [fault('bad-request'), true, 'stay', false],
    [fault('network', { afterSleep: true }), true, 'stay', false],
    [NETWORK, false, 'stay', false],
    [NETWORK, true, 'leave', true],
  ])('%j (online: %s) says %s', (found, isOnline, said, isDropped) => {
    const { secondary } = rig();
    expect([secondary.noteFailure(found, isOnline), secondary.dropped() !== undefined]).toEqual([
      said,
      isDropped,
    ]);
  });

  it('stands in for the primary only where it answered while that failed three times in a row', () => {
    const { secondary } = rig();
    expect(secondary.hasPrimaryAnswered()).toBe(false);
    const fail = (times: number) =>
      Array.from({ length: times }, () => secondary.notePrimaryFailure(NETWORK, true));
    // An answer of the secondary before the first failure says nothing.
    secondary.noteAnswer('secondary');
    expect(fail(4)).toEqual(['stay', 'stay', 'stay', 'stay']);
    secondary.noteAnswer('primary');
    expect(secondary.hasPrimaryAnswered()).toBe(true);
    expect(fail(1)).toEqual(['stay']);
    secondary.noteAnswer('secondary');
    expect(fail(2)).toEqual(['stay', 'leave']);
    expect(secondary.primaryFault()).toBe(NETWORK);
    secondary.noteAnswer('primary');
    expect([secondary.primaryFault(), ...fail(3)]).toEqual([undefined, 'stay', 'stay', 'stay']);
    secondary.noteAnswer('secondary');
    expect(secondary.notePrimaryFailure(fault('throttled'), true)).toBe('stay');
    expect(secondary.notePrimaryFailure(NETWORK, false)).toBe('stay');
    expect(secondary.notePrimaryFailure(NETWORK, true)).toBe('leave');
    const lost = rig().secondary;
    lost.losePrimary(NETWORK);
    expect([lost.primaryFault(), lost.notePrimaryFailure(NETWORK, true)]).toEqual([NETWORK, 'leave']);
    lost.drop(NETWORK);
    expect(lost.notePrimaryFailure(NETWORK, true)).toBe('stay');
  });

  it('dates the pages of a query by the oldest sync', () => {
    const { run, secondary } = rig(true);
    const before = (secondarySyncMs?: number) =>
      (secondarySyncMs === undefined ? {} : { secondarySyncMs }) as QueryProgress;
    expect(copyOf(run, 'primary', before())).toEqual({});
    secondary.learn(500);
    expect(copyOf(run, 'secondary', before())).toEqual({ readsSecondary: true, secondarySyncMs: 500 });
    expect(copyOf(run, 'secondary', before(400)).secondarySyncMs).toBe(400);
    expect(copyOf(run, 'secondary', before(600)).secondarySyncMs).toBe(500);
    expect(copyOf({ secondary: undefined }, 'secondary', before(600)).secondarySyncMs).toBe(0);
  });
});

describe('where a page may be asked for', () => {
  it('a query goes where its token came from, and else wherever is read', () => {
    const { run, secondary } = rig(true);
    expect(replicaFor(run, queryJob())).toBe('primary');
    expect(replicaFor(run, queryJob({ token: 'secondary' }))).toBeUndefined();
    secondary.learn(500);
    expect(replicaFor(run, queryJob())).toBe('either');
    expect(replicaFor(run, queryJob({ avoids: true }))).toBe('primary');
    expect(replicaFor(run, queryJob({ token: 'secondary', avoids: true }))).toBe('secondary');
    expect(replicaFor(run, queryJob({ token: 'primary' }))).toBe('primary');
    const hosts = ['primary', 'secondary'] as const;
    expect(hosts.map((host) => mayUse(run, queryJob(), host))).toEqual([true, true]);
    expect(hosts.map((host) => mayUse(run, queryJob({ token: 'secondary' }), host))).toEqual([false, true]);
    expect(hosts.map((host) => mayUse(run, queryJob({ avoids: true }), host))).toEqual([true, false]);
  });

  it('a coverage check waits for its table, and where it was put off for the end of the queries', () => {
    const { run } = rig();
    expect(replicaFor(run, rowJob('guard'))).toBeUndefined();
    expect(replicaFor(run, rowJob('check', 'secondary'))).toBe('secondary');
    run.letIn.set('T', 1);
    expect(replicaFor(run, rowJob('guard'))).toBe('primary');
    expect(replicaFor(run, rowJob('guard', 'primary', true))).toBeUndefined();
    const over = { ...run, areQueriesOver: true };
    expect(replicaFor(over, rowJob('guard', 'primary', true))).toBe('primary');
    expect(replicaFor({ ...over, letIn: new Map() }, rowJob('guard'))).toBe('primary');
  });

  it('a check goes nowhere where its host is lost, and says why', () => {
    const { run, secondary } = rig();
    expect(whyNowhere(run, rowJob('check', 'secondary'))).toBeUndefined();
    secondary.drop(fault('auth'));
    expect(whyNowhere(run, rowJob('check', 'secondary'))).toEqual({ kind: 'failed', fault: fault('auth') });
    expect(whyNowhere(run, rowJob('check'))).toBeUndefined();
    const lost = rig();
    losePrimary(lost.secondary);
    expect(whyNowhere(lost.run, rowJob('guard'))).toEqual({ kind: 'failed', fault: NETWORK });
    expect(whyNowhere(lost.run, rowJob('check', 'secondary'))).toBeUndefined();
  });

  it('a query moves on by keys where its token is of a host that is not read any more', () => {
    const { run, secondary } = rig();
    for (const job of [queryJob(), queryJob({ token: 'secondary' }), queryJob({ token: 'primary' })])
      expect(whyNowhere(run, job)).toBeUndefined();
    const moved = (host: string, because: string, kind: TableFault['kind']) => ({
      kind: 'move',
      fault: {
        kind,
        message: `table T: its pages came from ${host}, which is no longer read${because}.`,
        nextStep: 'Run it again from the start.',
      },
    });
    expect(whyNowhere(run, queryJob({ token: 'secondary', avoids: true }))).toEqual(
      moved('the secondary endpoint', '', 'protocol'),
    );
    expect(whyNowhere({ ...run, secondary: undefined }, queryJob({ token: 'secondary' }))?.kind).toBe('move');
    losePrimary(secondary);
    expect(whyNowhere(run, queryJob({ token: 'primary' }))).toEqual(
      moved('the primary', ': network', 'network'),
    );
    expect(whyNowhere(run, queryJob({ token: 'primary', canMove: false }))).toBeUndefined();
    expect(whyNowhere(run, queryJob({ token: 'primary', avoids: true }))).toBeUndefined();
    secondary.drop(fault('auth'));
    expect(whyNowhere(run, queryJob({ token: 'secondary' }))).toEqual(
      moved('the secondary endpoint', ': auth', 'auth'),
    );
  });
});

describe('a page that failed', () => {
  const ask = (at: ReturnType<typeof rig>, job: PageJob, replica: Replica, found = NETWORK) =>
    askElsewhere(at.run, job, { fault: found, id: 3, replica });
  const again = (found = NETWORK) => ({ kind: 'again', waitMs: 0, isFree: true, fault: found });

  it('because the secondary has no such table keeps all queries of that table away from it, and no others', () => {
    const at = rig();
    const [own, other] = [queryJob(), { ...queryJob(), tableName: 'Other' } as ReturnType<typeof queryJob>];
    expect(replicaFor(at.run, queryJob())).toBe('either');
    ask(at, own, 'secondary', fault('not-found', { status: 404 }));
    expect([replicaFor(at.run, queryJob()), replicaFor(at.run, other)]).toEqual(['primary', 'either']);
    expect(other.avoidsSecondary).toBe(false);
  });

  it('at the secondary is asked for at the primary from then on, at once and for free', () => {
    const at = rig();
    const job = queryJob();
    const refused = fault('auth', { status: 403, requestId: 'r' });
    expect(ask(at, job, 'secondary', refused)).toEqual(again(refused));
    expect(job.avoidsSecondary).toBe(true);
    expect(at.closed).toStrictEqual([
      {
        id: 3,
        endedAtMs: 77,
        fault: refused,
        status: 403,
        requestId: 'r',
        retryReason: 'not readable from the secondary endpoint: repeated at the primary',
        retryWaitMs: 0,
      },
    ]);
  });

  it('at the secondary is given up where it is a check of just that host', () => {
    const at = rig();
    expect(ask(at, rowJob('check', 'secondary'), 'secondary')).toEqual({ kind: 'failed', fault: NETWORK });
    expect(at.closed).toStrictEqual([{ id: 3, endedAtMs: 77, fault: NETWORK }]);
  });

  it('at the primary is asked for at the secondary where that answers, unless it is bound to the primary', () => {
    const lost = () => {
      const at = rig();
      at.secondary.losePrimary(NETWORK);
      return at;
    };
    const at = lost();
    expect(ask(at, queryJob(), 'primary')).toEqual(again());
    expect(at.closed[0]?.retryReason).toBe('the primary does not answer: repeated at the secondary endpoint');
    const guard = rowJob('guard');
    const later = {
      ...guard,
      position: { ...guard.position, continuation: { nextPartitionKey: 'p' } },
    } as PageJob;
    for (const job of [guard, later]) expect(ask(lost(), job, 'primary')).toEqual(again());
    expect(ask(lost(), queryJob({ token: 'primary' }), 'primary')).toEqual(again());
    expect(ask(lost(), queryJob({ token: 'primary', canMove: false }), 'primary')).toBeUndefined();
    expect(ask(lost(), queryJob({ canMove: false }), 'primary')).toEqual(again());
    expect(ask(lost(), queryJob({ avoids: true }), 'primary')).toBeUndefined();
  });

  it('is judged like any other where nothing says that the other host may answer', () => {
    const busy = rig();
    const job = queryJob();
    expect(ask(busy, job, 'secondary', fault('throttled'))).toBeUndefined();
    expect(ask(busy, job, 'primary')).toBeUndefined();
    expect([busy.closed, job.avoidsSecondary]).toEqual([[], false]);
    const stopped = rig();
    stopped.stop();
    expect(ask(stopped, queryJob(), 'secondary')).toBeUndefined();
    expect(stopped.secondary.dropped()).toBeUndefined();
    const alone = { ...rig().run, secondary: undefined };
    expect(askElsewhere(alone, queryJob(), { fault: NETWORK, id: 3, replica: 'primary' })).toBeUndefined();
  });
});
