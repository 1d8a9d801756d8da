import { describe, expect, it } from 'vitest';
import type { Completeness } from '../../../core/plan/completeness.ts';
import type { ExportFormat } from '../../../core/rows/rowTypes.ts';
import { outcomeWords, progressWords } from './exportWords.ts';

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
