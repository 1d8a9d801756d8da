import { describe, expect, it } from 'vitest';
import { createEndProofs, type LastPage } from './endProof.ts';
import { createKeyTable, type KeyTable, keysIn, rangeInTime, rowsInTime } from '../run/keyTable.fixture.ts';
import type { LaneGuard, QueryProgress, RunOutcome, Unproven } from './runTypes.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import { exactKey } from '../../core/keys/base/keySpan.ts';

const PREFIXES = Array.from({ length: 14 }, (_, prefix) => `${String(prefix).padStart(19, '0')}___`);
/** 3 to 42 rows per prefix, ten per page. */
const rowsOf = (prefix: number): readonly EntityKey[] => rowsInTime(PREFIXES[prefix] ?? '', 3 + prefix * 3);

interface Hiding {
  /** No token is hidden before this time of the run, in milliseconds. */
  readonly fromMs: number;
  readonly replica?: 'primary' | 'secondary';
  isOver?: boolean;
}

function tableThatHides(hiding: Hiding): KeyTable {
  const table: KeyTable = createKeyTable({
    rows: PREFIXES.flatMap((_, prefix) => rowsOf(prefix)),
    ranges: PREFIXES.map((prefix) => rangeInTime(prefix, 100)),
    hidesToken: ({ replica }) =>
      hiding.isOver !== true &&
      (hiding.replica ?? replica) === replica &&
      table.clock.env.monotonicMs() >= hiding.fromMs,
  });
  return table;
}

const nameOf = ({ partitionKey }: EntityKey): string => partitionKey;

/** The keys that a query claims to have read. */
function claimed(query: QueryProgress, filterOf: (order: number) => string): readonly EntityKey[] {
  return query.parts.flatMap(({ state, unproven, order, lastKey, filter, isCut }) => {
    const all = keysIn(rowsOf(query.index), filter ?? filterOf(order));
    const isWhole = state === 'done' && unproven === undefined && isCut !== true;
    return isWhole ? all : all.filter(({ partitionKey }) => partitionKey <= (lastKey?.partitionKey ?? ''));
  });
}

function marksOf({ queries }: RunOutcome): readonly Unproven[] {
  return queries.flatMap(({ parts }) => parts.flatMap(({ unproven }) => unproven ?? []));
}

function lies(table: KeyTable, outcome: RunOutcome): readonly string[] {
  return outcome.queries.flatMap((query) => {
    const kept = new Set(table.kept(query.index).map(nameOf));
    const says = claimed(query, () => table.queries[query.index]?.filter ?? '');
    return says.filter((key) => !kept.has(nameOf(key))).map(nameOf);
  });
}

function keptTwiceOrLost(table: KeyTable): readonly number[] {
  return PREFIXES.flatMap((_, prefix) => {
    const kept = table.kept(prefix).map(nameOf);
    const isSame = JSON.stringify(kept) === JSON.stringify(rowsOf(prefix).map(nameOf));
    return isSame ? [] : [prefix];
  });
}

const GUARDS: readonly LaneGuard[] = Array.from({ length: 8 }, (_, index) => {
  const filter = `PartitionKey ge '9${index}'`;
  return { index, position: 'above', tableName: 'Orders', label: `gap ${index}`, filter };
});

/** A coverage check is proven if, by the log, a request that was sent after its answer arrived brought a token. */
function guardMarks({ requests }: RunOutcome, index: number): readonly ('hidden' | undefined)[] {
  const tokens = requests.flatMap(({ hasContinuation, startedAtMs }) =>
    hasContinuation === true ? startedAtMs : [],
  );
  const asked = requests.find(({ kind, queryIndex }) => kind === 'guard' && queryIndex === index);
  const aheadMs = Math.max(...tokens) - (asked?.endedAtMs ?? 0);
  // In the same millisecond, either may have been first.
  if (aheadMs === 0) return [undefined, 'hidden'];
  return aheadMs > 0 ? [undefined] : ['hidden'];
}

describe('continuation headers that vanish while a run reads', () => {
  /** All within the run, whose last request is sent at 360 ms or later. */
  const instants = Array.from({ length: 9 }, (_, at) => at * 45);

  it('leave no row unread in silence, at whatever instant, and Continue reads them', async () => {
    let unprovenInAll = 0;
    for (const fromMs of instants) {
      const hiding: Hiding = { fromMs };
      const table = tableThatHides(hiding);
      const first = await table.run({ guards: GUARDS });
      expect({ fromMs, lies: lies(table, first) }).toEqual({ fromMs, lies: [] });
      expect(first.continuation).toBe('hidden');
      for (const { index, unproven } of first.guards)
        expect({ fromMs, index, marks: guardMarks(first, index) }).toMatchObject({
          marks: expect.arrayContaining([unproven?.why]) as unknown,
        });
      unprovenInAll += marksOf(first).length;
      hiding.isOver = true;
      const resumed = await table.run({
        guards: GUARDS,
        resume: first.queries,
        resumeGuards: first.guards,
      });
      expect([resumed.continuation, keptTwiceOrLost(table)]).toEqual(['readable', []]);
      expect(resumed.queries.every(({ state, headersExposed }) => state === 'done' && headersExposed)).toBe(
        true,
      );
      expect(resumed.guards.every(({ state, unproven }) => state === 'clear' && unproven === undefined)).toBe(
        true,
      );
    }
    expect(unprovenInAll).toBeGreaterThan(instants.length);
  });

  it('are seen of either host by itself', async () => {
    for (const replica of ['primary', 'secondary'] as const) {
      for (const fromMs of [0, 90]) {
        const hiding: Hiding = { fromMs, replica };
        const table = tableThatHides(hiding);
        const outcome = await table.run({ secondary: table.secondary, share: false });
        expect({ fromMs, replica, lies: lies(table, outcome) }).toEqual({ fromMs, replica, lies: [] });
        expect(new Set(marksOf(outcome).map((mark) => mark.replica))).toEqual(new Set([replica]));
        hiding.isOver = true;
        const resumed = await table.run({ secondary: table.secondary, resume: outcome.queries });
        expect([resumed.continuation, keptTwiceOrLost(table)]).toEqual(['readable', []]);
      }
    }
  });

  it('cost those queries alone that ended after the last continuation', async () => {
    const table = tableThatHides({ fromMs: 200 });
    const outcome = await table.run({ share: false });
    const early = outcome.queries.filter(({ headersExposed }) => headersExposed);
    // Short prefixes were read to their end while others still brought tokens.
    expect(early.length).toBeGreaterThan(2);
    expect(early.every(({ index, rows }) => rows === 3 + index * 3)).toBe(true);
  });
});

describe('continuation headers that are hidden for a while', () => {
  it('leave an end open that nobody can read on after: the filter has no comparison left', async () => {
    for (const [conditions, isProven] of [
      [13, true],
      [14, false],
    ] as const) {
      const partitions = ['a', 'b', 'c'];
      const table: KeyTable = createKeyTable({
        rows: partitions.flatMap((partitionKey) =>
          Array.from({ length: 25 }, (_, row) => ({ partitionKey, rowKey: `r${10 + row}` })),
        ),
        ranges: partitions.map((key) => ({ partition: exactKey(key), exact: true })),
        hidesToken: ({ request }) => request === 0,
      });
      const condition = Array.from({ length: conditions }, (_, at) => `RowKey ge 'q${at}'`).join(' and ');
      const queries = table.queries.map((query) => ({ ...query, condition }));
      const outcome = await table.run({ share: false, queries });
      const isWhole = table.kept(0).length === 25;
      expect([conditions, isWhole, outcome.continuation]).toEqual([
        conditions,
        isProven,
        isProven ? 'readable' : 'cannot-read-on',
      ]);
      expect(outcome.queries.map(({ headersExposed }) => headersExposed)).toEqual([isProven, true, true]);
    }
  });
});

describe('an end that nobody could check', () => {
  it('is read on behind its last key by the next run: somebody may have mended the CORS rule meanwhile', async () => {
    const wanted = PREFIXES.reduce((sum, _, prefix) => sum + rowsOf(prefix).length, 0);
    for (const fromMs of [10, 60, 130, 200, 270, 1e9]) {
      const hiding: Hiding = { fromMs };
      const table = tableThatHides(hiding);
      const cancel = new AbortController();
      const ended = new Set<number>();
      const work = table.start({
        signal: cancel.signal,
        share: false,
        onEvent: (event) => {
          // Once every query has ended, there is no request left that could show whether tokens are readable.
          if (event.kind !== 'query') return;
          if (event.query.state === 'done' || event.query.state === 'failed') ended.add(event.query.index);
          if (ended.size === PREFIXES.length) cancel.abort();
        },
      });
      const first = await table.clock.run(work);
      expect(first.continuation).not.toBe('readable');
      hiding.isOver = true;
      const again = await table.run({ resume: first.queries });
      expect([again.continuation, again.rows, keptTwiceOrLost(table)]).toEqual(['readable', wanted, []]);
      expect(again.queries.every(({ headersExposed }) => headersExposed)).toBe(true);
    }
  });

  it('is not checked by one request of the next run, however that is answered', async () => {
    const table = tableThatHides({ fromMs: 1e9 });
    const cancel = new AbortController();
    const work = table.start({
      signal: cancel.signal,
      onEvent: (event) => {
        if (event.kind === 'query' && event.query.index === 13 && event.query.state === 'done')
          cancel.abort();
      },
    });
    const first = await table.clock.run(work);
    expect(first.continuation).toBe('unanswered');
    expect(first.queries.at(-1)).toMatchObject({
      headersExposed: false,
      parts: [...(first.queries.at(-1)?.parts.slice(1) ?? []), { unproven: { why: 'unanswered' } }],
    });
    const sent = table.seen.length;
    const again = await table.run({ resume: first.queries });
    const unread = first.queries.filter(({ state }) => state !== 'done').length;
    const open = marksOf(first).length;
    // For each open end, one request asks for the rest of the partition and one for the rest of the range.
    expect(table.seen.length - sent).toBeGreaterThanOrEqual(open);
    expect(table.seen.length - sent).toBeLessThanOrEqual(unread * 5 + open * 2 + 1);
    expect([again.continuation, keptTwiceOrLost(table)]).toEqual(['readable', []]);
    expect(again.queries.every(({ headersExposed }) => headersExposed)).toBe(true);
  });

  it('is marked also where the run ends by a fault of the page itself', async () => {
    const table = tableThatHides({ fromMs: 1e9 });
    const last = new Map<number, QueryProgress>();
    const work = table.run({
      guards: GUARDS,
      share: false,
      onEvent: (event) => {
        if (event.kind === 'query') last.set(event.query.index, event.query);
        if (event.kind === 'request' && event.request.kind === 'check')
          throw new Error('a fault of the page');
      },
    });
    await expect(work).rejects.toThrow('a fault of the page');
    expect(last.get(13)).toMatchObject({ state: 'done', parts: [{ unproven: { why: 'unanswered' } }] });
  });

  it('is asked for anew where the next run goes another way', async () => {
    const table = tableThatHides({ fromMs: 1e9 });
    const first = await table.run({ share: false });
    const unproven = { why: 'unanswered', replica: 'primary', transport: 'sdk' } as const;
    const marked = first.queries.map((query) => ({
      ...query,
      headersExposed: false,
      parts: query.parts.map((part) => (part.isCut === true ? part : { ...part, unproven })),
    }));
    const sent = table.seen.length;
    const again = await table.run({ resume: marked });
    expect(again.continuation).toBe('readable');
    // For each last key, one request asks for the rest of the partition and one for the rest of the range. The last check is one more.
    expect(table.seen.length - sent).toBe(14 * 2 + 1);
    expect(keptTwiceOrLost(table)).toEqual([]);
  });
});

describe('the order of proofs', () => {
  const end = { kind: 'query', index: 0, order: 0 } as const;
  const path = { replica: 'primary', transport: 'simple' } as const;
  const pageAt = (arrived: number, more: Partial<LastPage> = {}): LastPage => ({
    ...path,
    arrived,
    headersHidden: false,
    ...more,
  });

  it('counts a continuation that was asked for after the page came, and none that only came later', () => {
    const proofs = createEndProofs();
    const early = proofs.sending();
    const own = proofs.sending();
    proofs.end(end, pageAt(proofs.answered(path, own, false)));
    proofs.answered(path, early, true);
    expect(proofs.open()).toHaveLength(1);
    proofs.answered(path, proofs.sending(), false);
    expect(proofs.open()).toHaveLength(1);
    proofs.answered(path, proofs.sending(), true);
    expect(proofs.open()).toEqual([]);
  });

  it('tells hosts and transports apart, and forgives no page whose own headers were hidden', () => {
    const proofs = createEndProofs();
    proofs.end(end, pageAt(proofs.answered(path, proofs.sending(), false)));
    proofs.end({ kind: 'guard', index: 0 }, pageAt(-1, { headersHidden: true }));
    proofs.answered({ ...path, transport: 'sdk' }, proofs.sending(), true);
    proofs.answered({ ...path, replica: 'secondary' }, proofs.sending(), true);
    expect(proofs.open()).toHaveLength(2);
    proofs.answered(path, proofs.sending(), true);
    expect(proofs.open().map(({ of }) => of.kind)).toEqual(['guard']);
  });
});
