import type { DiagnosisInput, DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { diagnosisView, findingsOf, readsEnough, rowsName, onWritersGrid } from './view.ts';
import { burst, dropForAll, gapForAll, periodicity, silentPrefix } from './kinds.ts';
import {
  lateData,
  rowPerPartition,
  singlePartition,
  storedTwice,
  tooManyPartitions,
  futureKeys,
} from './factRules.ts';
import { hotFront, hotPartition, hotPrefix, unevenWriters } from './hot.ts';
import { sequentialAppend, skew } from './spread.ts';

/** What a diagnosis covered, so that "nothing unusual" never includes what was not checked. */
export interface DiagnosisScope {
  /** "42 of 100 prefixes; the others were not read to their end"; undefined if all rows were judged. */
  readonly rows: string | undefined;
  /** True if no row was read to its end, so nothing was judged. */
  readonly isEmpty: boolean;
  /** What became of each rule, in registry order. */
  readonly checks: readonly Check[];
}

/** What became of a rule: it found something, or nothing, or could not be checked. */
interface Check {
  /** "Late data". */
  readonly title: string;
  readonly outcome: 'found' | 'normal' | 'not checked';
  /** How many of its findings are shown. 0 although the outcome is `found`: another finding covers them. */
  readonly findings: number;
  /** Why it was not checked; '' if it was. */
  readonly why: string;
}

export interface Diagnosis {
  /** Faults first, then by confidence. None means that nothing was found in the rows and by the rules that `scope` lists. */
  readonly findings: readonly Finding[];
  readonly scope: DiagnosisScope;
}

/** Runs all rules. About O(cells log columns), plus O(columns²) for the period. */
export function diagnosisOf(input: DiagnosisInput): Diagnosis {
  const view = diagnosisView(onWritersGrid(input));
  const byRule = DIAGNOSIS_RULES.map((rule) => findingsOf(rule, view));
  const found = withoutEchoes(byRule.flat(), view.grid.bucketTicks);
  const weight = ({ severity, confidence }: Finding) => (severity === 'fault' ? 1 : 0) + confidence;
  return {
    findings: found.toSorted((a, b) => weight(b) - weight(a)),
    scope: {
      rows: rowsInScope(view),
      isEmpty: view.judged.length === 0,
      checks: DIAGNOSIS_RULES.map((rule, at) => checkOf(rule, view, byRule[at] ?? [], found)),
    },
  };
}

export function diagnose(input: DiagnosisInput): readonly Finding[] {
  return diagnosisOf(input).findings;
}

/**
 * Removes findings that repeat another: if most rows fell silent, the drop of all rows together is the same event; and the writer of a
 * hot prefix is named there.
 */
function withoutEchoes(findings: readonly Finding[], columnTicks: bigint): readonly Finding[] {
  const silences = findings.flatMap(({ id, cells }) => {
    const cut = id === 'gap-for-all' ? columnTicks : 0n;
    if (id !== 'silent-prefix' && cut === 0n) return [];
    return cells.map(({ from, to }) => ({ from: from - cut, to: to + cut }));
  });
  const isEcho = ({ id, cells: [drop] }: Finding) =>
    id === 'drop-for-all' &&
    drop !== undefined &&
    silences.some(
      ({ from, to }) => from < drop.to && to > drop.from && (to - from) * 2n > drop.to - drop.from,
    );
  const hot = findings.flatMap(({ id, cells: [cells, ...others] }) =>
    id.startsWith('hot-') && others.length === 0 ? (cells?.rows ?? []) : [],
  );
  const isOfHot = ({ id, cells: [cells] }: Finding) =>
    id === 'uneven-writers' && cells?.rows?.some((row) => hot.includes(row)) === true;
  return findings.filter((finding) => !isEcho(finding) && !isOfHot(finding));
}

const NEEDS = {
  'every key': 'needs a query of all keys of a time',
  'every row': 'needs a query of all rows of a time',
  'whole partitions': 'needs a query without bounds on the RowKey',
  'every partition': 'needs a query of the whole table',
} as const;

function checkOf(
  rule: DiagnosisRule,
  view: DiagnosisView,
  own: readonly Finding[],
  told: readonly Finding[],
): Check {
  const { title, needs } = rule;
  const notChecked = { title, outcome: 'not checked', findings: 0 } as const;
  if (needs !== undefined && !readsEnough(rule, view)) return { ...notChecked, why: NEEDS[needs] };
  const why = rule.lacks?.(view);
  if (why !== undefined) return { ...notChecked, why };
  const findings = own.filter((finding) => told.includes(finding)).length;
  return { title, outcome: own.length > 0 ? 'found' : 'normal', findings, why: '' };
}

function rowsInScope(view: DiagnosisView): string | undefined {
  const { judged, labels } = view;
  if (judged.length === labels.length) return undefined;
  return `${judged.length} of ${labels.length} ${rowsName(view)}; the others were not read to their end`;
}

/** All rules. Findings of equal weight keep this order. */
const DIAGNOSIS_RULES: readonly DiagnosisRule[] = [
  gapForAll,
  dropForAll,
  hotPrefix,
  hotFront,
  hotPartition,
  silentPrefix,
  futureKeys,
  lateData,
  unevenWriters,
  burst,
  skew,
  sequentialAppend,
  periodicity,
  singlePartition,
  rowPerPartition,
  tooManyPartitions,
  storedTwice,
];
