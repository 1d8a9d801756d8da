import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CELL_FORMATS } from '../../../../core/rows/cellFormats.ts';
import type { ShownCell } from '../../../../core/rows/rowTypes.ts';
import { isoToTicks, TICKS_PER_SECOND } from '../../../../core/time/ticks.ts';
import { zoneClock } from '../../../../core/time/zoneClock.ts';
import { rowCell, type RowView, markParts } from './RowCell.tsx';
import { cellText } from './useGridColumns.ts';

interface Drawn extends Partial<Parameters<typeof rowCell>[0]> {
  readonly cell: ShownCell | undefined;
}

function rowOf(cell: ShownCell | undefined): RowView {
  const { text = '' } = cell ?? {};
  return { row: 0, queryIndex: 0, group: '', partitionKey: text, rowKey: text, cells: [cell] };
}

function htmlOf({ cell, columnId = 'property:P', ...look }: Drawn): string {
  return renderToStaticMarkup(
    rowCell({
      row: rowOf(cell),
      columnId,
      text: cell?.text ?? '',
      clock: undefined,
      day: undefined,
      schemeId: undefined,
      severities: new Map(),
      sources: new Set(),
      cell,
      format: 'automatic',
      search: '',
      wraps: false,
      beside: { clock: undefined, localZone: 'UTC', roomChars: 20 },
      ...look,
    }),
  );
}

/** The visible text of a cell, without its elements. */
function seen(drawn: Drawn): string {
  return htmlOf(drawn)
    .replaceAll(/<[^>]*>/g, '')
    .trim();
}

describe('a cell of the list', () => {
  const look = fc.record({
    format: fc.constantFrom(...CELL_FORMATS.map(({ id }) => id)),
    wraps: fc.boolean(),
    search: fc.constantFrom('', ' ', 'a'),
  });
  const value = fc.record({
    type: fc.constantFrom('Edm.String', 'Edm.Binary', 'Json'),
    text: fc.constantFrom('', ' ', '   ', '\t', '\n', '\u200b', 'a', 'a b'),
  });

  it('is empty only if the row has no value there', () => {
    fc.assert(
      fc.property(value, look, (cell, drawn) => {
        expect(seen({ cell, ...drawn })).not.toBe('');
        expect(seen({ cell: undefined, ...drawn })).toBe('');
      }),
    );
  });

  it('of which only the beginning is here says how much is missing, and claims nothing of its form', () => {
    const type = 'Edm.String';
    const plain = { type, text: 'x'.repeat(384), units: 31_000 };
    expect(seen({ cell: plain })).toBe(`${'x'.repeat(300)}\u2026 30,700 more characters`);
    expect(seen({ cell: plain, search: 'x' })).toBe(`${'x'.repeat(300)}\u2026 30,700 more characters`);
    expect(seen({ cell: plain, wraps: true })).toBe(
      `${'x'.repeat(300)}\u2026 30,700 more characters \u2026 31,000 characters in all`,
    );
    const hidden = { type, text: '\u200b'.repeat(384), units: 31_000 };
    expect(seen({ cell: hidden })).toBe('U+200B \u00d7 384\u2026 30,616 more characters');
    expect(seen({ cell: { type, text: ' '.repeat(384), units: 400 } })).toContain('16 more characters');
    const json = { type, text: `[${'1,'.repeat(999)}`, units: 31_000 };
    for (const { id } of CELL_FORMATS) expect(seen({ cell: json, format: id })).toBe(seen({ cell: json }));
  });

  it('of thousands of invisible characters that change looks at some of them, in lines too', () => {
    const codes = ['\u200b', '\u200c', '\u202e', '\u2066'];
    const text = Array.from({ length: 8192 }, (_, at) => codes[at % 4]).join('');
    const marked = (units?: number): number => {
      const words = seen({ cell: { type: 'Edm.String', text, ...(units && { units }) }, wraps: true });
      return Number(/\u00d7 ([\d,]+)/u.exec(words)?.[1]?.replace(',', ''));
    };
    expect(marked(31_000)).toBe(512);
    expect(marked()).toBe(2048);
  });

  it('in lines draws as many marks as one without lines', () => {
    const marks = (text: string, units?: number): number =>
      seen({ cell: { type: 'Edm.String', text, ...(units !== undefined && { units }) }, wraps: true }).split(
        'U+202E',
      ).length - 1;
    const line = 'a\u202e'.repeat(100);
    expect(marks(line)).toBe(40);
    // A line whose marks are used up still shows that there is one.
    expect(marks(`${line}\n`.repeat(15))).toBe(40 + 14);
    expect(marks(line, 31_000)).toBe(4);
    expect(marks('a\u202e\n'.repeat(19))).toBe(19);
  });

  it('says what it holds if nothing of that can be seen', () => {
    for (const columnId of ['property:P', 'rowKey', 'partitionKey'])
      expect(['', '  '].map((text) => seen({ cell: { type: 'Edm.String', text }, columnId }))).toEqual([
        'empty',
        '2 spaces',
      ]);
  });
});

it('a Double is rounded on screen alone: hover, copy and a search have all of its digits', () => {
  const cell = { type: 'Edm.Double', text: '39.48054054054054' };
  expect(seen({ cell })).toBe('39.4805');
  expect(htmlOf({ cell })).toContain('title="39.48054054054054"');
  expect(cellText(rowOf(cell), 'property:P', ['P'], undefined)).toBe('39.48054054054054');
  expect(seen({ cell, search: '5405405' })).toBe('39.48054054054054');
  for (const type of ['Edm.Int64', 'Edm.String'])
    expect(seen({ cell: { ...cell, type } })).toBe('39.48054054054054');
});

it('a time that the clock of the zone shows twice has its offset, and others have none', () => {
  const clock = zoneClock('America/New_York');
  const shown = (iso: string): string => {
    const seconds = Number(isoToTicks(iso) / TICKS_PER_SECOND);
    const row = { ...rowOf(undefined), time: { seconds, fraction: 1_234_567, basis: 'key' } } as const;
    const beside = { clock, localZone: 'America/New_York', roomChars: 20 };
    return seen({ cell: undefined, row, columnId: 'time', clock, beside });
  };
  expect(shown('2026-11-01T04:59:59Z')).toBe('2026-11-01T00:59:59.1234567');
  expect(shown('2026-11-01T05:30:00Z')).toBe('2026-11-01T01:30:00.1234567-04:00');
  expect(shown('2026-11-01T06:30:00Z')).toBe('2026-11-01T01:30:00.1234567-05:00');
  expect(shown('2026-11-01T07:00:00Z')).toBe('2026-11-01T02:00:00.1234567');
});

describe('marks of a search in a cell', () => {
  it('are the matches, and all parts together are the text', () => {
    const text = fc
      .array(fc.constantFrom('a', 'A', 'b', 'É', ' '), { maxLength: 10 })
      .map((each) => each.join(''));
    fc.assert(
      fc.property(text, text, (whole, search) => {
        const parts = markParts(whole, search);
        const isIn = search !== '' && new RegExp(search, 'i').test(whole);
        expect(parts !== undefined).toBe(isIn);
        if (parts === undefined) return;
        expect(parts.map((part) => part.text).join('')).toBe(whole);
        for (const part of parts) expect(part.text.toLowerCase() === search.toLowerCase()).toBe(part.isMatch);
        expect(parts.map(({ from }) => from)).toEqual(
          parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + part.text.length, 0)),
        );
      }),
    );
  });

  it('are few, however often the text is there', () => {
    expect(markParts('x'.repeat(1e5), 'x')?.length).toBe(21);
  });
});
