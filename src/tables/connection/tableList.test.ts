import { describe, expect, it } from 'vitest';
import type { Page, PageReader } from '../wire/pageReader.ts';
import { TableError, type TableFault, tableError } from '../base/tableError.ts';
import { judgeList, readAllTables } from './tableList.ts';

type ListPage = Awaited<ReturnType<Parameters<typeof readAllTables>[0]>>;

const { signal } = new AbortController();
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function pageOf(names: readonly string[], more: Partial<ListPage> = {}): ListPage {
  const value = names.map((name) => ({ TableName: name }));
  return { body: bytesOf(JSON.stringify({ value })), headersExposed: true, ...more };
}

/** Answers page after page, and says what was asked for. */
function script(...pages: readonly ListPage[]) {
  const asked: (string | undefined)[] = [];
  const read = (next: string | undefined): Promise<ListPage> => {
    asked.push(next);
    return Promise.resolve(pages[Math.min(asked.length, pages.length) - 1] as ListPage);
  };
  return { asked, read };
}

async function faultOf(work: Promise<unknown>): Promise<TableFault | undefined> {
  try {
    await work;
    return undefined;
  } catch (caught) {
    if (caught instanceof TableError) return caught.fault;
    throw caught;
  }
}

describe('the tables of an account', () => {
  it('end with a page of fewer than 1,000 names, if tokens can be read', async () => {
    const exposed = {
      transport: 'simple',
      tokenReadable: () => true,
      costsPreflight: () => false,
      readPage: () => Promise.reject(new Error('unused')),
    } as const;
    const complete = async (count: number): Promise<boolean> => {
      const { read } = script(pageOf(Array.from({ length: count }, (_, at) => `T${1000 + at}`)));
      return (await judgeList(await readAllTables(read), exposed, signal)).complete;
    };
    expect([await complete(999), await complete(1000)]).toEqual([true, false]);
  });

  it('are those of all pages, each once; names that no table can have are counted', async () => {
    const { asked, read } = script(
      pageOf(['Orders', 'a-b', 'Logs'], { nextTableName: 'n1' }),
      pageOf(['Orders', '', 'Zeta'], { headersExposed: false }),
    );
    expect(await readAllTables(read)).toStrictEqual({
      names: ['Orders', 'Logs', 'Zeta'],
      dropped: 2,
      isCut: false,
      lastCount: 3,
      pages: 2,
      mayBeWhole: false,
    });
    expect(asked).toEqual([undefined, 'n1']);
  });

  it('are 20,000 at most, and no page is read after that', async () => {
    const names = (from: number, count: number) => Array.from({ length: count }, (_, at) => `T${from + at}`);
    const full = script(pageOf(names(10_000, 20_000)), pageOf([]));
    expect(await readAllTables(full.read)).toMatchObject({ isCut: false, pages: 1 });
    const over = script(pageOf(names(10_000, 20_001), { nextTableName: 'n1' }), pageOf(['More']));
    const found = await readAllTables(over.read);
    expect(found).toMatchObject({ isCut: true, pages: 1, dropped: 0 });
    expect([found.names.length, over.asked.length]).toEqual([20_000, 1]);
  });

  it('are those of 200 pages at most', async () => {
    const asked: (string | undefined)[] = [];
    const found = await readAllTables((next) => {
      asked.push(next);
      return Promise.resolve(pageOf([`T${100 + asked.length}`], { nextTableName: `n${asked.length}` }));
    });
    expect(asked).toHaveLength(200);
    expect(found).toMatchObject({ isCut: true, pages: 200, lastCount: 0, mayBeWhole: false, dropped: 0 });
    expect(found.names).toHaveLength(200);
  });

  it.each([
    ['x', 'the answer is malformed'],
    ['{"value":{}}', 'the answer has no list (value)'],
    ['{}', 'the answer has no list (value)'],
    ['{"value":[{}]}', 'an entry has no TableName'],
    ['{"value":[{"TableName":1}]}', 'an entry has no TableName'],
    ['{"value":["Orders"]}', 'an entry has no TableName'],
    ['{"value":[{"TableName":"Orders"}],"odata.error":{"code":"x"}}', 'the service broke off with an error'],
  ])('are not read from %s', async (body, words) => {
    const fault = await faultOf(readAllTables(script(pageOf([], { body: bytesOf(body) })).read));
    expect(fault).toMatchObject({
      kind: 'protocol',
      message: `list of tables: ${words}.`,
      nextStep: 'Type the table name instead.',
    });
  });

  it('are not read from bytes that are no UTF-8, nor in circles', async () => {
    const body = new Uint8Array([...bytesOf('{"value":[{"TableName":"Ord'), 0xff, ...bytesOf('"}]}')]);
    expect((await faultOf(readAllTables(script(pageOf([], { body })).read)))?.message).toContain('malformed');
    const circle = script(pageOf(['Orders'], { nextTableName: 'n1' }));
    expect((await faultOf(readAllTables(circle.read)))?.message).toContain('does not move forward');
    expect(circle.asked).toEqual([undefined, 'n1']);
  });
});

describe('whether a list is whole', () => {
  const LIST = { names: ['Orders'], dropped: 0, isCut: false, lastCount: 1, pages: 1, mayBeWhole: true };
  /** A table with two rows, whose continuation can be read or not; or a fault. */
  function readerOf(tokens: 'readable' | 'hidden' | TableFault['kind']): PageReader {
    let isRead = false;
    return {
      transport: 'simple',
      tokenReadable: () => isRead,
      costsPreflight: () => false,
      readPage: ({ top = 2 }) => {
        if (tokens !== 'readable' && tokens !== 'hidden')
          return Promise.reject(tableError({ kind: tokens, message: 'm', nextStep: 'n' }));
        isRead = tokens === 'readable';
        const value = Array.from({ length: top }, (_, row) => ({ PartitionKey: 'p', RowKey: `${row}` }));
        const timing = { startedAtMs: 0, headersAtMs: 0, endedAtMs: 0 };
        return Promise.resolve({
          body: bytesOf(JSON.stringify({ value })),
          headersExposed: true,
          timing,
        } as Page);
      },
    };
  }
  const of = (list: Partial<typeof LIST>, reader: PageReader | undefined) =>
    judgeList({ ...LIST, ...list }, reader, signal);

  it('is so where continuations can be read and its page was not full', async () => {
    const readable = () => readerOf('readable');
    expect(await of({}, readable())).toStrictEqual({
      names: ['Orders'],
      complete: true,
      exposure: 'exposed',
    });
    expect((await of({ lastCount: 999 }, readable())).complete).toBe(true);
    expect((await of({ lastCount: 1000 }, readable())).complete).toBe(false);
    expect((await of({ lastCount: 1000, pages: 2 }, readable())).complete).toBe(true);
    expect(await of({ isCut: true, dropped: 3 }, readable())).toStrictEqual({
      names: ['Orders'],
      complete: false,
      exposure: 'exposed',
      dropped: 3,
      isCut: true,
    });
  });

  it('is not so where continuations are hidden, or nothing shows it', async () => {
    expect(await of({}, readerOf('hidden'))).toMatchObject({ complete: false, exposure: 'hidden' });
    expect(await of({}, undefined)).toMatchObject({ complete: false, exposure: 'unknown' });
    expect(await of({ mayBeWhole: false }, undefined)).toMatchObject({ complete: false, exposure: 'hidden' });
    expect(await of({ mayBeWhole: false, pages: 2 }, undefined)).toMatchObject({
      complete: false,
      exposure: 'unknown',
    });
    expect(await of({ pages: 2 }, readerOf('hidden'))).toMatchObject({ complete: true, exposure: 'hidden' });
  });

  it('is left open where a table cannot be read; who gives up or closes is told so', async () => {
    expect(await of({}, readerOf('auth'))).toMatchObject({ complete: false, exposure: 'unknown' });
    for (const kind of ['cancelled', 'closed'] as const)
      expect((await faultOf(of({}, readerOf(kind))))?.kind).toBe(kind);
    const bug: PageReader = {
      ...readerOf('hidden'),
      readPage: () => Promise.reject(new RangeError('a bug')),
    };
    await expect(of({}, bug)).rejects.toThrow('a bug');
  });
});
