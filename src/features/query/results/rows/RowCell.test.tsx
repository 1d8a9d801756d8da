import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CELL_FORMATS, type CellFormat } from '../../../../core/rows/cellFormats.ts';
import type { CellValue } from '../../../../core/entities/store/entityStore.ts';
import { rowCell, type RowView } from './RowCell.tsx';

interface Drawn {
  readonly cell: CellValue | undefined;
  readonly columnId?: string;
  readonly format?: CellFormat;
  readonly wraps?: boolean;
  readonly search?: string;
}

/** What a person sees of a cell, without the elements. */
function seen({ cell, columnId = 'property:P', ...look }: Drawn): string {
  const row: RowView = {
    row: 0,
    queryIndex: 0,
    group: '',
    partitionKey: cell?.text ?? '',
    rowKey: cell?.text ?? '',
    cells: [cell],
    duplicateNames: false,
  };
  const html = renderToStaticMarkup(
    rowCell({
      row,
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
  return html.replaceAll(/<[^>]*>/g, '').trim();
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

  it('says what it holds if nothing of that can be seen', () => {
    expect(seen({ cell: { type: 'Edm.String', text: '' } })).toBe('empty');
    expect(seen({ cell: { type: 'Edm.String', text: '  ' } })).toBe('2 spaces');
    expect(seen({ cell: { type: 'Edm.String', text: '' }, columnId: 'rowKey' })).toBe('empty');
    expect(seen({ cell: { type: 'Edm.String', text: ' ' }, columnId: 'partitionKey' })).toBe('1 space');
  });
});
