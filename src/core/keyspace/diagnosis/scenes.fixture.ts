import { expect } from 'vitest';
import { burst } from './burst.ts';
import { viewOf } from './cells.fixture.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import { dropForAll } from './dropForAll.ts';
import type { DiagnosisRule, Finding, KeyspaceFacts } from './finding.ts';
import { gapForAll } from './gapForAll.ts';
import { periodicity } from './periodicity.ts';
import { sentenceText } from './phrase.ts';
import { silentPrefix } from './silentPrefix.ts';

/* Scenes without chance: counts that are written down, one after another, so that each rule sees the same in each run. */

/** Rows of a prefix in a column. */
export type Counts = (row: number, column: number) => number;

export interface Scene {
  readonly rows?: number;
  readonly columns?: number;
  readonly cellSeconds?: number;
  readonly counts: Counts;
  readonly facts?: KeyspaceFacts;
}

/** About 22 rows in each cell, a little more or less. */
export const usual: Counts = (row, column) => 20 + ((column * 7 + row * 3) % 5);
export const isIn = (column: number, from: number, to: number): boolean => column >= from && column < to;
/** The usual counts, but `part` of them in some columns, and `rate` of them elsewhere. */
export const changed =
  (from: number, to: number, part = 0, rate = 1): Counts =>
  (row, column) =>
    Math.round(usual(row, column) * (isIn(column, from, to) ? part : 1) * rate);

export const RULES = { gap: gapForAll, drop: dropForAll, silent: silentPrefix, burst, period: periodicity };

/** "Gap for all 0.9423 fault 100-110": one finding in short. */
function brief({ title, confidence, severity, cells }: Finding, ticksPerColumn: bigint): string {
  const spans = cells.map(
    ({ rows, from, to }) =>
      `${rows === undefined ? '' : `${rows.join('+')}:`}${(from - NEW_YEAR) / ticksPerColumn}-${(to - NEW_YEAR) / ticksPerColumn}`,
  );
  return [title, confidence.toFixed(5), severity, spans.join(' ')].join('; ');
}

function findIn(rule: DiagnosisRule, { rows = 3, columns = 288, cellSeconds = 300, counts, facts }: Scene) {
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => counts(row, column)),
  );
  return rule.find(viewOf(cells, { cellSeconds, ...(facts !== undefined && { facts }) }));
}

/** What a rule says of a scene, in short. */
export function briefly(rule: DiagnosisRule, scene: Scene): readonly string[] {
  const ticksPerColumn = BigInt(scene.cellSeconds ?? 300) * 10_000_000n;
  return findIn(rule, scene).map((finding) => brief(finding, ticksPerColumn));
}

export const now = (column: number) => ({ nowTicks: NEW_YEAR + BigInt(column) * 3_000_000_000n });

/** Expects what is said of each input. A line is the input as JSON, a colon, and what is said. */
export function expectEach(say: (input: never) => readonly string[], lines: readonly string[]): void {
  // Without lines, nothing would be compared.
  expect(lines).not.toHaveLength(0);
  const inputs = lines.map((line) => line.slice(0, line.indexOf(':')));
  expect(inputs.map((input) => `${input}: ${say(JSON.parse(input) as never).join(' | ')}`)).toEqual(lines);
}

/** The same for several numbers, each with its lines. */
export function expectTable(
  table: Readonly<Record<number, readonly string[]>>,
  say: (input: never, of: number) => readonly string[],
): void {
  for (const [of, lines] of Object.entries(table))
    expectEach((input: never) => say(input, Number(of)), lines);
}

export const said = (rule: (typeof RULES)[keyof typeof RULES], scene: Scene): readonly string[] =>
  findIn(rule, scene).map(({ sentence, advice }) => `${sentenceText(sentence)} ${advice}`);

/** Silent in ranges [from, from + length). */
export const silentIn =
  (starts: readonly (readonly [from: number, length: number])[], left = 0): Counts =>
  (row, column) =>
    Math.round(
      usual(row, column) * (starts.some(([from, length]) => isIn(column, from, from + length)) ? left : 1),
    );

export const EVEN = [
  [40, 8],
  [85, 9],
  [130, 8],
  [175, 9],
] as const;

export const UNEVEN = [
  [30, 12],
  [80, 11],
  [117, 10],
  [190, 9],
] as const;
