import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowFilter } from '../../core/rows/rowQuery.ts';
import { FakeWorker } from '../../workers/fakeWorker.fixture.ts';
import { createRegexClient } from '../../workers/regexClient.ts';
import { type RegexCalls, regexHandlers } from '../../workers/regexHandlers.ts';
import { entityAt, page, storeWith, TEST_SCHEME_ID } from '../../workers/rowStorePair.fixture.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import { regexFault, withRegexFilters } from './regexFilters.ts';
import { createRegexJudge } from './regexJudge.ts';

/** A worker that tries expressions, and what judges with it. */
function judging() {
  const worker = new FakeWorker<RegexCalls>(regexHandlers(), { test: 'output' });
  const judge = createRegexJudge(
    () => worker,
    () => () => undefined,
  );
  return { worker, judge };
}

const byPattern = (pattern: string, over: Partial<RowFilter> = {}) =>
  ({ name: 'T', kind: 'matches', pattern, ...over }) as RowFilter;

/** A run whose rows have the property T, and a list of them that regular expressions filter. */
async function rig(...entities: readonly object[]) {
  const client = await storeWith(...entities);
  const { worker, judge } = judging();
  const rows = withRegexFilters(client, () => Promise.resolve(judge));
  let count = 0;
  return {
    rows,
    client,
    tried: () => worker.sent.flatMap((request) => (request.kind === 'test' ? request.input.texts : [])),
    append: async (...texts: readonly unknown[]) => {
      const added = texts.map((text) =>
        entityAt('0', count, String(count++).padStart(4, '0'), text === undefined ? {} : { T: text }),
      );
      await client.append(1, 0, page(...added));
    },
    found: async (pattern: string, over: Partial<RowFilter> = {}) => {
      const filters = [byPattern(pattern, over)];
      const answer = await rows.view({ order: 'arrival', filters, from: 0, to: 1000 });
      return answer.rows.map(({ rowKey }) => rowKey.replace(/^0+(?=.)/u, ''));
    },
  };
}

const textsOf = (count: number, factor: number): readonly string[] =>
  Array.from({ length: count }, (_, row) => `t${row * factor}`);

describe('a regular expression as a filter', () => {
  it('matches what JavaScript itself matches, in texts and numbers, but never null or a missing value', async () => {
    const values = fc.array(
      fc.oneof(
        fc.constantFrom('time out', 'TIME', '', 'ti\nme', 'ümlaut'),
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom(null, undefined),
      ),
      { minLength: 1, maxLength: 10 },
    );
    const pattern = fc.constantFrom('^t', 'e$', '^$', '\\d{2}', 'Ü', '^(?!time)', '.');
    await fc.assert(
      fc.asyncProperty(values, pattern, async (texts, expression) => {
        const { append, found } = await rig();
        await append(...texts);
        const expected = texts.flatMap((text, row) =>
          text !== null && text !== undefined && new RegExp(expression, 'iu').test(String(text))
            ? [String(row)]
            : [],
        );
        expect(await found(expression)).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('is tested once on each value, however often the list is requested, and later on values of new rows', async () => {
    const { append, found, tried } = await rig();
    await append('a', 'b', 'a', 'c');
    expect(await found('a|c')).toEqual(['0', '2', '3']);
    expect(await found('a|c')).toEqual(['0', '2', '3']);
    expect(tried().toSorted()).toEqual(['a', 'b', 'c']);
    await append('c');
    expect(await found('a|c')).toEqual(['0', '2', '3', '4']);
  });

  it('on a built-in fact of the rows is tested on that, not on a property of the same name', async () => {
    const more = { prefix: 'other', time: 'never' };
    const { found } = await rig(entityAt('0', 60, 'a', more), entityAt('7', 3600, 'b', more));
    expect(await found('^7$', { name: 'prefix', fact: 'prefix' })).toEqual(['b']);
    expect(await found('^7$', { name: 'prefix' })).toEqual([]);
    expect(await found('^other$', { name: 'prefix' })).toEqual(['a', 'b']);
    expect(await found('T01:00:00', { name: 'time', fact: 'time' })).toEqual(['b']);
  });

  it('covers all rows that existed when it was requested, however many arrived while it was tested', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2500 }),
        fc.integer({ min: 1, max: 2500 }),
        fc.integer({ min: 1, max: 40 }),
        async (before, after, turns) => {
          const { append, rows } = await rig();
          const filters = [byPattern('^t')];
          const view = (): ReturnType<RowStoreClient['view']> =>
            rows.view({ order: 'arrival', filters, from: 0, to: 1 });
          const texts = (count: number, from: number): readonly string[] =>
            Array.from({ length: count }, (_, at) => `${at % 3 === 0 ? 'x' : 't'}${at + from}`);
          await append(...texts(before, 0));
          const first = view();
          // After this many turns, the first question may be anywhere between its start and its end.
          for (let turn = 0; turn < turns; turn++) await Promise.resolve();
          await append(...texts(after, before));
          const [early, late] = await Promise.all([first, view()]);
          const matching = (count: number): number => count - Math.ceil(count / 3);
          expect([late.total, late.filteredOut, late.unlooked]).toEqual([
            matching(before) + matching(after),
            Math.ceil(before / 3) + Math.ceil(after / 3),
            undefined,
          ]);
          expect([before, before + after]).toContain(early.total + early.filteredOut);
          expect([before, before + after]).toContain(early.total + early.filteredOut + (early.unlooked ?? 0));
        },
      ),
      { numRuns: 6, examples: [[3000, 1000, 20]] },
    );
  });

  it('covers all rows that existed when a file was requested, however many arrive before it is written', async () => {
    const { client, append } = await rig();
    const { judge } = judging();
    let late = textsOf(7, 1);
    const rows = withRegexFilters(client, () =>
      Promise.resolve(async (store, query) => {
        await judge(store, query);
        await append(...late);
        late = [];
      }),
    );
    await append(...textsOf(30, 1));
    const progress: unknown[] = [];
    const save = (): ReturnType<RowStoreClient['exportRows']> =>
      rows.exportRows(
        { format: 'ndjson', filters: [byPattern('t')] },
        { onProgress: (each) => progress.push(each) },
      );
    expect((await save()).rows).toBe(30);
    expect((await save()).rows).toBe(37);
    expect(progress).toContainEqual({ rowsDone: 37, rows: 37 });
  });

  const matching7 = { order: 'arrival', filters: [byPattern('7$')] } as const;
  const askers = fc.tuple(fc.integer({ min: 2049, max: 4200 }), fc.integer({ min: 0, max: 30 }));

  it('may be requested by several callers at once: each waits until all values are tested', async () => {
    await fc.assert(
      fc.asyncProperty(askers, async ([count, turns]) => {
        const { append, rows } = await rig();
        await append(...textsOf(count, 1));
        const view = rows.view({ ...matching7, from: 0, to: 1 });
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        const found = await rows.search({ query: matching7, text: 't' });
        const expected = Math.floor((count + 2) / 10);
        expect([(await view).total, found.positions.length]).toEqual([expected, expected]);
      }),
      { numRuns: 4 },
    );
  });

  it('has no verdict on rows of an earlier run, even if there were equally many', async () => {
    await fc.assert(
      fc.asyncProperty(askers, async ([count, turns]) => {
        const { append, rows } = await rig();
        await append(...textsOf(count, 1));
        const view = rows.view({ ...matching7, from: 0, to: 1 });
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        await rows.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [{ index: 0, label: 'all' }] });
        // None of these ends with 7.
        await append(...textsOf(count, 10));
        const [, later] = await Promise.allSettled([view, rows.view({ ...matching7, from: 0, to: 1 })]);
        expect(later).toMatchObject({ status: 'fulfilled', value: { total: 0, filteredOut: count } });
      }),
      { numRuns: 4 },
    );
  });

  it('applies to cells that are copied or summed, even if no list was shown before', async () => {
    const { append, rows } = await rig();
    await append(17, 'x', 27, 8, undefined, 7);
    const range = { query: matching7, from: 0, to: 10, columns: [{ name: 'T' }] };
    const [text, stats] = await Promise.all([
      rows.copyCells({ ...range, format: 'tsv', names: ['T'], hasHead: true }),
      rows.addUp(range),
    ]);
    expect(text).toBe('T\n17\n27\n7\n');
    expect(stats).toMatchObject({ cells: 3, sum: 51n });
  });

  it('is never run by the row store: without verdicts the list has a fault', async () => {
    const { client, append } = await rig();
    await append('x');
    const view = client.view({ order: 'arrival', filters: [byPattern('x')], from: 0, to: 9 });
    await expect(view).rejects.toThrow('has not been tried');
  });

  it('reports what is wrong with it', () => {
    expect(regexFault('a+')).toBeUndefined();
    expect(regexFault('(a')).toContain('Unterminated group');
  });
});

describe('a regular expression that takes too long', () => {
  it('is stopped: its worker is ended, the next expression gets a new one, and the message says why', async () => {
    const workers: FakeWorker<RegexCalls>[] = [];
    let expire = (): void => undefined;
    const limits: number[] = [];
    const regex = createRegexClient(
      () => {
        // The first one never answers.
        const worker = new FakeWorker<RegexCalls>(regexHandlers(), { test: 'output' });
        if (workers.length === 0) worker.terminated = true;
        workers.push(worker);
        return worker;
      },
      (run, ms) => {
        limits.push(ms);
        expire = run;
        return () => undefined;
      },
    );
    const stopped = regex.test('(a+)+$', ['aaaa!']);
    expire();
    await expect(stopped).rejects.toThrow('stopped after 1 s');
    expect(workers[0]?.terminated).toBe(true);
    expect([...(await regex.test('a', ['a', 'b']))]).toEqual([1, 0]);
    expect(workers).toHaveLength(2);
    expect(limits).toEqual([1000, 1000]);
  });
});
