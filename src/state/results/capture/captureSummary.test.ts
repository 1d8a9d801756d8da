import { describe, expect, it } from 'vitest';
import { EMPTY_CHART } from '../../run/chartChoice.ts';
import type { EndedRun } from '../../run/runState.ts';
import {
  at,
  faultOf,
  kindOf,
  LEAN,
  nameOf,
  OPTIONAL,
  type Path,
  pathOf,
  placesOf,
  ROWS,
  WHOLE,
  withAt,
  without,
} from './captureSummary.fixture.ts';
import { captureSummary, readSummary } from './captureSummary.ts';

/** The texts that JSON needs for what its numbers cannot hold. */
const asJson = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each)),
  );

function opened(result: unknown, rows = ROWS): EndedRun {
  const read = readSummary({ result }, 4, rows);
  if (!read.ok) throw new Error(read.error);
  return read.value.run;
}

describe('what a capture holds besides its rows', () => {
  it('is all of a result, in its own types', () => {
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
      // A file can be edited, so nothing in it can be continued.
      completeness: {
        ...claim,
        resumable: false,
        unread: claim.unread.map((each) => ({ ...each, resumable: false })),
      },
    });
  });

  it('is written as it is read, and only the first 50,000 requests', () => {
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
    expect([50_000, 50_002].map(kept)).toEqual([
      [50_000, 49_999, undefined],
      [50_000, 49_999, 2],
    ]);
    // A result that is whole has no reasons and nothing unread.
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

  it('lacks no member but those that a result may lack', () => {
    const places = placesOf(WHOLE).filter(
      (path) => typeof path.at(-1) === 'string' && !kindOf(path).startsWith('form.chart'),
    );
    const lacking = (path: Path) => [nameOf(path), faultOf(withAt(path, undefined))];
    const needed = places.filter((path) => !OPTIONAL.has(kindOf(path)));
    expect(needed.map(lacking)).toEqual(
      needed.map((path) => [
        nameOf(path),
        expect.stringContaining(`Line 2: result.${nameOf(path)} is not `) as string,
      ]),
    );
    const free = places.filter((path) => OPTIONAL.has(kindOf(path)));
    expect(free.map(lacking)).toEqual(free.map((path) => [nameOf(path), undefined]));
    // Nothing but that member is another.
    const kept = free.filter(([first]) => first !== 'claim' && first !== 'requestsLeftOut');
    const before = asJson(opened(WHOLE));
    for (const path of kept)
      expect([nameOf(path), asJson(opened(withAt(path, undefined)))]).toEqual([
        nameOf(path),
        without(before as object, path),
      ]);
  });

  it('is of the right kind in every place', () => {
    const simple = placesOf(WHOLE).filter((path) => !kindOf(path).startsWith('form.chart'));
    for (const path of simple) {
      const value = at(WHOLE, path);
      const others = ['text', 7.5, -1, true, null, {}, []].filter(
        (other) =>
          (Array.isArray(other) ? 'list' : typeof other) !== (Array.isArray(value) ? 'list' : typeof value) ||
          other === null ||
          (typeof value === 'number' && other === -1),
      );
      for (const other of others)
        expect([nameOf(path), other, faultOf(withAt(path, other))]).toEqual([
          nameOf(path),
          other,
          expect.stringContaining(`Line 2: result.${nameOf(path)}`) as string,
        ]);
    }
    for (const value of [undefined, null, 'text', [], {}]) expect(faultOf(value)).toContain('Line 2: result');
    expect(faultOf(withAt(['form', 'chart'], 'a chart of another Keyscope'))).toBeUndefined();
    expect(opened(withAt(['form', 'chart'], 1)).form.chart).toEqual(EMPTY_CHART);
  });

  it.each<[string, readonly (string | number)[]]>([
    ['plan.request.volume', [1, 10, 100]],
    ['plan.request.partitionKey.kind', ['is', 'begins']],
    ['plan.queryClass', ['point', 'row range', 'partition range', 'table scan']],
    ['plan.queries[0].queryClass', ['point', 'row range', 'partition range', 'table scan']],
    ['plan.guards[0].position', ['below', 'between', 'above']],
    ['form.volume', [1, 10, 100]],
    ['form.pkMatch', ['is', 'begins']],
    ['form.rkMatch', ['is', 'begins']],
    ['form.tab', ['rows', 'chart', 'map', 'requests']],
    ['progress[0].state', ['waiting', 'reading', 'done', 'failed', 'stopped']],
    [
      'progress[0].fault.kind',
      (
        'cancelled closed input network redirected timeout throttled service auth expired not-found bad-request ' +
        'transport-refused protocol loop too-large'
      ).split(' '),
    ],
    ['progress[0].unproven.why', ['hidden', 'cannot-read-on', 'unanswered', 'not-read-on', 'unknown']],
    ['progress[0].unproven.replica', ['primary', 'secondary']],
    ['progress[0].unproven.transport', ['simple', 'sdk']],
    ['guards[0].position', ['below', 'between', 'above']],
    ['guards[0].state', ['waiting', 'failed', 'clear', 'hit']],
    ['requests[0].kind', ['query', 'guard', 'check', 'search']],
    ['requests[0].replica', ['primary', 'secondary']],
    ['claim.state', ['complete', 'derived', 'incomplete', 'unverifiable', 'stopped']],
    ['claim.derived.kind', ['difference', 'points']],
    ['claim.derived.sources[0]', ['complete', 'derived']],
    [
      'claim.reasons[0].kind',
      'failed outside-plan outside-sas budget cancelled headers-hidden anomalies secondary-lag unread'.split(
        ' ',
      ),
    ],
    [
      'claim.unread[0].why',
      'failed stopped outside-sas unproven anomalies lagging outside-plan unchecked'.split(' '),
    ],
  ])('has one of the known words at %s', (name, words) => {
    const path = pathOf(name);
    const kept = (word: string | number): unknown => {
      const result = withAt(path, word);
      const run = opened(result);
      if (path[0] !== 'claim') return at(run, path);
      // What is claimed of a whole result is not repeated.
      return path[1] === 'state' || path[1] === 'derived' || run.completeness.state === 'unverifiable'
        ? word
        : at({ claim: run.completeness }, path);
    };
    expect(words.map(kept)).toEqual(words);
    for (const other of ['', 'Failed', 'x', 0, 2])
      expect(faultOf(withAt(path, other))).toBe(`Line 2: result.${name} is not one of ${words.join(', ')}.`);
  });

  it('has numbers in their ranges, and whole ones if it counts', () => {
    const counts: readonly (readonly [string, number])[] = [
      ['plan.request.prefixes[0]', 99],
      ['plan.queries[0].prefix', 1e12],
      ['progress[0].pages', 1e12],
      ['progress[0].fault.status', 1e12],
      ['requests[0].lane', 1000],
      ['anomalies.repeated', 1e12],
    ];
    const amounts: readonly (readonly [string, number])[] = [
      ['savedAtMs', 253_402_300_799_999],
      ['requestsLeftOut', 1e12],
      ['elapsedMs', 1e11],
      ['progress[0].elapsedMs', 1e11],
      ['progress[0].parts[0].order', 1],
      ['progress[0].firstReadAtMs', 253_402_300_799_999],
      ['requests[0].queuedAtMs', 1e11],
      ['claim.readAtMs', 253_402_300_799_999],
    ];
    for (const [name, most] of [...counts, ...amounts]) {
      const isCount = counts.some(([each]) => each === name);
      const ofValue = (value: number) => faultOf(withAt(pathOf(name), value));
      expect([0, most].map(ofValue)).toEqual([undefined, undefined]);
      const words = `Line 2: result.${name} is not a ${isCount ? 'whole ' : ''}number from 0 to ${most}.`;
      expect([-1, most + 1].map(ofValue)).toEqual([words, words]);
      expect(ofValue(0.5)).toBe(isCount ? words : undefined);
    }
  });

  it('has ticks up to the year 9999, windows that end after their start, and roundings above 0', () => {
    const of = (name: string, value: unknown) => faultOf(withAt(pathOf(`plan.${name}`), value));
    const last = '3155378975999999999';
    const first = String(BigInt(last) - 1n);
    expect(of('request.window', { from: '0', to: last })).toBeUndefined();
    expect(of('request.window', { from: first, to: last })).toBeUndefined();
    expect(of('request.window', { from: last, to: last })).toMatch(/request\.window is not a time range/);
    expect(of('request.window.to', '3155378976000000000')).toMatch(
      /window\.to is not at most 3155378975999999999/,
    );
    for (const text of ['', '-1', '1.5', 'x1', '1x', '1'.repeat(20)])
      expect(of('reads.from', text)).toBe('Line 2: result.plan.reads.from is not a number as text.');
    expect(of('request.roundingTicks', '1')).toBeUndefined();
    expect(of('request.roundingTicks', '0')).toBe(
      'Line 2: result.plan.request.roundingTicks is not above 0.',
    );
  });

  it('has texts and lists of limited length', () => {
    const of = (name: string, value: unknown) => faultOf(withAt(pathOf(name), value));
    expect(of('plan.request.filter', 'x'.repeat(100_000))).toBeUndefined();
    expect(of('plan.request.filter', 'x'.repeat(100_001))).toMatch(/filter is not a text/);
    const lists: readonly (readonly [string, number, unknown])[] = [
      ['plan.tables', 4001, 't'],
      ['plan.notes', 4001, 'n'],
      ['plan.request.prefixes', 100, 1],
      ['plan.request.select', 100_000, 'A'],
      ['plan.queries[0].select', 300, 'A'],
      ['claim.derived.sources', 2, 'complete'],
      ['claim.reasons', 100, WHOLE.claim.reasons[0]],
      ['claim.unread', 100_000, WHOLE.claim.unread[0]],
      ['progress[0].parts', 10_000, WHOLE.progress[0]?.parts[0]],
      ['requests', 50_000, LEAN],
    ];
    for (const [name, most, item] of lists) {
      const ofLength = (length: number) =>
        of(
          name,
          Array.from({ length }, () => item),
        );
      expect([name, ofLength(most)]).toEqual([name, undefined]);
      expect(ofLength(most + 1)).toBe(`Line 2: result.${name} is not a list of at most ${most}.`);
    }
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

  it('agrees with the file and names only what the plan has', () => {
    expect(faultOf(WHOLE, 24)).toBe('Line 2: the result counts 25 and 25 rows, and the file 24.');
    // The last check of the plan comes after its queries.
    expect(faultOf(withAt(['requests', 0, 'queryIndex'], 1))).toBeUndefined();
    expect(faultOf(withAt(['claim', 'queriesDone'], 1))).toBeUndefined();
    const underived = withAt(['claim', 'derived'], undefined);
    expect(faultOf({ ...underived, claim: { ...underived.claim, state: 'derived' } })).toBe(
      'Line 2: result.claim does not say what its rows were made from.',
    );
  });

  it('is never vouched for: what was whole is unverifiable, what was less stays less, and its own words are kept apart', () => {
    const { reasons, unread, derived, ...counts } = WHOLE.claim;
    const read = (claim: object) => {
      const found = readSummary({ result: { ...WHOLE, claim } }, 4, ROWS);
      if (!found.ok) throw new Error(found.error);
      return { completeness: found.value.run.completeness, words: found.value.words };
    };
    const whole = { ...counts, state: 'complete', reasons: [], unread: [] };
    const doubt = {
      kind: 'unread',
      text: expect.stringContaining('does not vouch for it') as string,
      queries: [],
    };
    const counted = '25 rows from 0 of 1 prefixes (in 2 tables, keys without a prefix, 1 of 3 queries)';
    expect(read(whole)).toEqual({
      completeness: { ...counts, state: 'unverifiable', reasons: [doubt], unread: [], resumable: false },
      words: { savedAtMs: WHOLE.savedAtMs, readAtMs: counts.readAtMs, says: `Complete: ${counted}` },
    });
    const made = { kind: 'difference', of: 'One', lackedBy: 'Two', sources: ['complete', 'complete'] };
    expect(read({ ...whole, state: 'derived', derived: made })).toEqual({
      completeness: {
        ...counts,
        state: 'unverifiable',
        derived: made,
        reasons: [doubt],
        unread: [],
        resumable: false,
      },
      words: {
        savedAtMs: WHOLE.savedAtMs,
        readAtMs: counts.readAtMs,
        says: 'Derived, both Complete: 25 rows of "One", absent from "Two"',
      },
    });
    for (const [state, word] of [
      ['incomplete', 'Incomplete'],
      ['unverifiable', 'Unverifiable'],
      ['stopped', 'Stopped'],
    ])
      expect(read({ ...counts, state, reasons, unread })).toEqual({
        completeness: {
          ...counts,
          state,
          reasons,
          unread: unread.map((each) => ({ ...each, resumable: false })),
          resumable: false,
        },
        words: { savedAtMs: WHOLE.savedAtMs, readAtMs: counts.readAtMs, says: `${word ?? ''}: ${counted}` },
      });
    // A difference that was less than whole says so: only its rows are named as a difference.
    for (const [state, word] of [
      ['incomplete', 'Incomplete'],
      ['unverifiable', 'Unverifiable'],
      ['stopped', 'Stopped'],
    ] as const)
      expect([state, read({ ...counts, state, derived: made, reasons, unread }).words.says]).toEqual([
        state,
        `${word}: 25 rows of "One", absent from "Two"`,
      ]);
    expect(derived.kind).toBe('difference');
  });
});
