import { expect, it } from 'vitest';
import type { Completeness } from '../../../core/plan/completeness.ts';
import type { FileWords } from '../../../state/results/file/openExport.ts';
import { fileText } from './madeWords.ts';

const doubtful = (state: 'unverifiable' | 'incomplete' | 'stopped', text: string): Completeness => ({
  state,
  rows: 1204,
  queriesDone: 1,
  queriesAsked: 1,
  readAtMs: 0,
  reasons: [{ kind: 'unread', text, queries: [] }],
  unread: [],
  resumable: false,
});
const file = (repeated: number) =>
  ({ name: 'Logs.csv', summary: { repeated, schemeTitle: 'Ticks' } }) as unknown as FileWords;

it('the words of a file say that nobody knows, or what it lacks, and never Complete', () => {
  expect(fileText(file(0), doubtful('unverifiable', 'Nothing proves it.'))).toEqual([
    'File, completeness unknown: 1,204 rows of Logs.csv, keys read as Ticks',
  ]);
  expect(fileText(file(3), doubtful('incomplete', 'Lines are lost.'))).toEqual([
    'File, not complete: 1,204 rows of Logs.csv, keys read as Ticks',
    'Rows with the keys of an earlier row, not counted again: 3.',
  ]);
});
