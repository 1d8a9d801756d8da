import { describe, expect, it } from 'vitest';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import { isoToTicks } from '../../../../core/time/ticks.ts';
import { type FilterDraft, likelyFilterColumn, readDraft, valueKinds, valueNote } from './FilterEditor.tsx';

const NOW = isoToTicks('2026-11-22T12:00:00Z');
const A = { name: 'A' };
const draft = (over: Partial<FilterDraft>): FilterDraft => ({
  ref: A,
  type: 'Edm.String',
  kind: 'contains',
  text: '',
  to: '',
  ...over,
});
const read = (over: Partial<FilterDraft>) => readDraft(draft(over), NOW);

describe('a filter while it is typed', () => {
  it.each<Partial<FilterDraft>>([
    {},
    { kind: 'matches' },
    { kind: 'range' },
    { kind: 'is', type: 'Edm.Int32' },
    ...['Edm.String', 'Edm.Guid', 'Edm.Boolean', 'Edm.Binary'].flatMap((type) =>
      (['is', 'is-not'] as const).map((kind) => ({ kind, type })),
    ),
  ])('is none before anything is typed: %o', (over) => {
    expect(read(over)).toBeUndefined();
  });

  const hour = { from: '2026-11-22T11:00:00.0000000Z', to: '2026-11-22T00:00:00.0000000Z' };
  const guid = 'C9DA6455-213D-42C9-9A79-3E9149A57833';
  it.each<[Partial<FilterDraft>, object]>([
    [{ text: ' x' }, { kind: 'contains', text: ' x' }],
    [
      { kind: 'is', text: ' ' },
      { kind: 'is', type: 'Edm.String', text: ' ' },
    ],
    [
      { kind: 'range', type: 'Edm.Int64', text: ' 5 ' },
      { kind: 'range', as: 'number', from: '5', to: '' },
    ],
    [
      { kind: 'range', type: 'Edm.DateTime', text: 'now-1h', to: '2026-11-22' },
      { kind: 'range', as: 'instant', ...hour },
    ],
    // For empty text there is a condition of its own, whatever was typed for another.
    [
      { kind: 'empty', type: 'Edm.Int32', text: 'x' },
      { kind: 'is', type: 'Edm.String', text: '' },
    ],
    [{ kind: 'not-empty' }, { kind: 'is-not', type: 'Edm.String', text: '' }],
    [{ kind: 'absent', text: 'x' }, { kind: 'absent' }],
    [
      { kind: 'is', type: 'Edm.Double', text: 'NaN' },
      { kind: 'is', type: 'Edm.Double', text: 'NaN' },
    ],
    [
      { kind: 'range', text: 'NaN' },
      { kind: 'range', as: 'text', from: 'NaN', to: '' },
    ],
    // Other programs write a GUID in braces.
    [
      { kind: 'is', type: 'Edm.Guid', text: ` {${guid}} ` },
      { kind: 'is', type: 'Edm.Guid', text: guid },
    ],
    [
      { kind: 'is', text: ` {${guid}} ` },
      { kind: 'is', type: 'Edm.String', text: ` {${guid}} ` },
    ],
    [
      { kind: 'matches', text: '^a+$' },
      { kind: 'matches', pattern: '^a+$' },
    ],
  ])('compares as the column does: %o', (over, filter) => {
    expect(read(over)).toEqual({ filter: { ...A, ...filter } });
  });

  const noBound = 'NaN is neither more nor less than a number. Choose "is" to find it.';
  it.each<[Partial<FilterDraft>, string]>([
    ...[{ text: 'NaN' }, { to: ' NaN ' }, { text: '1', to: 'NaN' }].map(
      (bounds): [Partial<FilterDraft>, string] => [{ kind: 'range', type: 'Edm.Double', ...bounds }, noBound],
    ),
    [{ kind: 'is', type: 'Edm.Int32', text: 'high' }, '"high" is not a number. Write it as 12, -3.5 or 1e6.'],
    [{ kind: 'range', type: 'Edm.DateTime', to: 'soon' }, '"soon" is not a time. Type 12:00'],
    [{ kind: 'matches', text: '(a' }, 'Unterminated group'],
  ])('says what is wrong: %o', (over, fault) => {
    expect(read(over)).toEqual({ fault: expect.stringContaining(fault) as string });
  });

  it('tells the kinds of values of a mixed column apart: numbers compare with each other, texts only with texts', () => {
    expect(valueKinds(['Edm.String', 'Edm.Int32', 'Null', 'Edm.Double'])).toEqual([
      { id: 'Edm.String', label: 'String' },
      { id: 'Edm.Int32', label: 'Int32, Double' },
    ]);
    expect(valueKinds(['Edm.Int64', 'Edm.Double'])).toHaveLength(1);
  });

  it.each<[FilterDraft['kind'], string, string | undefined]>([
    ['is', 'Edm.String', 'the whole text'],
    ['is-not', 'Edm.String', 'the whole text'],
    ['range', 'Edm.DateTime', 'such as 12:00 or now-1h'],
    ['is', 'Edm.DateTime', 'such as 12:00 or now-1h'],
    ['contains', 'Edm.DateTime', undefined],
    ['range', 'Edm.String', undefined],
    ['is', 'Edm.Int32', undefined],
  ])('says beside the field how the value is written: %s, %s', (kind, type, note) => {
    expect(valueNote({ kind, type })).toBe(note);
  });
});

it('the button of a filter opens the message, else the first text of the grid, not of the table', () => {
  const types = { N: 'Edm.String', Level: 'Edm.Int32', Role: 'Edm.String', Message: 'Edm.String' };
  const columns = {
    of: ({ name }: ColumnRef) => {
      const type = new Map(Object.entries(types)).get(name);
      return type === undefined ? undefined : { ref: { name }, title: name, type };
    },
  };
  const likely = (...names: readonly (keyof typeof types)[]): string | undefined => {
    const roles = { N: 'source', Level: 'severity', Role: 'source', Message: 'message' } as const;
    const back = names.map((name) => ({ name, role: roles[name], chars: 9 }));
    return likelyFilterColumn(columns, { front: [], back })?.title;
  };
  expect(likely('Level', 'Role', 'Message', 'N')).toBe('Message');
  expect(likely('Level', 'Role', 'N')).toBe('Role');
  expect(likely('Level')).toBeUndefined();
});
