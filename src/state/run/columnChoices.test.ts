import { describe, expect, it } from 'vitest';
import { NO_CHOICE, withFormat, withHidden, withPinned, withWidths } from '../../core/rows/columnChoice.ts';
import { memoryStorage } from '../base/memoryStorage.fixture.ts';
import { createColumnChoices } from './columnChoices.ts';

const NAME = 'property:__proto__';

describe('the columns chosen for a table', () => {
  it('survive a reload, only for that table, whatever the column names', () => {
    const { storage } = memoryStorage();
    const first = createColumnChoices(storage);
    const widths = withWidths(withPinned(withHidden(NO_CHOICE, [NAME], true), 'rowKey', true), [
      ['time', 120],
    ]);
    const choice = { ...withFormat(widths, NAME, 'file-time'), wraps: true };
    first.change('constructor', choice);
    const second = createColumnChoices(storage);
    expect(second.of('constructor')).toStrictEqual(choice);
    expect(second.of('Other')).toBe(NO_CHOICE);
    second.reset('constructor');
    expect(createColumnChoices(storage).of('constructor')).toBe(NO_CHOICE);
  });

  const SECRET = `property:sig=${'a'.repeat(43)}%3D`;
  const LONG = 'n'.repeat(301);
  const stored = (choice: object, table = 'T') =>
    createColumnChoices(memoryStorage(JSON.stringify([[table, choice]])).storage).of(table);

  it('are read member by member, ignoring invalid names, widths and formats', () => {
    const bad = [1, null, SECRET, LONG, ['a']];
    expect(
      stored({
        order: ['a', ...bad, 'b'],
        hidden: ['c', ...bad],
        shown: ['d', ...bad],
        pinned: ['e', ...bad],
        widths: [
          ['a', 1],
          ['b', 2000],
          ['c', 0],
          ['d', -1],
          ['e', 2001],
          ['f', '80'],
          [SECRET, 80],
          [LONG, 80],
          [7, 80],
          'gh',
          null,
        ],
        wraps: true,
        formats: [
          ['a', 'hex'],
          ['b', 'none'],
          ['c', 7],
          [SECRET, 'hex'],
          [LONG, 'hex'],
          [7, 'hex'],
          'dh',
          null,
        ],
      }),
    ).toStrictEqual({
      order: ['a', 'b'],
      hidden: ['c'],
      shown: ['d'],
      pinned: ['e'],
      widths: new Map([
        ['a', 1],
        ['b', 2000],
      ]),
      wraps: true,
      formats: new Map([['a', 'hex']]),
    });
    expect(stored({})).toStrictEqual(NO_CHOICE);
    expect(
      stored({ order: 'ab', hidden: {}, shown: null, pinned: 'a', widths: {}, wraps: 1, formats: {} }),
    ).toStrictEqual(NO_CHOICE);
    expect(stored({ pinned: [] })).toStrictEqual({ ...NO_CHOICE, pinned: [] });
    for (const table of [SECRET, LONG]) expect(stored({ order: ['a'] }, table)).toBe(NO_CHOICE);
    expect(stored({ order: ['a'] }, 'n'.repeat(300)).order).toStrictEqual(['a']);
    // Invalid entries do not invalidate the others.
    const mixed = '[7,null,"ab",{},["T",{"order":["a"]}],["U"],["V",{"order":["b"]}]]';
    expect(
      [...createColumnChoices(memoryStorage(mixed).storage).get()].map(([table, { order }]) => [
        table,
        order,
      ]),
    ).toStrictEqual([
      ['T', ['a']],
      ['V', ['b']],
    ]);
    for (const text of ['[[7,{"order":["a"]}]]', '[["T",null],["T","x"],7]', '["T"]', '', 'null', '{}', '['])
      expect(createColumnChoices(memoryStorage(text).storage).get().size).toBe(0);
  });

  it('are stored without anything secret, under their own storage key', () => {
    const items = new Map<string, string>();
    const choices = createColumnChoices(() => ({
      getItem: (name) => items.get(name) ?? null,
      setItem: (name, value) => void items.set(name, value),
    }));
    choices.change('T', {
      order: ['a', SECRET],
      hidden: [SECRET, 'b'],
      shown: ['c', LONG],
      pinned: [SECRET, 'd'],
      widths: new Map([
        ['a', 50],
        [SECRET, 60],
      ]),
      wraps: true,
      formats: new Map([
        ['a', 'hex'],
        [SECRET, 'hex'],
      ]),
    });
    // It is remembered until the page is left.
    expect(choices.of('T').hidden).toContain(SECRET);
    choices.change('U', NO_CHOICE);
    choices.change(SECRET, NO_CHOICE);
    expect([...items.keys()]).toStrictEqual(['keyscope.columns.v1']);
    expect(JSON.parse([...items.values()].join())).toStrictEqual([
      [
        'T',
        {
          order: ['a'],
          hidden: ['b'],
          shown: ['c'],
          pinned: ['d'],
          widths: [['a', 50]],
          wraps: true,
          formats: [['a', 'hex']],
        },
      ],
      ['U', { order: [], hidden: [], shown: [], widths: [], formats: [] }],
    ]);
  });
});
