import { describe, expect, it } from 'vitest';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { ArrangedColumn } from '../../../../core/rows/arrangeColumns.ts';
import { likelyFilterColumn } from './filterColumns.ts';

const text = (name: string) => ({ ref: { name }, title: name, type: 'Edm.String' });
const number = (name: string) => ({ ref: { name }, title: name, type: 'Edm.Int32' });
const shown = (name: string, role: 'message' | 'source' | 'severity') => ({ name, role, chars: 9 });

describe('the column of a filter that its button opens', () => {
  const known = [text('N'), number('Level'), text('Role'), text('Message')];
  const columns = { of: ({ name }: ColumnRef) => known.find(({ title }) => title === name) };
  const arranged = (...back: readonly ArrangedColumn[]) => ({ front: [], back });

  it('is the message, wherever it is among the properties', () => {
    const all = [
      shown('Level', 'severity'),
      shown('Role', 'source'),
      shown('Message', 'message'),
      shown('N', 'source'),
    ];
    expect(likelyFilterColumn(columns, arranged(...all))?.title).toBe('Message');
  });

  it('is else the first text of the grid, not of the table', () => {
    expect(
      likelyFilterColumn(
        columns,
        arranged(shown('Level', 'severity'), shown('Role', 'source'), shown('N', 'source')),
      )?.title,
    ).toBe('Role');
  });

  it('is none that only numbers could fill', () => {
    expect(likelyFilterColumn(columns, arranged(shown('Level', 'severity')))).toBeUndefined();
    expect(likelyFilterColumn(columns, arranged())).toBeUndefined();
  });
});
