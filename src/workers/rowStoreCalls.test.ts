import { beforeAll, describe, expect, it } from 'vitest';
import { entityAt, page, rowStorePair, storeWith, TEST_SCHEME_ID } from './rowStorePair.fixture.ts';
import type { RowFilter, RowQuery } from '../core/rows/rowQuery.ts';
import type { RowStoreClient } from './rowStoreClient.ts';
import type { CaptureAnswer, CapturePiece } from './rowStoreProtocol.ts';
import { type FileProgress, readFile } from './fileIntake.ts';

const HOUR = 36_000_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;

/** A row for an hour, with a value for each minute. */
const rowOf = (hour: number, name: (minute: number) => string): object => ({
  PartitionKey: 'boiler-1',
  RowKey: String(NEW_YEAR + BigInt(hour) * HOUR).padStart(19, '0'),
  ...Object.fromEntries(Array.from({ length: 60 }, (_, minute) => [name(minute), minute])),
});

const recognized = async (...rows: readonly object[]) => (await storeWith(...rows)).recognizePoints();
const NAMING = { kind: 'offset', prefix: 'S', stepTicks: HOUR / 60n } as const;

describe('rows whose properties are points', () => {
  it('are known by their numbered names and the distance of their own times', async () => {
    const name = (minute: number): string => `S${String(minute).padStart(2, '0')}`;
    expect(await recognized(rowOf(0, name), rowOf(1, name), rowOf(2, name))).toMatchObject({
      naming: NAMING,
      rowTicks: HOUR,
      isGuess: true,
    });
  });

  it('say the time of the earliest row, in whatever order they come', async () => {
    const hours = [5, 2, 9, 3];
    // Each row is of another boiler, so that the order of the keys is not that of the times.
    const rows = hours.map((hour, at) => ({
      ...rowOf(hour, (minute) => `S${minute}`),
      PartitionKey: `boiler-${at}`,
    }));
    const client = await storeWith(...rows);
    const receipt = await client.points({ naming: NAMING, unnamed: 'boiler', mostPoints: 1000 });
    expect(receipt).toMatchObject({ rows: 4, points: 240, rowsLeft: 0, firstTicks: NEW_YEAR + 2n * HOUR });
  });

  it('stop after the row that makes enough points, and say how many rows are left', async () => {
    const client = await storeWith(...[0, 1, 2, 3].map((hour) => rowOf(hour, (minute) => `S${minute}`)));
    const read = async (mostPoints: number) => {
      let made = 0;
      const { rows, points, rowsLeft, firstTicks } = await client.points(
        { naming: NAMING, unnamed: 'boiler', mostPoints },
        {
          onChunk: (bytes) => {
            made += (JSON.parse(new TextDecoder().decode(bytes)) as { value: unknown[] }).value.length;
          },
        },
      );
      return [rows, points, rowsLeft, firstTicks, made];
    };
    expect(await read(0)).toStrictEqual([0, 0, 4, undefined, 0]);
    expect(await read(60)).toStrictEqual([1, 60, 3, NEW_YEAR, 60]);
    expect(await read(61)).toStrictEqual([2, 120, 2, NEW_YEAR, 120]);
    expect(await read(120)).toStrictEqual([2, 120, 2, NEW_YEAR, 120]);
    expect(await read(1000)).toStrictEqual([4, 240, 0, NEW_YEAR, 240]);
    const none = await (await storeWith()).points({ naming: NAMING, unnamed: 'boiler', mostPoints: 9 });
    expect([none.rows, none.points, 'firstTicks' in none]).toStrictEqual([0, 0, false]);
  });

  it('are not known by other names, nor where no key says a time', async () => {
    const name = (minute: number): string => String.fromCodePoint(0x4e00 + minute);
    expect(await recognized(rowOf(0, name), rowOf(1, name))).toBeUndefined();
    const timeless = { PartitionKey: 'boiler', RowKey: 'one', S1: 1, S2: 2, S3: 3 };
    expect(await recognized(timeless, { ...timeless, RowKey: 'two' })).toBeUndefined();
  });
});

// The screen gets only the beginning of long texts, but copies, sums, filters and searches use the whole text.
const ROWS = 21;
const NAMES = Array.from({ length: 7 }, (_, at) => `P${at}`);
const LIST: RowQuery = { order: 'key' };

/** A long text that differs from those of other rows only at its end. */
function textOf(row: number): string {
  return `${'\u200b\u202e'.repeat(15_500)}end ${String(row).padStart(2, '0')}`;
}

let client: RowStoreClient;

beforeAll(async () => {
  client = await storeWith();
  for (let row = 0; row < ROWS; row++) {
    const values = Object.fromEntries(NAMES.map((name) => [name, textOf(row)]));
    await client.append(1, 0, page(entityAt('0', 60_000_000_000 + row, 'a', values)));
  }
});

describe('rows with long texts', () => {
  it('come to the screen with the beginnings of their texts, and to others whole', async () => {
    const request = { ...LIST, from: 0, to: ROWS, columns: NAMES };
    const { rows } = await client.view({ ...request, toDraw: true });
    const cells = rows.flatMap((row, at) => row.cells.map((cell) => ({ cell, text: textOf(at) })));
    expect(cells).toHaveLength(ROWS * NAMES.length);
    for (const { cell, text } of cells) {
      expect(text.startsWith(cell?.text ?? 'absent')).toBe(true);
      expect(cell?.units).toBe(text.length);
    }
    expect(cells.reduce((sum, { cell }) => sum + (cell?.text.length ?? 0), 0)).toBeLessThanOrEqual(500_000);
    const whole = await client.view(request);
    expect(whole.rows.map((row) => row.cells)).toEqual(
      rows.map((_, at) => NAMES.map(() => ({ type: 'Edm.String', text: textOf(at) }))),
    );
  });

  it.each(['tsv', 'json', 'markdown', 'csv'] as const)('are copied whole: %s', async (format) => {
    const range = { query: LIST, from: 1, to: 4, columns: [{ name: 'P1' }] } as const;
    const copied = await client.copyCells({ ...range, format, names: ['P1'], hasHead: true });
    for (const row of [1, 2, 3]) expect(copied).toContain(textOf(row));
    expect(copied).not.toContain(textOf(4));
  });

  it('are added up, filtered and found by the whole texts', async () => {
    const range = { query: LIST, from: 0, to: ROWS, columns: [{ name: 'P1' }] } as const;
    expect(await client.addUp(range)).toMatchObject({ cells: ROWS, values: ROWS });
    const is: RowFilter = { kind: 'is', name: 'P1', type: 'Edm.String', text: textOf(7) };
    const { rows, total } = await client.view({ ...LIST, filters: [is], from: 0, to: 9, toDraw: true });
    expect([total, rows[0]?.row]).toEqual([1, 7]);
    const found = await client.search({ query: LIST, text: 'end 09' });
    expect([...found.positions]).toEqual([9]);
    const { properties } = await client.entity(9);
    expect(properties.map(({ text }) => text)).toEqual(NAMES.map(() => textOf(9)));
  });
});

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

const row = (at: number, length = 0): string =>
  `${JSON.stringify({ PartitionKey: 'p', RowKey: String(at).padStart(6, '0'), T: 'x'.repeat(length) })}\n`;
const rowsOf = (count: number, length = 0): string =>
  Array.from({ length: count }, (_, at) => row(at, length)).join('');

async function read(text: string, room?: { readonly rows: number; readonly bytes: number }) {
  const work = readFile({
    source: new Blob([text]),
    kind: { kind: 'ndjson' },
    tableName: '',
    ...(room !== undefined && { room }),
  });
  const told: FileProgress[] = [];
  for (;;) {
    const step = await work.next();
    if (step.done === true) return { summary: step.value.summary, stored: step.value.store.rowCount, told };
    if (step.value?.kind === 'progress') told.push(step.value.progress as FileProgress);
  }
}

const ALL = { rows: 1e6, bytes: 1e9 };

describe('a file that is read as far as there is room', () => {
  it('is whole if its last row is the last that fits, and says how far it is', async () => {
    const text = rowsOf(50);
    for (const room of [undefined, ALL, { ...ALL, rows: 50 }, { ...ALL, bytes: text.length }]) {
      const { summary, stored, told } = await read(text, room);
      expect([summary.rows, stored, summary.isCut === true]).toEqual([50, 50, false]);
      expect(told.at(-1)).toMatchObject({ bytesRead: text.length, bytesTotal: text.length });
    }
  });

  it('is cut where rows or bytes are as many as fit, if there is more of it, and says so', async () => {
    const text = rowsOf(3000, 500);
    const whole = await read(text, { ...ALL, rows: 3000 });
    expect([whole.summary.rows, whole.summary.isCut === true]).toEqual([3000, false]);
    for (const room of [
      { ...ALL, rows: 1 },
      { ...ALL, bytes: 1 },
      { ...ALL, rows: 0 },
    ]) {
      const { summary, stored } = await read(text, room);
      expect([summary.isCut, summary.rows === stored, stored > 0, stored < 3000]).toEqual([
        true,
        true,
        true,
        true,
      ]);
      // A line that was cut because reading ended does not count as a fault of the file.
      expect(summary.faults.total).toBe(0);
    }
    const bytes = await read(text, { ...ALL, bytes: text.length });
    expect([bytes.summary.rows, bytes.summary.isCut === true]).toEqual([3000, false]);
  });

  it('tells how many bytes and rows there are so far', async () => {
    const text = rowsOf(3000, 500);
    const { told } = await read(text);
    const rows = told.map(({ rows: count }) => count);
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    // Rows are stored page by page, and not all at the end.
    expect([(rows.at(-1) ?? 0) > 1000, (rows.at(-1) ?? 0) <= 3000, new Set(rows).size > 1]).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      told.every(({ bytesRead, bytesTotal }) => bytesRead <= bytesTotal && bytesTotal === text.length),
    ).toBe(true);
  });
});
