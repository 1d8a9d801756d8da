import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../base/memoryStorage.fixture.ts';
import { EMPTY_FORM, type QueryForm } from './queryForm.ts';
import { printSaved, takeSaved, withDefault } from './savedFile.ts';
import { createSavedQueries, defaultQuery, savedAddress, savedForm } from './savedQueries.ts';

const FORM: QueryForm = {
  ...EMPTY_FORM,
  endpoint: 'demo',
  table: 'Logs',
  scheme: 'wad',
  filter: 'Level le 2',
};
const COLUMNS: QueryForm = { ...EMPTY_FORM, view: [['columns', '{"order":["a"]}']] };
const SECRET = 'sv=2024-01-01&sig=abcdefgh';

function setUp(...saved: readonly (readonly [name: string, form: QueryForm])[]) {
  const { storage, kept } = memoryStorage('[]');
  const links = createSavedQueries(storage);
  for (const [name, form] of saved) links.add(name, savedAddress(form) ?? '');
  return { links, storage, kept };
}

describe('saved queries', () => {
  it('keep the whole form of any account, times as typed', () => {
    const view = [
      ['order', 'time-desc'],
      ['only', '[]'],
    ] as const;
    const form: QueryForm = { ...FORM, from: 'now-2h', to: 'now', windowGiven: true, tab: 'chart', view };
    const { links } = setUp(['mine', form]);
    expect(links.get().map(savedForm)).toEqual([{ ...form, endpoint: '' }]);
    expect(links.get()[0]?.address).not.toContain('demo');
  });

  it('may be columns alone, for many tables, and nothing less', () => {
    const { links } = setUp(
      ['columns', COLUMNS],
      ['none', EMPTY_FORM],
      ['sort', { ...EMPTY_FORM, view: [['sort', '[]']] }],
    );
    expect(links.get().map(savedForm)).toEqual([COLUMNS]);
  });

  it('hold no secret, in no field and no name', () => {
    const { links, kept } = setUp();
    for (const field of ['table', 'filter', 'pk', 'rk', 'select', 'from', 'prefixes'] as const)
      expect(savedAddress({ ...FORM, windowGiven: true, [field]: SECRET })).toBeUndefined();
    expect(savedAddress({ ...FORM, view: [['find', SECRET]] })).toBeUndefined();
    expect(
      savedAddress({ ...COLUMNS, view: [['columns', JSON.stringify({ order: [SECRET] })]] }),
    ).toBeUndefined();
    const address = savedAddress(FORM) ?? '';
    expect(links.add(SECRET, address)).toContain('SAS');
    expect(links.add('a', `${address}&pk=${encodeURIComponent(SECRET)}`)).toContain('cannot be saved');
    expect(kept()).toBe('[]');
  });

  it('have one default for each table, which a table begins with: all but the account, and the time only if it has one', () => {
    const { links } = setUp(
      ['a', FORM],
      ['b', { ...FORM, filter: '' }],
      ['c', { ...FORM, table: 'Other' }],
      ['d', COLUMNS],
    );
    const choose = (name: string, isDefault: boolean): readonly string[] => {
      links.replace(withDefault(links.get(), name, isDefault));
      return links.get().flatMap((link) => (link.isDefault === true ? [link.name] : []));
    };
    expect([choose('a', true), choose('c', true), choose('b', true), choose('c', false)]).toEqual([
      ['a'],
      ['a', 'c'],
      ['b', 'c'],
      ['b'],
    ]);
    expect(defaultQuery(links.get(), 'Other')).toEqual({});
    const begun = defaultQuery(links.get(), 'Logs');
    expect(begun).toMatchObject({ table: 'Logs', scheme: 'wad', filter: '' });
    for (const name of ['endpoint', 'from', 'to', 'windowGiven']) expect(begun).not.toHaveProperty(name);
    const timed = setUp(['t', { ...FORM, from: 'now-1d', windowGiven: true }]).links;
    expect(defaultQuery(withDefault(timed.get(), 't', true), 'Logs')).toMatchObject({
      from: 'now-1d',
      windowGiven: true,
    });
  });
});

describe('saved queries of one name', () => {
  const other: QueryForm = { ...FORM, filter: 'Level eq 1' };

  it('are one: that of the same table is replaced and stays the default, any other is refused', () => {
    const { links } = setUp(['a', FORM]);
    links.replace(withDefault(links.get(), 'a', true));
    const changed = savedAddress(other) ?? '';
    expect(links.add(' a', changed)).toBeUndefined();
    expect(links.get()).toEqual([{ name: 'a', address: changed, isDefault: true }]);
    for (const form of [COLUMNS, { ...FORM, table: 'Other' }])
      expect(links.add('a', savedAddress(form) ?? '')).toBe('a already exists.');
    expect(links.get()).toHaveLength(1);
    for (const name of ['\u00e9', 'e\u0301']) links.add(name, changed);
    expect(links.get().map(({ name }) => name)).toEqual(['a', '\u00e9']);
  });
});

describe('saved queries of two tabs', () => {
  it('are joined: what another tab saved, renamed or deleted stays so', () => {
    const { links, storage } = setUp(['a', FORM], ['b', FORM]);
    const other = createSavedQueries(storage);
    links.add('c', savedAddress(FORM) ?? '');
    other.add('d', savedAddress(FORM) ?? '');
    const names = (of: typeof links) => of.get().map(({ name }) => name);
    expect(names(other)).toEqual(['a', 'b', 'c', 'd']);
    links.remove('a');
    other.rename('b', 'e');
    expect(names(other)).toEqual(['e', 'c', 'd']);
    links.refresh();
    expect([names(links), names(createSavedQueries(storage))]).toEqual([names(other), names(other)]);
  });

  it('last as long as the tab where the browser stores no more, and say so', () => {
    let isFull = false;
    let kept = '[]';
    const links = createSavedQueries(() => ({
      getItem: () => kept,
      setItem: (_name, value) => {
        if (isFull) throw new Error('full');
        kept = value;
      },
    }));
    links.add('a', savedAddress(FORM) ?? '');
    expect(links.isKept()).toBe(true);
    isFull = true;
    for (const name of ['b', 'c']) links.add(name, savedAddress(FORM) ?? '');
    expect([links.get().length, links.isKept()]).toEqual([3, false]);
    isFull = false;
    links.remove('c');
    expect([links.isKept(), kept.includes('"b"')]).toEqual([true, true]);
  });
});

describe('a file of saved queries', () => {
  const file = (queries: unknown, more: object = {}) =>
    JSON.stringify({ keyscope: 'saved queries', version: 1, queries, ...more });
  const address = savedAddress(FORM) ?? '';

  it('brings them to another browser, with its defaults kept', () => {
    const { links } = setUp(['a', FORM], ['b', COLUMNS]);
    links.replace(withDefault(links.get(), 'a', true));
    const text = printSaved(links.get());
    const other = setUp().links;
    expect(takeSaved(other, text)).toEqual({ links: links.get(), words: '2 added' });
    const own = setUp(['mine', FORM]).links;
    own.replace(withDefault(own.get(), 'mine', true));
    expect(takeSaved(own, text).links.map(({ isDefault }) => isDefault)).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  it('replaces nothing, and says what it did not add and why', () => {
    const { links } = setUp(['same', FORM], ['used', FORM]);
    const { links: after, words } = takeSaved(
      links,
      file([
        { name: 'same', address },
        { name: 'used', address: savedAddress(COLUMNS) },
        { name: 'new', address, isDefault: 'yes' },
        { name: SECRET, address },
        { name: 'key', address: `${address}&pk=${encodeURIComponent(SECRET)}` },
        { name: 'evil', address: 'javascript:alert(1)' },
        { name: 'evil', address: 'https://evil.example/#/query?v=1&table=A' },
        { name: '<script>alert(1)</script>', address },
        null,
        [],
        7,
      ]),
    );
    expect(after).toEqual([
      ...links.get(),
      { name: 'new', address },
      { name: '<script>alert(1)</script>', address },
    ]);
    expect(words).toBe(
      '2 added. 1 saved here already. 1 not added: another one has the name. ' +
        '7 refused: not a query that this Keyscope can keep, or it looks like a secret',
    );
    const many = Array.from({ length: 120 }, (_, at) => ({ name: `n${at}`, address }));
    expect(takeSaved(links, file(many)).words).toBe('98 added. 22 not added: there is room for 100');
  });

  it('may be anything', () => {
    const { links } = setUp(['a', FORM]);
    const hostile = [
      '',
      '7',
      'null',
      '[]',
      '{}',
      '{"__proto__":{"queries":[]}}',
      file('x'),
      file({}),
      file([], { version: '1' }),
      file([], { keyscope: 'x' }),
    ];
    for (const text of hostile)
      expect([text, takeSaved(links, text)]).toEqual([
        text,
        { links: links.get(), words: 'This file holds no saved queries of Keyscope.' },
      ]);
    expect(takeSaved(links, file([], { version: 2 })).words).toContain('later version');
    expect(
      takeSaved(links, `{"keyscope":"saved queries","version":1,"queries":[{"__proto__":{"name":"a"}}]}`)
        .words,
    ).toContain('1 refused');
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.json().map((json): unknown => JSON.parse(json)),
            fc.record({ name: fc.string(), address: fc.string() }),
          ),
        ),
        (queries) => {
          for (const link of takeSaved(links, file(queries)).links) expect(links.read(link)).toEqual(link);
        },
      ),
    );
  });
});
