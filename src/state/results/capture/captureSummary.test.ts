import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../core/valueOf.fixture.ts';
import { EMPTY_CHART } from '../../run/chartChoice.ts';
import type { EndedRun } from '../../run/runState.ts';
import {
  at,
  faultOf,
  LEAN,
  nameOf,
  pathOf,
  placesOf,
  ROWS,
  WHOLE,
  withAt,
} from './captureSummary.fixture.ts';
import { captureSummary, readSummary } from './captureSummary.ts';

/** Numbers that JSON cannot represent exactly become text. */
const asJson = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each)),
  );

const opened = (result: unknown): EndedRun => valueOf(readSummary({ result }, 4, ROWS)).run;

describe('what a capture contains besides its rows', () => {
  it('is everything about a result, with its types restored', () => {
    const run = opened(WHOLE);
    expect(run.plan.request.window).toEqual({ from: 639_000_000_000_000_000n, to: 639_000_036_000_000_000n });
    expect(run.plan.request.roundingTicks).toBe(600_000_000n);
    const { claim, savedAtMs: _saved, requestsLeftOut: _left, ...read } = WHOLE;
    expect(asJson(run)).toEqual({
      ...read,
      phase: 'ended',
      runId: 4,
      scope: '',
      rows: 25,
      bytes: 4096,
      retries: 8,
      dataVersion: 1,
      // A file can be edited, so a run from one can never be continued.
      completeness: {
        ...claim,
        resumable: false,
        unread: claim.unread.map((each) => ({ ...each, resumable: false })),
      },
    });
  });

  it('is written in the form that is read, with only the first 50,000 requests', () => {
    const written = (run: EndedRun): unknown => {
      const text = captureSummary(run, WHOLE.savedAtMs);
      return text.ok ? (JSON.parse(text.value) as { result: unknown }).result : text.error;
    };
    const run = opened(WHOLE);
    const { requestsLeftOut: _left, ...rest } = WHOLE;
    const claim = { ...rest.claim, unread: rest.claim.unread.map((each) => ({ ...each, resumable: false })) };
    expect(written(run)).toEqual({ ...rest, claim });
    const many = (count: number) => ({
      ...run,
      requests: Array.from({ length: count }, (_, id) => ({ ...LEAN, id })),
    });
    const kept = (count: number) => {
      const { requests, requestsLeftOut } = written(many(count)) as Partial<typeof WHOLE>;
      return [requests?.length, requests?.at(-1)?.id, requestsLeftOut];
    };
    expect(kept(50_002)).toEqual([50_000, 49_999, 2]);
    // A complete result has no reasons and nothing unread.
    const { rows, queriesDone, queriesAsked, readAtMs } = run.completeness;
    const complete = { state: 'complete' as const, rows, queriesDone, queriesAsked, readAtMs };
    expect(written({ ...run, completeness: complete })).toEqual({
      ...rest,
      claim: { ...complete, reasons: [], unread: [] },
    });
    expect(written({ ...run, completeness: { ...complete, state: 'running' } })).toBe(
      'The query is still being read.',
    );
    expect(written({ ...run, elapsedMs: 1e12 })).toMatch(
      /^This result cannot be saved as a capture: elapsedMs is not a number/,
    );
  });

  it('either opens or is refused with the place named, if damaged in one place', () => {
    const said = placesOf(WHOLE).flatMap((path) =>
      [undefined, null, 'text', 7.5, -1, 1e15, true, {}, [], at(WHOLE, path)].map(
        (other) => [nameOf(path), other, faultOf(withAt(path, other)) ?? ''] as const,
      ),
    );
    const isNamed = /^(?:Line 2: (?:result\.|the result counts)|$)/;
    expect(said.filter(([, , fault]) => !isNamed.test(fault))).toEqual([]);
    for (const value of [undefined, null, 'text', [], {}]) expect(faultOf(value)).toContain('Line 2: result');
    expect(faultOf(withAt(['form', 'chart'], 'a chart of another Keyscope'))).toBeUndefined();
    expect(opened(withAt(['form', 'chart'], 1)).form.chart).toEqual(EMPTY_CHART);
  });

  it.each<[string, unknown, string]>([
    ['plan', undefined, ''],
    ['requests[0].queuedAtMs', undefined, ''],
    ['plan.request.volume', 2, 'one of 1, 10, 100.'],
    ['progress[0].state', 'Failed', 'one of waiting, reading, done, failed, stopped.'],
    ['claim.state', 'running', 'one of complete, derived, incomplete, unverifiable, stopped.'],
    ['progress[0].pages', 0.5, 'a whole number from 0 to 1000000000000.'],
    ['savedAtMs', 253_402_300_800_000, 'a number from 0 to 253402300799999.'],
    ['plan.request.window', { from: '9', to: '9' }, 'a time range'],
    ['plan.request.window.to', '3155378976000000000', 'at most 3155378975999999999'],
    ['plan.reads.from', '1x', 'a number as text.'],
    ['plan.request.filter', 'x'.repeat(100_001), 'a text'],
    ['plan.request.prefixes', Array.from({ length: 101 }, () => 1), 'a list of at most 100.'],
    ['requests', Array.from({ length: 50_001 }, () => LEAN), 'a list of at most 50000.'],
  ])('is validated at %s', (name, value, words) => {
    expect(faultOf(withAt(pathOf(name), value))).toContain(`Line 2: result.${name} is not ${words}`);
  });

  it.each<[string, string, unknown, string]>([
    ['no query', 'plan.queries', [], 'result.plan.queries is not a list of queries in order'],
    [
      'a query elsewhere',
      'plan.queries[0].index',
      1,
      'result.plan.queries is not a list of queries in order',
    ],
    [
      'a check elsewhere',
      'plan.guards[0].index',
      1,
      'result.plan.guards is not a list of coverage checks in order',
    ],
    ['progress of nothing', 'progress', [], 'result.progress does not fit the queries of the plan'],
    ['progress elsewhere', 'progress[0].index', 1, 'result.progress does not fit the queries of the plan'],
    ['checks of nothing', 'guards', [], 'result.guards does not fit the coverage checks of the plan'],
    ['checks elsewhere', 'guards[0].index', 1, 'result.guards does not fit the coverage checks of the plan'],
    [
      'a request of nothing',
      'requests[0].queryIndex',
      2,
      'result.requests names a query that is not in the plan',
    ],
    ['other rows claimed', 'claim.rows', 26, 'the result counts 26 and 25 rows, and the file 25'],
    ['other rows read', 'progress[0].rows', 24, 'the result counts 25 and 24 rows, and the file 25'],
    ['more queries done', 'claim.queriesDone', 2, 'result.claim counts more queries than the plan has'],
    ['more queries asked', 'claim.queriesAsked', 2, 'result.claim counts more queries than the plan has'],
  ])('does not contradict itself: %s', (_what, name, value, words) => {
    expect(faultOf(withAt(pathOf(name), value))).toBe(`Line 2: ${words}.`);
  });

  it('must agree with the file and refer only to what the plan contains', () => {
    expect(faultOf(WHOLE, 24)).toBe('Line 2: the result counts 25 and 25 rows, and the file 24.');
    // Checks of the plan are numbered after its queries.
    expect(faultOf(withAt(['requests', 0, 'queryIndex'], 1))).toBeUndefined();
    expect(faultOf(withAt(['claim', 'queriesDone'], 1))).toBeUndefined();
    const underived = withAt(['claim', 'derived'], undefined);
    expect(faultOf({ ...underived, claim: { ...underived.claim, state: 'derived' } })).toBe(
      'Line 2: result.claim does not say what its rows were made from.',
    );
  });

  it('is never vouched for: Complete becomes Unverifiable, anything less stays less, and its own words are kept separately', () => {
    const { reasons, unread, derived, ...counts } = WHOLE.claim;
    const read = (claim: object) => {
      const { run, words } = valueOf(readSummary({ result: { ...WHOLE, claim } }, 4, ROWS));
      return { completeness: run.completeness, words };
    };
    const doubt = {
      kind: 'unread',
      text: expect.stringContaining('it proves nothing') as string,
      queries: [],
    };
    const left = expect.stringContaining('leaves out the last 9 requests') as string;
    const counted = '25 rows from 0 of 1 prefixes (in 2 tables, keys without a prefix, 1 of 3 queries)';
    const words = (says: string, ...notes: readonly string[]) => {
      return { savedAtMs: WHOLE.savedAtMs, readAtMs: counts.readAtMs, says, notes: [...notes, left] };
    };
    const none = { reasons: [], unread: [] };
    const unverifiable = { state: 'unverifiable', ...none, reasons: [doubt], resumable: false };
    expect(read({ ...counts, ...none, state: 'complete' })).toEqual({
      completeness: { ...counts, ...unverifiable },
      words: words(`Complete: ${counted}`),
    });
    const made = { kind: 'difference', of: 'One', lackedBy: 'Two', sources: ['complete', 'complete'] };
    expect(read({ ...counts, ...none, state: 'derived', derived: made })).toEqual({
      completeness: { ...counts, ...unverifiable, derived: made },
      words: words('Derived, both Complete: 25 rows of "One", absent from "Two"'),
    });
    for (const [state, word] of [
      ['incomplete', 'Incomplete'],
      ['unverifiable', 'Unverifiable'],
      ['stopped', 'Stopped'],
    ] as const) {
      const beyond = unread.map((each) => ({ ...each, resumable: false }));
      expect(read({ ...counts, state, reasons, unread })).toEqual({
        completeness: { ...counts, state, reasons, unread: beyond, resumable: false },
        words: words(`${word}: ${counted}`, doubt.text),
      });
      // A difference that was incomplete keeps its state.
      expect(read({ ...counts, state, derived: made, reasons, unread }).words.says).toBe(
        `${word}: 25 rows of "One", absent from "Two"`,
      );
    }
    expect(derived.kind).toBe('difference');
  });
});
