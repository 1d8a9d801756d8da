import { describe, expect, it } from 'vitest';
import { columnNote } from './columnNote.ts';

describe('what the list of columns says about one', () => {
  const types = [
    { type: 'Edm.String', count: 5 },
    { type: 'Contoso.Odd', count: 1 },
  ];
  it('is the share of rows and the types; nearly all is not all, and few are not none', () => {
    expect(columnNote({ count: 6, rowCount: 6, types })).toBe('100 %, String | Contoso.Odd');
    expect(columnNote({ count: 99_999, rowCount: 100_000, types })).toContain('99 %');
    expect(columnNote({ count: 1, rowCount: 100_000, types })).toContain('1 %');
    expect(columnNote({ count: 1, rowCount: 3, types: [] })).toBe('33 %, ');
  });
});
