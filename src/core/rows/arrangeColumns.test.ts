import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../anyCharacter.fixture.ts';
import { type ArrangeOptions, type ColumnArrangement, arrangeColumns as arrange } from './arrangeColumns.ts';
import type { ColumnProfile } from './columnProfile.ts';

const ROWS = 500;

type Profile = ColumnProfile & { readonly rowCount: number };

interface Given {
  readonly type?: string;
  readonly values?: readonly string[];
  readonly count?: number;
  readonly meanChars?: number;
  readonly spacedShare?: number;
  readonly rowCount?: number;
}

function column(name: string, given: Given = {}): Profile {
  const {
    type = 'Edm.String',
    values,
    rowCount = ROWS,
    count = rowCount,
    meanChars = 8,
    spacedShare = 0,
  } = given;
  return {
    name,
    types: [type],
    count,
    rowCount,
    values: values?.map((text) => ({ type, text })),
    meanChars,
    longestChars: meanChars * 2,
    holdsTexts: false,
    spacedShare,
  };
}

/** All columns belong to a table with one number of rows. */
function arrangeColumns(
  before: ColumnArrangement | undefined,
  all: readonly Profile[],
  options: ArrangeOptions,
): ColumnArrangement {
  const of = (name: string): Profile | undefined => all.find((one) => one.name === name);
  return arrange(before, { all, of, rowCount: all[0]?.rowCount ?? 0 }, options);
}

const OPTIONS = { isStill: false, eventTimes: ['PreciseTimeStamp'] };
const DEMO: readonly Profile[] = [
  column('EventTickCount', { type: 'Edm.Int64' }),
  column('PreciseTimeStamp', { type: 'Edm.DateTime' }),
  column('Tenant', { values: ['b7c1'] }),
  column('Role', { values: ['Front'] }),
  column('RoleInstance'),
  column('Level', { type: 'Edm.Int32', values: ['4', '2'] }),
  column('Tid', { type: 'Edm.Int32' }),
  column('Message', { meanChars: 40, spacedShare: 1 }),
  column('OperationName', { values: ['Get', 'Put'] }),
  column('ActivityId', { type: 'Edm.Guid' }),
  column('DurationMs', { type: 'Edm.Double' }),
];

function names({ front, back, folded }: ColumnArrangement) {
  const of = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name);
  return { front: of(front), back: of(back), folded: of(folded) };
}

describe('which columns a grid shows, and where', () => {
  it('is by what a column is: severity, text, who wrote it, few values, measures; one value is folded', () => {
    expect(names(arrangeColumns(undefined, DEMO, OPTIONS))).toEqual({
      front: ['Level', 'Message', 'RoleInstance', 'OperationName', 'DurationMs'],
      back: ['EventTickCount', 'Tid', 'ActivityId', 'PreciseTimeStamp'],
      folded: ['Tenant', 'Role'],
    });
  });

  it('folds nothing that some rows lack', () => {
    const lacking = [column('Region', { values: ['weu'], count: ROWS - 1 })];
    expect(names(arrangeColumns(undefined, lacking, OPTIONS)).folded).toEqual([]);
  });

  it('stays once it is settled: what is new, or has another value now, comes last', () => {
    const first = arrangeColumns(undefined, DEMO, OPTIONS);
    expect(first.isSettled).toBe(true);
    const later = DEMO.map((profile) => ({
      ...profile,
      rowCount: 2 * ROWS,
      count: 2 * ROWS,
      longestChars: 999,
      holdsTexts: false,
    }));
    expect(arrangeColumns(first, later, OPTIONS)).toBe(first);
    const changed = [
      ...later.map((profile) => (profile.name === 'Tenant' ? { ...profile, values: undefined } : profile)),
      column('Severity', { values: ['fatal', 'info'] }),
    ];
    const next = arrangeColumns(first, changed, OPTIONS);
    expect(next.front).toEqual(first.front);
    expect(names(next).back).toEqual([...names(first).back, 'Tenant', 'Severity']);
    expect(names(next).folded).toEqual(['Role']);
    expect(next.back.find(({ name }) => name === 'Severity')?.role).toBe('detail');
    expect(arrangeColumns(next, changed, OPTIONS)).toBe(next);
  });

  it('does not depend on the rows that came first, as to what is looked for first', () => {
    const all = names(arrangeColumns(undefined, DEMO, OPTIONS));
    // The first page is of one writer, without errors and without a message.
    const ofOne = DEMO.filter(({ name }) => name !== 'Message').map((profile) =>
      ['RoleInstance', 'Level'].includes(profile.name) ? column(profile.name, { values: ['1'] }) : profile,
    );
    const first = arrangeColumns(undefined, ofOne, OPTIONS);
    expect(names(first).folded).toEqual(['Tenant', 'Role', 'RoleInstance', 'Level']);
    const isMessage = ({ name }: Profile): boolean => name === 'Message';
    const later = [...DEMO.filter((one) => !isMessage(one)), ...DEMO.filter(isMessage)];
    expect(names(arrangeColumns(first, later, OPTIONS))).toEqual(all);
    // There is room in front for two columns that say who wrote a row.
    const both = DEMO.map((profile) => (profile.name === 'Role' ? column('Role') : profile));
    const third = [...both, column('Host')];
    const next = names(arrangeColumns(arrangeColumns(undefined, both, OPTIONS), third, OPTIONS));
    expect(next.front.slice(2, 4)).toEqual(['Role', 'RoleInstance']);
    expect(next.back.at(-1)).toBe('Host');
  });

  it('has at most one severity and message, two sources, categories and measures in front, in that order', () => {
    const few = { values: ['a', 'b'] };
    const columns = [
      ...['Count1', 'Count2', 'Count3'].map((name) => column(name, { type: 'Edm.Double' })),
      ...['Kind1', 'Kind2', 'Kind3'].map((name) => column(name, few)),
      ...['Host', 'Pod', 'Role'].map((name) => column(name)),
      column('Message'),
      column('Text'),
      column('Lvl', { values: ['info', 'warn'] }),
      column('Level', { values: ['1', '2'] }),
      column('When', { type: 'Edm.DateTime' }),
    ];
    const arranged = arrangeColumns(undefined, columns, { isStill: false, eventTimes: ['Kind1', 'When'] });
    expect(arranged.front.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Level severity',
      'Message message',
      'Host source',
      'Pod source',
      'Kind2 category',
      'Kind3 category',
      'Count1 measure',
      'Count2 measure',
    ]);
    // The other columns follow in the order of the rows; those that the Time column shows come last.
    expect(arranged.back.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Count3 measure',
      'Role source',
      'Text detail',
      'Lvl category',
      'Kind1 category',
      'When detail',
    ]);
    expect(arranged.front[2]).toEqual({ name: 'Host', role: 'source', chars: 16 });
  });

  it('settles at 200 rows, or with any row when the run stands still, and folds from two rows on', () => {
    const at = (rowCount: number, isStill = false) =>
      arrangeColumns(undefined, [column('Region', { values: ['weu'], rowCount })], {
        isStill,
        eventTimes: [],
      });
    expect([199, 200].map((rows) => at(rows).isSettled)).toEqual([false, true]);
    expect([0, 1].map((rows) => at(rows, true).isSettled)).toEqual([false, true]);
    expect([1, 2].map((rows) => names(at(rows)).folded)).toEqual([[], ['Region']]);
    expect(at(2).folded).toEqual([{ name: 'Region', type: 'Edm.String', text: 'weu' }]);
  });

  it('puts a late severity, message and source where they belong, and every other late column last', () => {
    const early = [column('Kind', { values: ['a', 'b'] }), column('Pod')];
    const first = arrangeColumns(undefined, early, OPTIONS);
    const late = [
      ...early,
      column('Amount', { type: 'Edm.Double' }),
      column('Host'),
      column('Body'),
      column('Text'),
      column('Level', { values: ['1', '2'] }),
      column('Role'),
    ];
    const next = arrangeColumns(first, late, OPTIONS);
    expect(next.front.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Level severity',
      'Text message',
      'Pod source',
      'Host source',
      'Kind category',
    ]);
    expect(next.back.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Amount measure',
      'Body detail',
      'Role source',
    ]);
    // A second message or severity column is a detail, but a second source is a source.
    const more = [...late, column('Message'), column('Lvl', { values: ['info', 'warn'] }), column('Node')];
    expect(
      arrangeColumns(next, more, OPTIONS)
        .back.slice(3)
        .map(({ name, role }) => `${name} ${role}`),
    ).toEqual(['Message detail', 'Lvl detail', 'Node source']);
  });

  it('gives 260 a place; of the others only those that are looked for first', () => {
    const many = Array.from({ length: 1000 }, (_, at) => column(`Name${at}`, { count: 1 }));
    const first = arrangeColumns(undefined, many, OPTIONS);
    expect([first.front.length + first.back.length, first.more]).toEqual([260, 740]);
    const late = [...many, column('Late', { count: 1 }), column('Message')];
    const next = arrangeColumns(first, late, OPTIONS);
    expect([names(next).front, next.back, next.more]).toEqual([['Message'], first.back, 741]);
  });

  it('holds every column once, whatever it is called, as rows arrive', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'Level',
        'level',
        '__proto__',
        'constructor',
        '',
        ' ',
        'Message',
        'Role\u202eeloR',
        '\u0000',
      ),
      fc.string({ unit: anyCharacter, maxLength: 12 }),
    );
    const profile = fc
      .record({
        name,
        type: fc.constantFrom('Edm.String', 'Edm.Int32', 'Edm.Double', 'Edm.Int64', 'Edm.Boolean', 'Edm.Odd'),
        values: fc.option(fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 5 }), { nil: undefined }),
        count: fc.integer({ min: 1, max: ROWS }),
        meanChars: fc.integer({ min: 0, max: 90 }),
        spacedShare: fc.constantFrom(0, 0.5, 1),
      })
      .map(({ name: called, values, ...given }) => column(called, { ...given, ...(values && { values }) }));
    const lists = fc.uniqueArray(profile, { selector: (one) => one.name, maxLength: 12 });
    fc.assert(
      fc.property(lists, fc.nat(12), (profiles, first) => {
        const before = arrangeColumns(undefined, profiles.slice(0, first), OPTIONS);
        const after = arrangeColumns(before, profiles, OPTIONS);
        const { front, back, folded } = names(after);
        const known = before.isSettled ? [...names(before).front, ...names(before).back] : [];
        expect([...front, ...back].filter((each) => known.includes(each))).toEqual(known);
        expect([...front, ...back, ...folded].toSorted()).toEqual(profiles.map((one) => one.name).toSorted());
      }),
    );
  });
});
