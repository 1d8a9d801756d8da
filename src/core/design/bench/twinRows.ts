import { type KeyTemplate, templateProperties } from '../../keys/grammar/keyTemplate.ts';
import { countText } from '../../words.ts';
import { type KeyDesign, type PatternCost, patternCost } from './judgeDesign.ts';
import type { Workload } from './workload.ts';
import { writeCost } from './writeCost.ts';

/** A design, with the letter by which it is shown. */
export interface LetteredDesign {
  readonly letter: string;
  readonly keys: KeyDesign;
}

/** Two designs with the same PartitionKey. Writing each entity under both RowKeys serves queries that neither design serves alone. */
export interface TwinRows {
  readonly letters: readonly [string, string];
  readonly text: string;
  /** The design with both RowKeys. */
  readonly better: { readonly partition: string; readonly row: string; readonly twin: string };
}

/** A second row pays off if one of the designs reads this many times as many rows as the other. */
const WASTE = 20;

function isMuchLess(a: PatternCost, b: PatternCost): boolean {
  return a.queryClass !== 'table scan' && a.rowsRead * WASTE <= b.rowsRead;
}

function quotedNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The first property in a RowKey; '' if it has none. */
function firstProperty(row: KeyTemplate): string {
  return templateProperties(row)[0] ?? '';
}

function headOf(text: string): string {
  return /^[^{}]*/.exec(text)?.[0] ?? '';
}

interface TwinText {
  readonly text: string;
  /** The property by which the rows are sorted; '' if there is none. */
  readonly name: string;
}

/** Whether no text can be a key of both templates, because they begin differently. */
export function areApart(one: string, two: string): boolean {
  const [a, b] = [headOf(one), headOf(two)];
  const length = Math.min(a.length, b.length);
  return a.slice(0, length) !== b.slice(0, length);
}

/**
 * Makes two RowKeys for one partition. Each begins with a text of its own, so that both rows can exist and each order can be read
 * separately.
 */
export function twinTexts(one: TwinText, two: TwinText): { readonly row: string; readonly twin: string } {
  // Property names are case-sensitive.
  const isNamed =
    one.name.toUpperCase() !== two.name.toUpperCase() &&
    [one, two].every(({ name }) => /^[A-Za-z]\w*$/.test(name));
  const names = isNamed ? [one.name.toUpperCase(), two.name.toUpperCase()] : ['FIRST', 'SECOND'];
  const marked = [one, two].map(({ text }, at) => `${names[at] ?? ''}:${text}`);
  // The texts stay as they are if they already tell the two apart.
  const [row = '', twin = ''] = [one, two].map(({ text }, at) =>
    headOf(text) === '' ? (marked[at] ?? '') : text,
  );
  return areApart(row, twin) ? { row, twin } : { row: marked[0] ?? '', twin: marked[1] ?? '' };
}

function twinOf(one: LetteredDesign, two: LetteredDesign, workload: Workload): TwinRows | undefined {
  if (one.keys.partition.text !== two.keys.partition.text) return undefined;
  // A design that already has twin rows is not combined with another one.
  if (one.keys.twin !== undefined || two.keys.twin !== undefined) return undefined;
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
    better: {
      partition: one.keys.partition.text,
      ...twinTexts(
        { text: one.keys.row.text, name: firstProperty(one.keys.row) },
        { text: two.keys.row.text, name: firstProperty(two.keys.row) },
      ),
    },
    text: `The PartitionKey is the same, so both rows of an entity fit one entity group transaction (up to ${countText(rows)} ${rows === 1 ? 'entity' : 'entities'} in each). ${quotedNames(better[0])} then reads as in ${one.letter}, ${quotedNames(better[1])} as in ${two.letter}. Rows and writes double.`,
  };
}

/** The keys of a design with twin rows, in a form that does not depend on the order of the two RowKeys. */
function rowsOf({ partition, row, twin }: KeyDesign | TwinRows['better']): string {
  const texts = [row, twin].map((key) => (typeof key === 'string' ? key : (key?.text ?? '')));
  return JSON.stringify([typeof partition === 'string' ? partition : partition.text, ...texts.sort()]);
}

/** Pairs of designs that together serve all queries, if each entity is written twice. */
export function twinRowsOf(designs: readonly LetteredDesign[], workload: Workload): readonly TwinRows[] {
  const made = new Set(designs.flatMap(({ keys }) => (keys.twin === undefined ? [] : [rowsOf(keys)])));
  return designs.flatMap((one, at) =>
    designs.slice(at + 1).flatMap((two) => {
      const pair = twinOf(one, two, workload);
      // A design that already exists is not offered.
      const better = pair === undefined ? undefined : rowsOf(pair.better);
      return pair === undefined || better === undefined || made.has(better) ? [] : [pair];
    }),
  );
}
