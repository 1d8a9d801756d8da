import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CELL_FORMATS } from '../../core/rows/cellFormats.ts';
import type { ColumnChoice } from '../../core/rows/columnChoice.ts';
import type { RowFilter } from '../../core/rows/rowQuery.ts';
import { readHash, writeHash } from '../address/hashAddress.ts';
import { holdsSecret } from '../base/secrets.ts';
import { EMPTY_FORM, formToParams, paramsToForm, QUERY_VIEW, type QueryForm } from '../run/queryForm.ts';
import { textsOfView, viewOfTexts } from './sharedView.ts';

type Shown = ReturnType<typeof viewOfTexts>;

const EMPTY = { order: 'time-asc', sort: [], filters: [], search: '', differs: false, unread: [] };

/** What a reader of the link gets. */
function opened(shown: Partial<Shown>): Shown {
  const form: QueryForm = { ...EMPTY_FORM, table: 'Logs', view: textsOfView(shown) };
  return viewOfTexts(paramsToForm(readHash(writeHash(QUERY_VIEW, formToParams(form))).params).view);
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !holdsSecret(value));
const names = fc.uniqueArray(text, { maxLength: 4 });
const ref = fc.record(
  {
    name: text,
    fact: fc.constantFrom(
      'time' as const,
      'hour' as const,
      'prefix' as const,
      'template' as const,
      'parameter 1 of a <n> b <n>' as const,
      'part 1 at ___' as const,
    ),
  },
  { requiredKeys: ['name'] },
);
const onColumn: fc.Arbitrary<RowFilter> = fc
  .tuple(
    ref,
    fc.oneof(
      fc.record({ kind: fc.constantFrom('is' as const, 'is-not' as const), type: text, text }),
      fc.record({ kind: fc.constant('contains' as const), text }),
      fc.record({ kind: fc.constant('matches' as const), pattern: text }),
      fc.record({ kind: fc.constant('one-of' as const), type: text, texts: names }),
      fc.record(
        {
          kind: fc.constant('range' as const),
          as: fc.constantFrom('number' as const, 'instant' as const, 'text' as const),
          from: text,
          to: text,
          isBelow: fc.boolean(),
        },
        { requiredKeys: ['kind', 'as', 'from', 'to'] },
      ),
      fc.record({
        kind: fc.constantFrom('absent' as const, 'present' as const, 'twice' as const, 'not-twice' as const),
      }),
    ),
  )
  .map(([column, test]): RowFilter => ({ ...column, ...test }));
const filter: fc.Arbitrary<RowFilter> = fc.oneof(
  onColumn,
  text.map((holds): RowFilter => ({ kind: 'holds', text: holds })),
  fc.array(onColumn, { maxLength: 2 }).map((of): RowFilter => ({ kind: 'except', of })),
);
const columns: fc.Arbitrary<ColumnChoice> = fc.record(
  {
    order: names,
    hidden: names,
    shown: names,
    pinned: names,
    widths: fc
      .array(fc.tuple(text, fc.integer({ min: 1, max: 2000 })), { maxLength: 3 })
      .map((all) => new Map(all)),
    wraps: fc.boolean(),
    formats: fc
      .array(fc.tuple(text, fc.constantFrom(...CELL_FORMATS.map(({ id }) => id))), { maxLength: 3 })
      .map((all) => new Map(all)),
  },
  { requiredKeys: ['order', 'hidden', 'shown', 'widths', 'wraps', 'formats'] },
);
const lists: fc.Arbitrary<Shown> = fc.record({
  order: fc.constantFrom('time-asc', 'time-desc', 'arrival'),
  sort: fc.array(
    fc.tuple(ref, fc.boolean()).map(([column, isDescending]) => ({ ...column, isDescending })),
    { maxLength: 3 },
  ),
  filters: fc.array(filter, { maxLength: 4 }),
  search: text,
  differs: fc.boolean(),
  row: fc.option(fc.record({ partitionKey: text, rowKey: text }), { nil: undefined }),
  finding: fc.option(
    text.filter((name) => name !== ''),
    { nil: undefined },
  ),
  columns: fc.option(columns, { nil: undefined }),
});

describe('what a link shows', () => {
  it('is what was shared', () => {
    fc.assert(
      fc.property(lists, (list) => {
        fc.pre(textsOfView(list).every(([, value]) => !holdsSecret(value)));
        expect(opened(list)).toEqual({ ...list, unread: [] });
      }),
    );
  });

  it('is nothing but the defaults, of a result that shows them', () => {
    expect(textsOfView(EMPTY as Partial<Shown>)).toEqual([]);
    expect(viewOfTexts([])).toEqual(EMPTY);
  });

  it('has no comparison, because the other result is not in a link', () => {
    const compared: RowFilter = { kind: 'compared', what: 'only', to: 'Other', comparison: 1 };
    expect(opened({ filters: [compared] }).filters).toEqual([]);
  });

  it('holds no secret, whatever part has it', () => {
    const secret = 'sv=2024-01-01&sig=c2VjcmV0LXNpZ25hdHVyZS1vZi0zMi1ieXRlcy1oZXJl';
    const key = { partitionKey: secret, rowKey: '' };
    const choice = { order: [], hidden: [], shown: [], wraps: false, formats: new Map() };
    for (const shown of [
      { filters: [{ kind: 'holds', text: secret }] },
      { filters: [{ kind: 'is', name: secret, type: 'Edm.String', text: '' }] },
      { sort: [{ name: secret, isDescending: true }] },
      { search: secret },
      { finding: secret },
      { row: key },
      { columns: { ...choice, order: [secret], widths: new Map([[secret, 9]]) } },
    ] as const)
      expect(writeHash(QUERY_VIEW, textsOfView(shown as Partial<Shown>))).not.toMatch(/sig|c2Vjcm/);
  });

  it('leaves out what is no such part, and names it', () => {
    const read = (name: string, value: string) => viewOfTexts([[name, value]]);
    const wrong: readonly (readonly [string, string])[] = [
      ['order', 'key'],
      ['sort', '[{"name":1,"isDescending":true}]'],
      ['sort', '{}'],
      ['only', '[{"kind":"compared","what":"only","to":"x","comparison":1}]'],
      ['only', '[{"kind":"constructor"}]'],
      ['only', '[{"__proto__":{"kind":"is"},"name":"A"}]'],
      ['only', '[null]'],
      ['only', '[[]]'],
      ['only', 'x'],
      ['row', '["a","b"]'],
      ['columns', '7'],
      ['finding', 'x'.repeat(201)],
    ];
    for (const [name, value] of wrong)
      expect([value, read(name, value)]).toEqual([value, { ...EMPTY, unread: [name] }]);
    const deep = `${'{"kind":"except","of":['.repeat(300)}${']}'.repeat(300)}`;
    expect(read('only', `[${deep}]`).unread).toEqual([]);
    const good = { kind: 'absent', name: 'A' };
    const mixed = read('only', JSON.stringify([good, { kind: '<script>' }]));
    expect(mixed).toEqual({ ...EMPTY, filters: [good], unread: ['only'] });
  });
});
