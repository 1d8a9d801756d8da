import { expect, it } from 'vitest';
import type { KeyPart, KeyReading } from '../base/scheme.ts';
import { agreeingKeys } from './findKeys.ts';

function reading(schemeId: string, confidence: number): KeyReading {
  return { schemeId, title: schemeId, fields: new Map(), confidence, reason: 'r' };
}

function key(part: KeyPart | undefined, line: number, readings: readonly KeyReading[], tableName?: string) {
  return { line, readings, ...(part && { part }), ...(tableName !== undefined && { tableName }) };
}

const A = reading('a', 0.5);
const B = reading('b', 0.2);
const SURE_B = reading('b', 0.8);
const RAISED = { ...B, confidence: 0.8 * 0.9, reason: 'r; the RowKey beside it is of this scheme' };

it.each([
  ['is of its RowKey', [key('partition', 1, [A, B]), key('row', 1, [SURE_B])], [RAISED, A]],
  [
    'is at least as sure as it was',
    [key('partition', 1, [reading('a', 0.9), B]), key('row', 1, [SURE_B])],
    [{ ...RAISED, confidence: 0.9 }, reading('a', 0.9)],
  ],
  [
    'stays if the RowKey is not sure',
    [key('partition', 1, [A, B]), key('row', 1, [reading('b', 0.79)])],
    [A, B],
  ],
  ['stays if the RowKey is of no scheme', [key('partition', 1, [A, B]), key('row', 1, [])], [A, B]],
  ['stays if it is of that scheme already', [key('partition', 1, [B, A]), key('row', 1, [SURE_B])], [B, A]],
  ['stays if that scheme does not read it', [key('partition', 1, [A]), key('row', 1, [SURE_B])], [A]],
  ['stays if nothing follows', [key('partition', 1, [A, B])], [A, B]],
  [
    'stays if another PartitionKey follows',
    [key('partition', 1, [A, B]), key('partition', 1, [SURE_B])],
    [A, B],
  ],
  [
    'stays if the RowKey is of another table',
    [key('partition', 1, [A, B], 'T'), key('row', 1, [SURE_B], 'U')],
    [A, B],
  ],
  [
    'stays if nobody says that it is a PartitionKey',
    [key(undefined, 1, [A, B]), key('row', 1, [SURE_B])],
    [A, B],
  ],
] as const)('a PartitionKey %s', (_name, keys, readings) => {
  expect(agreeingKeys(keys)[0]?.readings).toEqual(readings);
});

it('the ends of a range stay, two PartitionKeys of one line, but not those of two lines', () => {
  const row = key('row', 2, [SURE_B]);
  const found = (line: number) =>
    agreeingKeys([key('partition', line, [A, B]), key('partition', 2, [A, B]), row]).map(
      ({ readings }) => readings,
    );
  expect(found(2)).toEqual([[A, B], [A, B], [SURE_B]]);
  expect(found(1)).toEqual([[A, B], [RAISED, A], [SURE_B]]);
});
