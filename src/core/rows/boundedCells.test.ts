import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedCells } from './boundedCells.ts';
import { packRows, unpackRows } from './packedRows.ts';
import type { RowView } from './rowTypes.ts';

function rowsOf(texts: readonly (readonly (string | undefined)[])[]): readonly RowView[] {
  return texts.map((cells, row) => ({
    row,
    queryIndex: 0,
    group: '',
    partitionKey: 'p',
    rowKey: String(row),
    cells: cells.map((text) => (text === undefined ? undefined : { type: 'Edm.String', text })),
    duplicateNames: false,
  }));
}

const unitsOf = (rows: readonly RowView[]): number =>
  rows.reduce((sum, { cells }) => sum + cells.reduce((all, cell) => all + (cell?.text.length ?? 0), 0), 0);

describe('texts of cells on their way to the page', () => {
  it.each([
    ['zero-width', '\u200b', 41, 15, 31_000],
    ['bidi, always another', '\u202e\u2066', 41, 15, 31_000],
    ['seen', 'x', 192, 8, 32_000],
    ['characters of two units', '\u{1f600}', 30, 30, 17_001],
  ])('are bounded together: %s', (_what, unit, rows, columns, length) => {
    const text = unit.repeat(Math.ceil(length / unit.length));
    const whole = rowsOf(Array.from({ length: rows }, () => Array.from({ length: columns }, () => text)));
    const shown = unpackRows(structuredClone(packRows(boundedCells(whole))));
    expect(unitsOf(shown)).toBeLessThanOrEqual(Math.max(500_000, rows * columns * 384));
    for (const cell of shown.flatMap(({ cells }) => cells)) {
      expect(cell?.units).toBe(text.length);
      expect(cell?.text.length).toBeGreaterThan(300);
      expect(text.startsWith(cell?.text ?? 'absent')).toBe(true);
      // No half of a character.
      expect(cell?.text).not.toMatch(/\p{Cs}/u);
    }
  });

  it('are whole if they are few, however long one is', () => {
    const rows = rowsOf([['x'.repeat(400_000), undefined, ''], ['\u200b'.repeat(31_000)]]);
    expect(boundedCells(rows)).toBe(rows);
  });

  it('are not bounded to less than a line shows, and short ones stay as they are', () => {
    const rows = rowsOf(Array.from({ length: 192 }, () => Array.from({ length: 20 }, () => 'x'.repeat(300))));
    expect(boundedCells(rows)).toEqual(rows);
  });

  it('say how long the whole is, if and only if they are cut', () => {
    const text = fc.integer({ min: 0, max: 30_000 }).map((length) => 'ab\u{1f600}'.repeat(length));
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { maxLength: 12 }), (texts) => {
        const shown = boundedCells(rowsOf(texts));
        for (const [row, { cells }] of shown.entries())
          for (const [at, cell] of cells.entries()) {
            const whole = texts[row]?.[at] ?? '';
            expect(whole.startsWith(cell?.text ?? 'absent')).toBe(true);
            expect(cell?.units).toBe(cell?.text === whole ? undefined : whole.length);
          }
      }),
      { numRuns: 30 },
    );
  });
});
