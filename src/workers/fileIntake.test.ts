import { describe, expect, it } from 'vitest';
import { type FileProgress, readFile } from './fileIntake.ts';

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
