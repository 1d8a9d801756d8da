import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksFromUnixMs } from '../time/ticks.ts';
import { completenessState, type GuardRunFacts, type QueryRunFacts, type RunFacts } from './completeness.ts';
import { ARRIVAL_MARGIN_MS } from './readState.ts';
import type { UnreadRange } from './unreadRanges.ts';
import { completenessText, rowCountText } from './completenessText.ts';

const READ_AT_MS = Date.UTC(2026, 10, 20, 21, 0, 0);

function queries(
  count: number,
  states: ReadonlyMap<number, QueryRunFacts['state']> = new Map(),
): readonly QueryRunFacts[] {
  return Array.from({ length: count }, (_, prefix): QueryRunFacts => {
    const state = states.get(prefix) ?? 'done';
    return {
      label: `prefix ${prefix}`,
      state,
      ...(state === 'failed' ? { failure: 'HTTP 503. Try again.' } : {}),
    };
  });
}

function facts(part: Partial<RunFacts>): RunFacts {
  return {
    phase: 'ended',
    rows: 12345,
    queries: queries(100),
    guards: [{ label: 'above prefix 99', state: 'clear' }],
    unread: [],
    headersExposed: true,
    readAtMs: READ_AT_MS,
    ...part,
  };
}

/** One unread range, which Continue can read. */
const LEFT: RunFacts['unread'] = [
  { query: 'prefix 0', tableName: 'T', partition: {}, why: 'failed', resumable: true },
];

const textOf = (part: Partial<RunFacts>): string => completenessText(completenessState(facts(part)));

describe('completeness', () => {
  it('says Complete only if everything was read, checked and its tokens were readable', () => {
    expect(textOf({})).toBe('Complete: 12,345 rows from 100 of 100 prefixes');
    expect(textOf({ rows: 0, queries: queries(1) })).toBe('Complete: 0 rows from 1 of 1 prefixes');
  });

  it('counts a prefix that is read in parts once, and as done only with its last part', () => {
    const part = (at: number, state: QueryRunFacts['state']): QueryRunFacts => ({
      label: `unprefixed, part ${at} of 3`,
      state,
    });
    const read = (...states: readonly QueryRunFacts['state'][]) => [
      ...queries(2),
      ...states.map((state, at) => part(at + 1, state)),
    ];
    expect(textOf({ queries: read('done', 'done', 'done') })).toBe(
      'Complete: 12,345 rows from 3 of 3 prefixes',
    );
    expect(textOf({ queries: read('done', 'reading', 'done') })).toMatch(
      /^Incomplete: .* from 2 of 3 prefixes/,
    );
  });

  it('says how prefixes multiply over tables, since each table is read for every prefix', () => {
    const inTables = (names: readonly string[], prefixes: number): readonly QueryRunFacts[] =>
      names.flatMap((tableName) => queries(prefixes).map((query) => ({ ...query, tableName })));
    const words = (names: readonly string[], prefixes: number): string =>
      textOf({ rows: 7, queries: inTables(names, prefixes) });
    expect(words(['A20240304'], 10)).toBe('Complete: 7 rows from 10 of 10 prefixes');
    expect(words(['A20240304', 'A20240314', 'A20240324'], 10)).toBe(
      'Complete: 7 rows from 30 of 30 prefixes (10 in each of 3 tables)',
    );
    expect(words(['A20240304', 'A20240314'], 1)).toBe('Complete: 7 rows from 2 of 2 prefixes (in 2 tables)');
    expect(textOf({ rows: 1, queries: [{ label: 'point lookup', state: 'done' }], guards: [] })).toBe(
      'Complete: 1 row from 1 of 1 prefixes',
    );
  });

  it('counts a table without prefixes as one unit, and says how many queries read it', () => {
    const lookups = (...states: QueryRunFacts['state'][]): readonly QueryRunFacts[] =>
      states.map((state, at) => ({ label: `key range ${at}`, tableName: 'T', state, failure: 'HTTP 503.' }));
    const words = (all: readonly QueryRunFacts[]): string =>
      textOf({ rows: 7, isUnprefixed: true, guards: [], queries: all });
    expect(words(lookups('done'))).toBe('Complete: 7 rows from 1 of 1 prefixes (keys without a prefix)');
    expect(words(lookups('done', 'done', 'done'))).toBe(
      'Complete: 7 rows from 1 of 1 prefixes (keys without a prefix, 3 of 3 queries)',
    );
    expect(words(lookups('done', 'failed', 'done'))).toMatch(
      /^Incomplete: 7 rows from 0 of 1 prefixes \(keys without a prefix, 2 of 3 queries\)\. 1 query failed/,
    );
    const two = [...lookups('done'), ...lookups('done').map((query) => ({ ...query, tableName: 'U' }))];
    expect(words(two)).toBe('Complete: 7 rows from 2 of 2 prefixes (in 2 tables, keys without a prefix)');
    expect(
      textOf({ rows: 0, isUnprefixed: true, guards: [], queries: lookups('outside', 'outside') }),
    ).toMatch(/^Incomplete: outside the SAS range, nothing could be read/);
  });

  it('says Reading while pages may still come', () => {
    const running = facts({ phase: 'running', rows: 999, queries: queries(10, new Map([[3, 'stopped']])) });
    expect(completenessText(completenessState(running))).toBe('Reading: 999 rows from 9 of 10 prefixes');
  });

  it('says Stopped, with both reasons, if parts of a failed query were stopped', () => {
    const [first] = LEFT;
    const result = completenessState(
      facts({
        queries: queries(2, new Map([[1, 'failed']])),
        unread: [
          { ...(first as UnreadRange), query: 'prefix 1' },
          { ...(first as UnreadRange), query: 'prefix 1', why: 'stopped' },
        ],
        stop: { kind: 'cancelled' },
      }),
    );
    const reasons = [
      {
        kind: 'cancelled',
        queries: ['prefix 1'],
        text: 'Cancelled. 1 query not read to the end (prefix 1).',
      },
      { kind: 'failed', queries: ['prefix 1'] },
    ];
    expect(result).toMatchObject({ state: 'stopped', reasons });
  });

  it('is not resumable if the stop is final', () => {
    const left = queries(10, new Map([[9, 'stopped']]));
    const state = completenessState(
      facts({ unread: LEFT, queries: left, stop: { kind: 'budget', isFinal: true } }),
    );
    expect(state).toMatchObject({ state: 'stopped', resumable: false });
    // After a final stop no range offers Continue; after any other stop the ranges stay as they are.
    expect('unread' in state && state.unread.map(({ resumable }) => resumable)).toEqual(
      LEFT.map(() => false),
    );
    const other = completenessState(facts({ unread: LEFT, queries: left, stop: { kind: 'budget' } }));
    expect('unread' in other && other.unread).toEqual(LEFT);
  });

  it('does not say Stopped if the stop came after the end', () => {
    expect(textOf({ stop: { kind: 'cancelled' } })).toBe('Complete: 12,345 rows from 100 of 100 prefixes');
    const failed = facts({ stop: { kind: 'cancelled' }, queries: queries(2, new Map([[1, 'failed']])) });
    expect(completenessState(failed)).toMatchObject({ state: 'incomplete', reasons: [{ kind: 'failed' }] });
    // Here only the coverage checks are left for Continue to send.
    const guards: GuardRunFacts[] = [{ label: 'a', state: 'waiting' }];
    const guard = facts({ stop: { kind: 'cancelled' }, guards, unread: LEFT });
    expect(completenessState(guard)).toMatchObject({ state: 'stopped', resumable: true });
  });

  it('can be continued only if Continue can read some of what is unread', () => {
    const failed = queries(10, new Map([[3, 'failed']]));
    const beyond = LEFT.map((range) => ({ ...range, resumable: false }));
    expect(completenessState(facts({ queries: failed, unread: beyond }))).toMatchObject({
      state: 'incomplete',
      resumable: false,
    });
    expect(completenessState(facts({ queries: failed, unread: [...beyond, ...LEFT] }))).toMatchObject({
      resumable: true,
    });
  });

  it('notes a window that ends inside the arrival margin', () => {
    const at = (beforeMs: number): string | undefined =>
      completenessState(
        facts({
          windowTo: ticksFromUnixMs(READ_AT_MS - beforeMs),
        }),
      ).arrivalNote;
    expect(at(ARRIVAL_MARGIN_MS)).toBeUndefined();
    expect(at(ARRIVAL_MARGIN_MS - 1)).toBe(
      'Late rows possible until 2026-11-20T21:00:00Z: writers may send rows up to 10 min late, so run again then.',
    );
    expect(at(-3_600_000)).toMatch(/Late rows possible/);
    expect(completenessState(facts({})).arrivalNote).toBeUndefined();
    expect(textOf({ windowTo: ticksFromUnixMs(READ_AT_MS) })).toMatch(
      /100 of 100 prefixes\. Late rows possible/,
    );
  });

  it('measures the arrival margin from the first read', () => {
    const at = (beforeMs: number, firstBeforeMs: number): string | undefined =>
      completenessState(
        facts({
          windowTo: ticksFromUnixMs(READ_AT_MS - beforeMs),
          firstReadAtMs: READ_AT_MS - firstBeforeMs,
        }),
      ).arrivalNote;
    // The first page was read at 20:45 and, after a pause, the last at 21:00. Rows of 20:40 may have arrived in between.
    expect(at(20 * 60_000, 15 * 60_000)).toMatch(/^Late rows possible until 2026-11-20T20:50:00Z: /);
    expect(at(25 * 60_000, 15 * 60_000)).toBeUndefined();
    expect(completenessState(facts({ firstReadAtMs: 1 })).firstReadAtMs).toBe(1);
  });

  it('is never Complete if any single condition is missing', () => {
    const state = fc.constantFrom<QueryRunFacts['state']>('done', 'failed', 'waiting', 'reading', 'stopped');
    const guard = fc.constantFrom<GuardRunFacts['state']>('clear', 'hit', 'failed', 'waiting');
    fc.assert(
      fc.property(
        fc.array(state, { minLength: 1, maxLength: 4 }),
        fc.array(guard, { maxLength: 3 }),
        fc.boolean(),
        fc.constantFrom(undefined, 'budget' as const, 'cancelled' as const),
        (states, guardStates, headersExposed, kind) => {
          const result = completenessState(
            facts({
              queries: states.map((each, index) => ({
                label: `prefix ${index}`,
                state: each,
              })),
              guards: guardStates.map((each, index) => ({ label: `guard ${index}`, state: each })),
              headersExposed,
              ...(kind === undefined ? {} : { stop: { kind } }),
            }),
          );
          const isWhole =
            states.every((each) => each === 'done') &&
            guardStates.every((each) => each === 'clear') &&
            headersExposed;
          expect(result.state === 'complete').toBe(isWhole);
          expect('reasons' in result ? result.reasons.length > 0 : isWhole).toBe(true);
          expect('reasons' in result && result.reasons.some((reason) => reason.text === '')).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('says how far a count can be trusted', () => {
    expect(rowCountText(1, 'complete')).toBe('1 row');
    expect(rowCountText(12345, 'running')).toBe('12,345 rows so far');
    expect(rowCountText(12345, 'incomplete')).toBe('At least 12,345 rows');
    expect(rowCountText(0, 'stopped')).toBe('No rows so far');
    expect(rowCountText(2, 'unverifiable')).toBe('2 rows, perhaps more');
  });
});
