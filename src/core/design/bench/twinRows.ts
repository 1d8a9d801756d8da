import { countText } from '../../words.ts';
import { type KeyDesign, type PatternCost, patternCost } from './judgeDesign.ts';
import type { Workload } from './workload.ts';
import { writeCost } from './writeCost.ts';

/** A design under its letter. */
export interface LetteredDesign {
  readonly letter: string;
  readonly keys: KeyDesign;
}

/** Two designs of one PartitionKey: each row written under both RowKeys serves what neither serves alone. */
export interface TwinRows {
  readonly letters: readonly [string, string];
  readonly text: string;
}

/** From this many rows read for each one that the other design reads, a second row pays. */
const WASTE = 20;

function isMuchLess(a: PatternCost, b: PatternCost): boolean {
  return a.queryClass !== 'table scan' && a.rowsRead * WASTE <= b.rowsRead;
}

function quotedNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function twinOf(one: LetteredDesign, two: LetteredDesign, workload: Workload): TwinRows | undefined {
  if (one.keys.partition.text !== two.keys.partition.text) return undefined;
  const better: readonly [string[], string[]] = [[], []];
  for (const pattern of workload.patterns) {
    const [a, b] = [patternCost(one.keys, pattern, workload), patternCost(two.keys, pattern, workload)];
    if (isMuchLess(a, b)) better[0].push(pattern.name);
    else if (isMuchLess(b, a)) better[1].push(pattern.name);
  }
  const rows = Math.floor(
    Math.min(writeCost(one.keys, workload).transactionRows, writeCost(two.keys, workload).transactionRows) /
      2,
  );
  if (better[0].length === 0 || better[1].length === 0 || rows < 1) return undefined;
  return {
    letters: [one.letter, two.letter],
    text: `The PartitionKey is the same, so both rows of an entity fit one entity group transaction (up to ${countText(rows)} ${rows === 1 ? 'entity' : 'entities'} in each). ${quotedNames(better[0])} then reads as in ${one.letter}, ${quotedNames(better[1])} as in ${two.letter}. Rows and writes double.`,
  };
}

/** Which pairs of designs serve all queries if each entity is written twice. */
export function twinRowsOf(designs: readonly LetteredDesign[], workload: Workload): readonly TwinRows[] {
  return designs.flatMap((one, at) =>
    designs.slice(at + 1).flatMap((two) => twinOf(one, two, workload) ?? []),
  );
}
