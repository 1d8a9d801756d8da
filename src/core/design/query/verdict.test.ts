import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../odata/filter.ts';
import { judgeQuery, type Verdict } from './verdict.ts';
import { classTitle, reasonText, verdictFacts } from './verdictWords.ts';

function verdictOf(text: string): Verdict {
  const node = parseFilter(text);
  if (!node.ok) throw new Error(`${node.error.message} at ${node.error.from}`);
  return judgeQuery(node.value);
}

const P = "PartitionKey eq 'p'";

describe('judgeQuery', () => {
  it.each([
    [`${P} and RowKey eq 'r'`, 'point', '1', 'best'],
    [`${P} and RowKey ge 'a' and RowKey lt 'b'`, 'row range', '1', 'good'],
    [P, 'partition range', '1', 'good'],
    [`${P} and Level le 2`, 'partition range', '1', 'good'],
    ["PartitionKey ge 'a' and PartitionKey lt 'b'", 'partition range', '1+', 'good'],
    ["PartitionKey gt 'a' and RowKey eq 'r'", 'partition range', '1+', 'good'],
    ["RowKey eq 'r'", 'table scan', '1+', 'worst'],
    ["Timestamp ge datetime'2024-01-01T00:00:00Z'", 'table scan', '1+', 'worst'],
    [`not (${P})`, 'table scan', '1+', 'worst'],
    ["PartitionKey ne 'p'", 'table scan', '1+', 'worst'],
    [`${P} or Level eq 1`, 'table scan', '1+', 'worst'],
    [`${P} and (RowKey eq 'a' or RowKey eq 'b')`, 'union of points', '1', 'costly'],
    [`${P} and RowKey eq 'a' or PartitionKey eq 'q' and RowKey eq 'b'`, 'union of points', '1+', 'worst'],
    [`${P} and RowKey eq 'a' or PartitionKey eq 'q' and RowKey ge 'b'`, 'union of row ranges', '1+', 'worst'],
    [`${P} or PartitionKey eq 'q'`, 'union of partition ranges', '1+', 'worst'],
    [`${P} and PartitionKey eq 'q'`, 'no rows', '0', 'best'],
    [`${P} and RowKey lt ''`, 'no rows', '0', 'best'],
  ])('%s is a %s', (text, queryClass, partitions, rating) => {
    const verdict = verdictOf(text);
    expect(verdict.queryClass).toBe(queryClass);
    const { least, most } = verdict.partitions;
    expect(most === undefined ? `${least}+` : String(most)).toBe(partitions);
    expect(verdict.rating).toBe(rating);
  });

  it('counts the points of a union', () => {
    const verdict = verdictOf(`${P} and (RowKey eq 'a' or RowKey eq 'b' or RowKey eq 'c')`);
    expect(classTitle(verdict)).toBe('Union of 3 points');
    expect(reasonText(verdict)).toContain('3 queries by key');
  });

  it('says what forces a scan', () => {
    expect(reasonText(verdictOf("Timestamp ge datetime'2024-01-01T00:00:00Z'"))).toContain('Timestamp');
    expect(verdictOf(`not (${P})`).causes.map(({ kind }) => kind)).toContain('not');
    expect(verdictOf(`${P} and Level ne 2`).causes).toEqual([{ kind: 'ne', part: 'Level ne 2' }]);
  });

  it('knows 1 row read per row returned only if the keys alone select the rows', () => {
    expect(verdictOf(`${P} and RowKey lt 'b'`).rowsReadPerRow).toEqual({ least: 1, most: 1 });
    expect(verdictOf(P).rowsReadPerRow).toEqual({ least: 1, most: 1 });
    expect(verdictOf(`${P} and Level le 2`).rowsReadPerRow).toBeUndefined();
    expect(verdictOf("PartitionKey gt 'a' and RowKey eq 'r'").rowsReadPerRow).toBeUndefined();
    expect(judgeQuery(undefined).rowsReadPerRow).toEqual({ least: 1, most: 1 });
  });

  it('knows the number of requests only for a point query', () => {
    expect(verdictOf(`${P} and RowKey eq 'r'`).requests).toEqual({ least: 1, most: 1 });
    expect(verdictOf(P).requests).toEqual({ least: 1 });
  });

  it('warns above 15 comparisons and of a URL that is too long', () => {
    const keys = (count: number, width: number): string =>
      Array.from({ length: count }, (_, at) => `RowKey eq '${String(at).padStart(width, '0')}'`).join(' or ');
    expect(verdictOf(keys(15, 4)).isOverComparisons).toBe(false);
    expect(verdictOf(keys(16, 4)).isOverComparisons).toBe(true);
    const long = verdictOf(keys(40, 500));
    expect(long.isTooLong).toBe(true);
    expect(verdictFacts(long).at(-1)?.value).toContain('414');
  });
});
