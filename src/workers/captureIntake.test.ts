import { describe, expect, it } from 'vitest';
import { entityAt, page, rowStorePair, TEST_SCHEME_ID } from './rowStorePair.fixture.ts';
import type { CaptureAnswer, CapturePiece } from './rowStoreProtocol.ts';

const QUERIES = [0, 1, 2].map((index) => ({ index, label: `q${index}` }));
const RUN = { runId: 4, schemeId: TEST_SCHEME_ID, queries: QUERIES };

/** The bytes of a capture with two rows of the first query and one of the third. */
async function captured(): Promise<Uint8Array<ArrayBuffer>> {
  const { client } = rowStorePair();
  await client.begin(RUN);
  await client.append(4, 0, page(entityAt('0', 1, 'a'), entityAt('0', 2, 'b')));
  await client.append(4, 2, page(entityAt('1', 3, 'c')));
  const parts: Uint8Array[] = [];
  await client.writeCapture('{"s":1}', { onChunk: (bytes) => void parts.push(bytes) });
  return new Uint8Array(Buffer.concat(parts));
}

/** The answers of a row store to a capture that it gets piece by piece. The run begins after the summary, as on the page. */
async function taken(
  bytes: Uint8Array<ArrayBuffer>,
  sizes: readonly number[],
  more: Partial<CapturePiece> = {},
) {
  const { client } = rowStorePair();
  const answers: CaptureAnswer[] = [];
  const take = async (piece: Uint8Array<ArrayBuffer>, isFirst: boolean, isLast: boolean): Promise<void> => {
    const asked = { runId: 4, bytes: piece.slice(), isFirst, isLast, mostRows: 3, queries: 3, ...more };
    const answer = await client.readCapture(asked);
    answers.push(answer);
    if (answer.kind !== 'summary') return;
    await client.begin(RUN);
    await take(new Uint8Array(0), false, isLast);
  };
  let from = 0;
  for (const [at, size] of sizes.entries()) {
    await take(bytes.subarray(from, from + size), at === 0, at === sizes.length - 1);
    from += size;
  }
  const view = await client.view({ order: 'arrival', from: 0, to: 9 });
  return { answers, keys: view.rows.map(({ rowKey, queryIndex }) => [rowKey, queryIndex]), client };
}

describe('a capture in the worker', () => {
  it('becomes the rows of the run, counted by query', async () => {
    const bytes = await captured();
    const { answers, keys } = await taken(bytes, [bytes.length]);
    expect(answers).toEqual([
      { kind: 'summary', rows: 3, summary: { s: 1 } },
      { kind: 'end', rows: 3, rowsByQuery: [2, 0, 1] },
    ]);
    expect(keys).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 2],
    ]);
  });

  it('is taken as its bytes arrive, and says how many rows there are', async () => {
    const bytes = await captured();
    const text = new TextDecoder().decode(bytes);
    const third = text.indexOf('{"block":{"query":2');
    const { answers } = await taken(bytes, [10, third - 10, bytes.length - third - 1, 1, 0]);
    expect(answers).toEqual([
      { kind: 'more', rows: 0 },
      { kind: 'summary', rows: 3, summary: { s: 1 } },
      { kind: 'more', rows: 2 },
      { kind: 'more', rows: 3 },
      { kind: 'more', rows: 3 },
      { kind: 'end', rows: 3, rowsByQuery: [2, 0, 1] },
    ]);
  });

  it('is refused if there is no room, or a query is not in the plan; then no row is kept', async () => {
    const bytes = await captured();
    const full = await taken(bytes, [bytes.length], { mostRows: 2 });
    expect(full.answers).toEqual([
      { kind: 'refused', words: 'It has 3 rows; there is room for 2. Close a result first.' },
    ]);
    const other = await taken(bytes, [bytes.length], { queries: 2 });
    expect([other.answers.at(-1), other.keys]).toEqual([
      { kind: 'refused', words: 'Line 7: query 2 is not in the plan.' },
      [],
    ]);
    // The next capture starts from the beginning.
    const sums = [];
    for (const first of [true, false]) {
      const asked = { runId: 4, bytes: bytes.slice(), isFirst: first, isLast: true, mostRows: 3, queries: 3 };
      sums.push((await other.client.readCapture(asked)).kind);
    }
    expect(sums[0]).toBe('summary');
  });

  it('is refused if a block holds another number of rows', async () => {
    const text = new TextDecoder().decode(await captured());
    const [one] = /\{"PartitionKey":[^\n]*\n/.exec(text) ?? [''];
    const twice = text.replace(/(\{"PartitionKey":[^\n]*\n){2}/, one + one);
    const bytes = new TextEncoder().encode(twice);
    const { answers, keys } = await taken(bytes, [bytes.length]);
    expect([answers.at(-1), keys]).toEqual([
      { kind: 'refused', words: 'Lines 4 to 5: 2 entities were expected, and 1 are there.' },
      [],
    ]);
  });
});
