import { describe, expect, it } from 'vitest';
import { TableError, type TableFault } from '../base/tableError.ts';
import { readAllTables } from './tableList.ts';

type ListPage = Awaited<ReturnType<Parameters<typeof readAllTables>[0]>>;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function pageOf(names: readonly string[], more: Partial<ListPage> = {}): ListPage {
  const value = names.map((name) => ({ TableName: name }));
  return { body: bytesOf(JSON.stringify({ value })), headersExposed: true, ...more };
}

/** Answers with one page after the other, and records what was requested. */
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
