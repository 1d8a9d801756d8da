import { type Delimiter, DELIMITERS, recordAt } from '../../csv.ts';
import type { KeyPart } from '../base/scheme.ts';

/** A column name for comparison: "Partition Key", "partition_key" and "PartitionKey" are equal. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_]/g, '');
}

const PARTS: ReadonlyMap<string, KeyPart> = new Map([
  ['partitionkey', 'partition'],
  ['rowkey', 'row'],
]);

/** Which key a column or property holds, by its name. */
export function partOfName(name: string): KeyPart | undefined {
  return PARTS.get(plainName(name));
}

export interface TableHeader {
  readonly delimiter: Delimiter;
  readonly names: readonly string[];
  /** Where the first record begins. */
  readonly next: number;
}

/** Matches the line of dashes below the header of a table in Markdown or of a terminal. */
const RULE = /(?=[ \t|:+]*-)[ \t|:+-]+(?:\r?\n|$)/y;

/**
 * The header of a table: the first line that is not blank, if it names PartitionKey or RowKey, as in CSV and in cells copied from a grid.
 */
export function tableHeader(text: string): TableHeader | undefined {
  const start = /^\uFEFF?(?:\s*\n)?/.exec(text)?.[0].length ?? 0;
  const lineEnd = text.indexOf('\n', start);
  if (!/partition[\s_]?key|row[\s_]?key/i.test(text.slice(start, lineEnd < 0 ? text.length : lineEnd)))
    return undefined;
  for (const delimiter of DELIMITERS) {
    // `"RowKey":"a"` is JSON, which is a broken record.
    const { cells, next, state } = recordAt(text, start, delimiter);
    const names = cells.map((cell) => cell.text);
    if (state === 'open' || state === 'broken' || !names.some(partOfName)) continue;
    RULE.lastIndex = next;
    const isRuled = delimiter === '|' && RULE.test(text);
    return { delimiter, names, next: isRuled ? RULE.lastIndex : next };
  }
  return undefined;
}
