import { describe, expect, it } from 'vitest';
import type { Completeness } from '../../../core/plan/completeness.ts';
import type { ExportFormat } from '../../../core/rows/rowTypes.ts';
import { outcomeWords, exportChoices, keysOfFile, shownRows } from './exportWords.ts';
import { completenessReport } from '../../../core/plan/completenessReport.ts';
import { planOf } from '../../../core/plan/planRequest.fixture.ts';
import type { SaveOutcome } from '../../../state/run/saveRows.ts';
import { exportFileName } from '../../../state/base/exportFile.ts';
import { exportedRows } from '../../shared/selection/filterWords.ts';

const counted = { rows: 712, queriesDone: 1, queriesAsked: 1, readAtMs: 0 };
const whole: Completeness = { ...counted, state: 'complete' };
const cut: Completeness = { ...counted, state: 'stopped', reasons: [], unread: [], resumable: false };
const saved = {
  kind: 'saved',
  name: 'Rows.csv',
  where: 'disk',
  rows: 700,
  bytes: 9,
  lossyRows: 0,
} as const;

const SUBJECT = {
  completeness: whole,
  readRows: 712,
  isShown: false,
  beside: undefined,
  format: 'csv',
} as const;

/** Tone, title and detail in one text. */
function told(outcome: SaveOutcome, over: Partial<Parameters<typeof outcomeWords>[1]> = {}): string {
  const { tone, title, detail = '' } = outcomeWords(outcome, { ...SUBJECT, ...over });
  return `${tone}: ${title} ${detail}`.trim();
}

describe('what became of an export', () => {
  it('counts the rows of the file, of those that were read where it holds fewer', () => {
    expect(told(saved)).toBe('success: 700 rows saved as Rows.csv');
    expect(told(saved, { isShown: true })).toBe('success: 700 of 712 rows saved as Rows.csv');
    // A page cannot find out whether a download was written to disk.
    expect(told({ ...saved, where: 'download' })).toBe('success: Download started: Rows.csv (700 rows)');
    expect(told({ ...saved, lossyRows: 2 })).toBe(
      'warning: 700 rows saved as Rows.csv 2 rows have text that is not Unicode: \ufffd replaces parts of it. NDJSON keeps it.',
    );
  });

  it('names a property that rows have twice, and one of these rows, in every format', () => {
    const example = { partitionKey: 'p', rowKey: 'r' };
    const words = (format: ExportFormat, rows: number, ...names: string[]) =>
      told({ ...saved, repeated: { rows, names, example } }, { format });
    const head = 'warning: 700 rows saved as Rows.csv Property "Level"';
    const held = 'The file holds only the first value; NDJSON holds both.';
    expect(words('csv', 1, 'Level')).toBe(
      `${head} occurs twice in 1 row: PartitionKey "p", RowKey "r". ${held}`,
    );
    expect(words('parquet', 1200, 'Level', 'A', 'B')).toBe(
      `${head} and 2 more properties occur twice in 1,200 rows, such as PartitionKey "p", RowKey "r". ${held}`,
    );
    expect(words('ndjson', 1, 'Level')).toBe(
      `${head} occurs twice in 1 row: PartitionKey "p", RowKey "r". Each line holds both values, but most JSON readers keep only the last.`,
    );
  });

  it('says what it lacks, and that its name no longer says so', () => {
    const named = { ...saved, name: 'Rows.incomplete.csv' };
    const lacks = 'It does not hold every row of the query.';
    const subject = { completeness: cut };
    expect(told(named, subject)).toBe(`warning: 700 rows saved as Rows.incomplete.csv ${lacks}`);
    expect(told(saved, subject)).toMatch(/query\. Its name no longer says so\.$/);
    expect(told(named, { ...subject, beside: 'a.json' })).toMatch(/query\. a\.json lists what is missing\.$/);
  });

  it('says what rows were made from, however whole their sources are', () => {
    const derived = { kind: 'difference', of: 'Two, 12:00', lackedBy: 'One' } as const;
    const subject = { completeness: { ...counted, state: 'derived', derived } as Completeness };
    expect(told({ ...saved, name: 'Rows.difference.csv' }, subject)).toBe(
      'warning: 700 rows saved as Rows.difference.csv It holds only rows of "Two, 12:00", absent from "One".',
    );
    expect(told(saved, { ...subject, beside: 'a.json' })).toMatch(
      /"One"\. Its name no longer says so\. a\.json says where they are from\.$/,
    );
    const points = { kind: 'points', of: 'S' } as const;
    expect(told(saved, { completeness: { ...cut, derived: points } })).toMatch(
      /It holds only rows read as points from "S", and not all\. Its name no longer says so\.$/,
    );
  });

  it('names the file that failed, and the empty one that the browser could not remove', () => {
    const failed = { kind: 'failed', words: 'The disk is full.' } as const;
    expect(told({ kind: 'cancelled' })).toBe('success: Export cancelled, nothing kept.');
    expect(told(failed)).toBe('error: Nothing was saved. The disk is full.');
    expect(told({ kind: 'cancelled', empty: 'a.csv' })).toBe(
      'warning: Export cancelled. a.csv is empty: delete it.',
    );
    expect(told({ ...failed, name: 'a.csv', empty: 'a.csv' })).toBe(
      'error: a.csv was not saved. The disk is full. a.csv is empty: delete it.',
    );
  });
});

const filters = [{ name: 'Level', kind: 'is', type: 'Edm.Int32', text: '2' }] as const;
const list = { order: 'time-asc', sort: [], filters } as const;

describe('an export while the grid hides rows', () => {
  it('asks which rows are meant, with the number of each', () => {
    const shown = shownRows(list, 706);
    expect(shown).toEqual({ query: { filters }, count: 706 });
    const choices = exportChoices(712, shown);
    const names = ['NDJSON', 'CSV', 'CSV without formula guard', 'Parquet'];
    expect(choices.map(({ label }) => label)).toEqual(
      ['706 selected', 'all 712'].flatMap((rows) => names.map((name) => `${name}, ${rows}`)),
    );
    // Nothing is asked where every row is selected.
    const every = shownRows({ ...list, filters: [] }, 712);
    expect(exportChoices(712, every).map(({ label }) => label)).toEqual(names);
    expect(choices.map(({ format, formulaGuard, query }) => [format, formulaGuard, query?.filters])).toEqual([
      ['ndjson', undefined, filters],
      ['csv', true, filters],
      ['csv', false, filters],
      ['parquet', undefined, filters],
      ['ndjson', undefined, undefined],
      ['csv', true, undefined],
      ['csv', false, undefined],
      ['parquet', undefined, undefined],
    ]);
    expect(new Set(choices.map(({ id }) => id)).size).toBe(8);
  });

  it('writes the rows that filters keep, in the order of the grid, and says which', () => {
    const sort = [{ name: 'Role', isDescending: true }];
    const shown = shownRows({ ...list, sort }, 706);
    expect(shown?.query).toEqual({ filters, sort, order: 'time-asc' });
    const [first] = exportChoices(712, shown);
    expect(first).toMatchObject({ description: 'Level is 2', query: { filters, sort } });
    const sorted = shownRows({ ...list, filters: [], sort }, 712);
    expect(exportChoices(712, sorted)[0]).toMatchObject({
      label: 'NDJSON, all 712, as sorted',
      description: 'all rows, in the order of the list',
      query: { sort },
    });
    // A list that is sorted but not filtered holds all rows.
    expect([sorted, shown, undefined].map((each) => exportedRows(each?.query))).toEqual([
      'all',
      'filtered',
      'all',
    ]);
  });

  it.each([
    ['../../x\u202Ey?si=z', '______x_y_si_z'],
    ['', 'table'],
    ['x?sig=z', 'table'],
    ['K7+/KeyscopeCanaryOfTheTests0042Search+/99w=', 'table'],
    // The title does not name the table, because no report may hold a secret.
  ])(
    'gives a file a name without secrets, and without what a file system could read otherwise',
    (table, name) => {
      expect(exportFileName(table, whole, 'csv')).toBe(`${name}-1970-01-01-000000Z.csv`);
    },
  );

  it('says in the name of the file, and beside it, which rows it holds', () => {
    const at = { readAtMs: Date.UTC(2026, 10, 20, 21) };
    const derived = { kind: 'difference', of: 'A', lackedBy: 'B' } as const;
    expect([
      exportFileName('Rows', { ...whole, ...at }, 'ndjson'),
      exportFileName('Rows', { ...whole, ...at }, 'ndjson', 'filtered'),
      exportFileName('Rows', { ...cut, ...at }, 'ndjson', 'filtered'),
      exportFileName('Rows', { ...whole, ...at, state: 'derived', derived }, 'csv'),
      exportFileName('Rows', { ...cut, ...at, derived }, 'keyscope', 'filtered'),
    ]).toEqual([
      'Rows-2026-11-20-210000Z.ndjson',
      'Rows-2026-11-20-210000Z.filtered.ndjson',
      'Rows-2026-11-20-210000Z.filtered.incomplete.ndjson',
      'Rows-2026-11-20-210000Z.difference.csv',
      'Rows-2026-11-20-210000Z.difference.filtered.incomplete.keyscope',
    ]);
    const exported = { rows: 706, only: 'exact times in the window, Level is 2' };
    const report = completenessReport({
      file: 'f',
      completeness: cut,
      exported,
      plan: planOf({}),
      endpoint: undefined,
    });
    expect(JSON.parse(report)).toMatchObject({ rows: 712, exported });
  });
});

it('a file of an answer needs a column, unless its format always holds the keys', () => {
  const told = (format: ExportFormat, properties: readonly string[], select?: readonly string[]) =>
    keysOfFile(['n'], { format, properties }, { isAnswer: true, select });
  const note = 'Only NDJSON holds keys that the query does not name.';
  expect(told('csv', [], ['n'])).toEqual({ note, isWithoutColumns: true });
  expect(told('parquet', [], ['n']).isWithoutColumns).toBe(true);
  expect(told('ndjson', [], ['n']).isWithoutColumns).toBe(false);
  expect(told('csv', ['n'], ['n']).isWithoutColumns).toBe(false);
  expect(told('csv', [], ['n', 'RowKey']).isWithoutColumns).toBe(false);
  const always = { note: 'PartitionKey, RowKey and Timestamp are always written.', isWithoutColumns: false };
  // An answer in a capture of an older version has all keys, like every other result.
  expect(told('csv', [])).toEqual(always);
  expect(keysOfFile(['n'], { format: 'csv', properties: [] }, {})).toEqual(always);
});
