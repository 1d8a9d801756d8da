import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { COUNTED, emptyGrid } from '../map/cellGrid.ts';
import { inputOf, NEW_YEAR } from './clean.fixture.ts';
import type { DiagnosisInput, DiagnosisRule, DiagnosisView, Finding, KeyspaceFacts } from './finding.ts';
import { sentenceText } from './phrase.ts';
import { diagnosisView } from './view.ts';

/* Counts without randomness, to test each rule just below and at each of its limits. */

export interface CellMap {
  readonly rowsAre?: DiagnosisInput['rowsAre'];
  readonly facts?: KeyspaceFacts;
  readonly cellSeconds?: number;
}

/** A map with these counts, in columns of a minute. */
export function inputFrom(
  counts: readonly (readonly number[])[],
  { rowsAre, facts, cellSeconds = 60 }: CellMap = {},
) {
  const columnCount = counts[0]?.length ?? 0;
  const bucketTicks = BigInt(cellSeconds * 10) * (TICKS_PER_SECOND / 10n);
  const grid = emptyGrid({ rowCount: counts.length, columnCount, from: NEW_YEAR, bucketTicks }, COUNTED);
  grid.counts.set(counts.flat());
  return inputOf(grid, rowsAre, facts);
}

export function viewOf(counts: readonly (readonly number[])[], map?: CellMap): DiagnosisView {
  return diagnosisView(inputFrom(counts, map));
}

/** One cell of each row. */
export function totals(counts: readonly number[], map?: CellMap): DiagnosisView {
  return viewOf(
    counts.map((count) => [count]),
    map,
  );
}

export function withFacts(facts: KeyspaceFacts): DiagnosisView {
  return totals([1], { facts });
}

/** What a reader sees of findings, apart from the advice. */
export function said(findings: readonly Finding[]) {
  return findings.map(({ id, title, figure, sentence, confidence, severity, cells }) => ({
    id,
    title,
    figure,
    sentence: sentenceText(sentence),
    confidence,
    severity,
    cells: cells.map(({ rows, from, to }) => [
      rows?.join(),
      Number(from - NEW_YEAR) / 1e7,
      Number(to - NEW_YEAR) / 1e7,
    ]),
  }));
}

/** The same in two lines a finding. Cells: which rows, and from when to when in seconds. */
export function told(findings: readonly Finding[]): readonly string[] {
  return said(findings).flatMap(({ id, title, figure, sentence, confidence, severity, cells }) => {
    const where = cells.map(([rows = 'all', from, to]) => `${rows}: ${from}..${to}`).join('; ');
    const name = figure === undefined ? title : `${title} (${figure})`;
    return [`${id}, ${severity}, ${confidence}, [${where}]: ${name}`, sentence];
  });
}

export function count(rule: DiagnosisRule, view: DiagnosisView): number {
  return rule.find(view).length;
}

/** Whether a rule says that it cannot tell anything. */
export const isBlind = (rule: DiagnosisRule, view: DiagnosisView): boolean =>
  rule.lacks?.(view) !== undefined;

export const times = <T>(length: number, value: T): readonly T[] => Array.from({ length }, () => value);
