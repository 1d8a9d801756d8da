import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../../../core/time/ticks.ts';
import { type FilterDraft, readDraft, valueKinds, valueNote, likelyFilterColumn } from './filterDraft.ts';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { ArrangedColumn } from '../../../../core/rows/arrangeColumns.ts';

const NOW = isoToTicks('2026-11-22T12:00:00Z');
const draft = (over: Partial<FilterDraft>): FilterDraft => ({
  ref: { name: 'A' },
  type: 'Edm.String',
  kind: 'contains',
  text: '',
  to: '',
  ...over,
});

describe('a filter while it is typed', () => {
  it('is none before anything is typed', () => {
    expect(readDraft(draft({}), NOW)).toBeUndefined();
    expect(readDraft(draft({ kind: 'is', type: 'Edm.Int32' }), NOW)).toBeUndefined();
    expect(readDraft(draft({ kind: 'range' }), NOW)).toBeUndefined();
    for (const type of ['Edm.String', 'Edm.Guid', 'Edm.Boolean', 'Edm.Binary'])
      for (const kind of ['is', 'is-not'] as const)
        expect(readDraft(draft({ kind, type }), NOW)).toBeUndefined();
  });

  it('is for empty text by a condition of its own, whatever was typed for another', () => {
    const empty = { name: 'A', type: 'Edm.String', text: '' };
    for (const type of ['Edm.String', 'Edm.Int32']) {
      expect(readDraft(draft({ kind: 'empty', type, text: 'x' }), NOW)).toEqual({
        filter: { ...empty, kind: 'is' },
      });
      expect(readDraft(draft({ kind: 'not-empty', type }), NOW)).toEqual({
        filter: { ...empty, kind: 'is-not' },
      });
    }
  });

  it('compares as the column does', () => {
    expect(readDraft(draft({ text: ' x' }), NOW)).toEqual({
      filter: { name: 'A', kind: 'contains', text: ' x' },
    });
    expect(readDraft(draft({ kind: 'is', text: ' ' }), NOW)).toEqual({
      filter: { name: 'A', kind: 'is', type: 'Edm.String', text: ' ' },
    });
    expect(readDraft(draft({ kind: 'range', type: 'Edm.Int64', text: ' 5 ' }), NOW)).toEqual({
      filter: { name: 'A', kind: 'range', as: 'number', from: '5', to: '' },
    });
    expect(
      readDraft(draft({ kind: 'range', type: 'Edm.DateTime', text: 'now-1h', to: '2026-11-22' }), NOW),
    ).toEqual({
      filter: {
        name: 'A',
        kind: 'range',
        as: 'instant',
        from: '2026-11-22T11:00:00.0000000Z',
        to: '2026-11-22T00:00:00.0000000Z',
      },
    });
    expect(readDraft(draft({ kind: 'absent', text: 'x' }), NOW)).toEqual({
      filter: { name: 'A', kind: 'absent' },
    });
  });

  it('tells the kinds of values of a mixed column apart: numbers compare with each other, texts only with texts', () => {
    expect(valueKinds(['Edm.String', 'Edm.Int32', 'Null', 'Edm.Double'])).toEqual([
      { id: 'Edm.String', label: 'String' },
      { id: 'Edm.Int32', label: 'Int32, Double' },
    ]);
    expect(valueKinds(['Edm.Int64', 'Edm.Double'])).toHaveLength(1);
    expect(valueKinds([])).toEqual([]);
  });

  it('takes NaN as a value, and as no bound of a range', () => {
    for (const bounds of [{ text: 'NaN' }, { to: ' NaN ' }, { text: '1', to: 'NaN' }])
      expect(readDraft(draft({ kind: 'range', type: 'Edm.Double', ...bounds }), NOW)).toEqual({
        fault: 'NaN is neither more nor less than a number. Choose "is" to find it.',
      });
    expect(readDraft(draft({ kind: 'is', type: 'Edm.Double', text: 'NaN' }), NOW)).toEqual({
      filter: { name: 'A', kind: 'is', type: 'Edm.Double', text: 'NaN' },
    });
    expect(readDraft(draft({ kind: 'range', type: 'Edm.String', text: 'NaN' }), NOW)).toMatchObject({
      filter: { from: 'NaN', to: '' },
    });
  });

  it('takes a GUID in braces, as other programs write it', () => {
    const text = ' {C9DA6455-213D-42C9-9A79-3E9149A57833} ';
    expect(readDraft(draft({ kind: 'is', type: 'Edm.Guid', text }), NOW)).toMatchObject({
      filter: { text: 'C9DA6455-213D-42C9-9A79-3E9149A57833' },
    });
    expect(readDraft(draft({ kind: 'is', text }), NOW)).toMatchObject({ filter: { text } });
  });

  it('says what is no regular expression', () => {
    expect(readDraft(draft({ kind: 'matches', text: '^a+$' }), NOW)).toEqual({
      filter: { name: 'A', kind: 'matches', pattern: '^a+$' },
    });
    expect(readDraft(draft({ kind: 'matches', text: '(a' }), NOW)).toMatchObject({
      fault: expect.stringContaining('Unterminated group') as string,
    });
  });

  it('says beside the field how the value is written, and that a part of a text finds nothing', () => {
    const note = (kind: FilterDraft['kind'], type: string) => valueNote(draft({ kind, type }));
    expect(note('is', 'Edm.String')).toBe('the whole text');
    expect(note('is-not', 'Edm.String')).toBe('the whole text');
    expect(note('range', 'Edm.DateTime')).toBe('such as 12:00 or now-1h');
    expect(note('is', 'Edm.DateTime')).toBe('such as 12:00 or now-1h');
    for (const [kind, type] of [
      ['contains', 'Edm.String'],
      ['contains', 'Edm.DateTime'],
      ['matches', 'Edm.String'],
      ['range', 'Edm.String'],
      ['is', 'Edm.Int32'],
      ['is', 'Edm.Boolean'],
    ] as const)
      expect(note(kind, type)).toBeUndefined();
  });

  it('says what is no number or time', () => {
    expect(readDraft(draft({ kind: 'is', type: 'Edm.Int32', text: 'high' }), NOW)).toEqual({
      fault: '"high" is not a number. Write it as 12, -3.5 or 1e6.',
    });
    expect(readDraft(draft({ kind: 'range', type: 'Edm.DateTime', to: 'soon' }), NOW)).toEqual({
      fault: expect.stringContaining('"soon" is not a time. Type 12:00'),
    });
  });
});

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
