import { describe, expect, it } from 'vitest';
import type { TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { usedReplicas, usedWidth, whyNowhere } from './hosts.ts';
import type { PageJob, Run } from './context.ts';
import { waitingAt } from './pageState.ts';
import { createRunSecondary, type RunSecondary } from './secondary.ts';

const fault = (kind: TableFault['kind'], more: Partial<TableFault> = {}): TableFault => {
  return { kind, message: kind, nextStep: '', ...more };
};
const NETWORK = fault('network');

function rig(asksSync = false) {
  let limit = 12;
  let handedOn = 0;
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
  const run = {
    secondary,
    lanes,
    areQueriesOver: false,
    letIn: new Map<string, number>(),
  } as unknown as Run;
  return { run, secondary, handedOn: () => handedOn };
}

/** The job of a query, with a token if `replica` gave one. */
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
    state: {
      ...waitingAt({ replica: token, continuation: token && { nextPartitionKey: 'p' } }),
      avoidsSecondary: avoids,
    },
    query: { canMove: () => canMove },
  } as unknown as PageJob & { kind: 'query' };
}

/** Makes the primary fail three times while the secondary answers, so that the run leaves the primary. */
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

  it('is given up at the third failure since its last answer', () => {
    const { secondary } = rig();
    for (let round = 0; round < 3; round += 1) {
      secondary.noteAnswer('secondary');
      const said = [1, 2].map(() => secondary.noteFailure(NETWORK, true));
      expect([said, secondary.dropped()]).toEqual([['stay', 'stay'], undefined]);
    }
    expect([secondary.noteFailure(NETWORK, true), secondary.dropped()]).toEqual(['leave', NETWORK]);
  });

  it('and was given up: what its host did not do is asked of the other one, what is wrong with the page is not', () => {
    const { secondary } = rig();
    secondary.drop(NETWORK);
    const said = (...kinds: readonly TableFault['kind'][]) =>
      new Set(kinds.map((kind) => secondary.noteFailure(fault(kind), true)));
    expect(said('network', 'service', 'timeout', 'auth')).toEqual(new Set(['leave']));
    expect(said('bad-request', 'protocol', 'loop')).toEqual(new Set(['stay']));
  });

  it('stands in for the primary only where it answered while that failed three times in a row', () => {
    const { secondary } = rig();
    const fail = (times: number) =>
      Array.from({ length: times }, () => secondary.notePrimaryFailure(NETWORK, true));
    // An answer of the secondary from before the first failure proves nothing.
    secondary.noteAnswer('secondary');
    expect(fail(4)).toEqual(['stay', 'stay', 'stay', 'stay']);
    secondary.noteAnswer('primary');
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
});

describe('where a page may be asked for', () => {
  it('a query moves on by keys where its token is of a host that is not read any more', () => {
    const { run, secondary } = rig();
    for (const job of [queryJob(), queryJob({ token: 'secondary' }), queryJob({ token: 'primary' })])
      expect(whyNowhere(run, job)).toBeUndefined();
    const moved = (host: string, because: string, kind: TableFault['kind']) => ({
      kind: 'stranded',
      fault: {
        kind,
        message: `table T: its pages came from ${host}, which is no longer read${because}.`,
        nextStep: 'Run it again from the start.',
      },
    });
    expect(whyNowhere(run, queryJob({ token: 'secondary', avoids: true }))).toEqual(
      moved('the secondary endpoint', '', 'protocol'),
    );
    expect(whyNowhere({ ...run, secondary: undefined }, queryJob({ token: 'secondary' }))?.kind).toBe(
      'stranded',
    );
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
