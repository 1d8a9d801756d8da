import { describe, expect, it } from 'vitest';
import type { Completeness } from '../../../core/plan/completeness.ts';
import type { ExportFormat } from '../../../core/rows/rowTypes.ts';
import { outcomeWords, progressWords, exportChoices, shownRows } from './exportWords.ts';
import { completenessReport } from '../../../core/plan/completenessReport.ts';
import { planQueries } from '../../../core/plan/planQueries.ts';
import { toTicks } from '../../../core/time/ticks.ts';
import { exportFileName } from '../../../state/base/exportFile.ts';
import { exportedRows } from '../../shared/selection/filterWords.ts';

const counted = { rows: 712, queriesDone: 1, queriesAsked: 1, readAtMs: 0 };
const whole: Completeness = { ...counted, state: 'complete' };
const cut: Completeness = { ...counted, state: 'stopped', reasons: [], unread: [], resumable: false };
const saved = {
  kind: 'saved',
  name: 'Rows.incomplete.csv',
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

describe('what became of an export', () => {
  it('counts the rows of the file, of those that were read where it holds fewer', () => {
    expect(outcomeWords({ ...saved, name: 'Rows.csv' }, SUBJECT)).toEqual({
      tone: 'success',
      title: '700 rows saved as Rows.csv',
    });
    expect(outcomeWords({ ...saved, name: 'Rows.csv' }, { ...SUBJECT, isShown: true })?.title).toBe(
      '700 of 712 rows saved as Rows.csv',
    );
    // A page cannot find out whether a download was written to disk.
    expect(outcomeWords({ ...saved, name: 'Rows.csv', where: 'download' }, SUBJECT)?.title).toBe(
      'Download started: Rows.csv (700 rows)',
    );
    expect(outcomeWords({ ...saved, name: 'Rows.csv', lossyRows: 2 }, SUBJECT)).toMatchObject({
      tone: 'warning',
      detail: '2 rows have text that is not Unicode: \ufffd replaces parts of it. NDJSON keeps it.',
    });
  });

  it('names a property that rows have twice, and one of these rows, in every format', () => {
    const subject = { completeness: whole, readRows: 712, isShown: false, beside: undefined } as const;
    const example = { partitionKey: 'p', rowKey: 'r' };
    const words = (format: ExportFormat, rows: number, ...names: string[]) =>
      outcomeWords({ ...saved, name: 'a', repeated: { rows, names, example } }, { ...subject, format });
    const held = 'The file holds only the first value; NDJSON holds both.';
    expect(words('csv', 1, 'Level')).toMatchObject({
      tone: 'warning',
      detail: `Property "Level" occurs twice in 1 row: PartitionKey "p", RowKey "r". ${held}`,
    });
    expect(words('parquet', 1200, 'Level', 'A', 'B').detail).toBe(
      `Property "Level" and 2 more properties occur twice in 1,200 rows, such as PartitionKey "p", RowKey "r". ${held}`,
    );
    expect(words('ndjson', 1, 'Level').detail).toBe(
      'Property "Level" occurs twice in 1 row: PartitionKey "p", RowKey "r". Each line holds both values, but most JSON readers keep only the last.',
    );
  });

  it('says that it is incomplete, and that its name no longer says so', () => {
    const subject = { ...SUBJECT, completeness: cut };
    expect(outcomeWords(saved, subject)).toMatchObject({
      tone: 'warning',
      detail: 'It does not hold every row of the query.',
    });
    expect(outcomeWords({ ...saved, name: 'mine.csv' }, subject)?.detail).toBe(
      'It does not hold every row of the query. Its name no longer says so.',
    );
    expect(outcomeWords(saved, { ...subject, beside: 'Rows.incomplete.completeness.json' })).toMatchObject({
      detail:
        'It does not hold every row of the query. Rows.incomplete.completeness.json lists what is missing.',
    });
  });

  it('says what rows were made from, however whole their sources are', () => {
    const derived = { kind: 'difference', of: 'Two, 12:00', lackedBy: 'One' } as const;
    const whole: Completeness = { ...counted, state: 'derived', derived };
    const subject = { ...SUBJECT, completeness: whole, readRows: 700 };
    const named = { ...saved, name: 'Rows.difference.csv' };
    expect(outcomeWords(named, subject)).toMatchObject({
      tone: 'warning',
      detail: 'It holds only rows of "Two, 12:00", absent from "One".',
    });
    const renamed = outcomeWords(saved, { ...subject, beside: 'a.completeness.json' });
    expect(renamed).toMatchObject({
      detail:
        'It holds only rows of "Two, 12:00", absent from "One". Its name no longer says so. a.completeness.json says where they are from.',
    });
    const points = { kind: 'points', of: 'S' } as const;
    expect(outcomeWords(saved, { ...subject, completeness: { ...cut, derived: points } })?.detail).toBe(
      'It holds only rows read as points from "S", and not all. Its name no longer says so.',
    );
  });

  it('names the file that failed, and says that a cancelled export kept nothing', () => {
    expect(outcomeWords({ kind: 'cancelled' }, SUBJECT)).toEqual({
      tone: 'success',
      title: 'Export cancelled, nothing kept.',
    });
    expect(outcomeWords({ kind: 'failed', words: 'The disk is full.' }, SUBJECT)).toEqual({
      tone: 'error',
      title: 'Nothing was saved.',
      detail: 'The disk is full.',
    });
    expect(outcomeWords({ kind: 'failed', name: 'a.csv', words: 'The disk is full.' }, SUBJECT)?.title).toBe(
      'a.csv was not saved.',
    );
  });

  it('says which file is empty, where the browser could not remove it', () => {
    expect(outcomeWords({ kind: 'cancelled', empty: 'a.csv' }, SUBJECT)).toEqual({
      tone: 'warning',
      title: 'Export cancelled.',
      detail: 'a.csv is empty: delete it.',
    });
    const failed = { kind: 'failed', name: 'a.csv', words: 'The disk is full.', empty: 'a.csv' } as const;
    expect(outcomeWords(failed, SUBJECT)?.detail).toBe('The disk is full. a.csv is empty: delete it.');
  });

  it('counts while it writes', () => {
    expect(progressWords(undefined)).toBe('Preparing the export');
    expect(
      progressWords({ name: 'a.csv', rowsDone: 1200, rows: 9000, bytes: 2_100_000, isLargeInMemory: false }),
    ).toBe('Saving a.csv: 1,200 of 9,000 rows, 2.1 MB');
  });
});

const window = { from: toTicks(638452296000000000n), to: toTicks(638452299000000000n) };
const filters = [{ name: 'Level', kind: 'is', type: 'Edm.Int32', text: '2' }] as const;
const list = { order: 'time-asc', sort: [], filters } as const;

describe('an export while the grid hides rows', () => {
  it('asks which rows are meant, with the number of each', () => {
    const shown = shownRows(list, 706);
    expect(shown).toEqual({ query: { filters }, count: 706 });
    const choices = exportChoices(712, shown);
    expect(choices.map(({ label }) => label)).toEqual([
      'NDJSON, 706 selected',
      'CSV, 706 selected',
      'CSV without formula guard, 706 selected',
      'Parquet, 706 selected',
      'NDJSON, all 712',
      'CSV, all 712',
      'CSV without formula guard, all 712',
      'Parquet, all 712',
    ]);
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

  it('asks nothing where every row is selected', () => {
    const every = shownRows({ ...list, filters: [] }, 712);
    expect(exportChoices(712, every).map(({ label }) => label)).toEqual([
      'NDJSON',
      'CSV',
      'CSV without formula guard',
      'Parquet',
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
      const none = { state: 'complete', rows: 0, queriesDone: 0, queriesAsked: 0, readAtMs: 0 } as const;
      expect(exportFileName(table, none, 'csv')).toBe(`${name}-1970-01-01-000000Z.csv`);
    },
  );

  it('says in the name of the file, and beside it, which rows it holds', () => {
    const readAtMs = Date.UTC(2026, 10, 20, 21);
    const counted = { rows: 712, queriesDone: 1, queriesAsked: 1, readAtMs };
    const whole: Completeness = { ...counted, state: 'complete' };
    const cut: Completeness = { ...counted, state: 'stopped', reasons: [], unread: [], resumable: false };
    const derived = { kind: 'difference', of: 'A', lackedBy: 'B' } as const;
    expect([
      exportFileName('Rows', whole, 'ndjson'),
      exportFileName('Rows', whole, 'ndjson', 'filtered'),
      exportFileName('Rows', cut, 'ndjson', 'filtered'),
      exportFileName('Rows', { ...whole, state: 'derived', derived }, 'csv'),
      exportFileName('Rows', { ...cut, derived }, 'keyscope', 'filtered'),
    ]).toEqual([
      'Rows-2026-11-20-210000Z.ndjson',
      'Rows-2026-11-20-210000Z.filtered.ndjson',
      'Rows-2026-11-20-210000Z.filtered.incomplete.ndjson',
      'Rows-2026-11-20-210000Z.difference.csv',
      'Rows-2026-11-20-210000Z.difference.filtered.incomplete.keyscope',
    ]);
    const request = { tableName: 'Rows', schemeId: 'ticks19', window, volume: 1, unprefixed: false } as const;
    const plan = planQueries(request);
    if (!plan.ok) throw new Error(plan.error.message);
    const report = completenessReport({
      file: 'f',
      completeness: cut,
      exported: { rows: 706, only: 'exact times in the window, Level is 2' },
      plan: plan.value,
      endpoint: undefined,
    });
    expect(JSON.parse(report)).toMatchObject({
      rows: 712,
      exported: { rows: 706, only: 'exact times in the window, Level is 2' },
    });
  });
});
