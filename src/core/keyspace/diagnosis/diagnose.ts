import type { DiagnosisInput, DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { DIAGNOSIS_RULES } from './registry.ts';
import { diagnosisView, findingsOf, readsEnough, rowsName } from './view.ts';
import { onWritersGrid } from './writersGrid.ts';

/** What a diagnosis covered, so that "nothing unusual" never includes what was not checked. */
export interface DiagnosisScope {
  /** "42 of 100 prefixes; the others were not read to their end"; undefined if all rows were judged. */
  readonly rows: string | undefined;
  /** True if no row was read to its end, so nothing was judged. */
  readonly isEmpty: boolean;
  /** Titles of rules that this data cannot answer, in registry order. */
  readonly notLookedFor: readonly string[];
  /** Titles of rules that need more of the table than was read. */
  readonly needMore: readonly string[];
}

/** What the rules found, and in what. */
export interface Diagnosis {
  /** Faults first, then by confidence. None means that nothing was found in the rows and by the rules that `scope` lists. */
  readonly findings: readonly Finding[];
  readonly scope: DiagnosisScope;
}

/** Runs all rules. O(cells log columns). */
export function diagnosisOf(input: DiagnosisInput): Diagnosis {
  const view = diagnosisView(onWritersGrid(input));
  const found = withoutEchoes(
    DIAGNOSIS_RULES.flatMap((rule) => findingsOf(rule, view)),
    view.grid.bucketTicks,
  );
  const weight = ({ severity, confidence }: Finding) => (severity === 'fault' ? 1 : 0) + confidence;
  const sorted = found.toSorted((a, b) => weight(b) - weight(a));
  return {
    findings: input.facts.reads === undefined ? sorted.map(ofPart) : sorted,
    scope: {
      rows: rowsInScope(view),
      isEmpty: view.judged.length === 0,
      notLookedFor: titlesOf((rule) => readsEnough(rule, view) && rule.isBlind?.(view) === true),
      needMore: titlesOf((rule) => !readsEnough(rule, view)),
    },
  };
}

/** The findings alone. */
export function diagnose(input: DiagnosisInput): readonly Finding[] {
  return diagnosisOf(input).findings;
}

/** What is true of all rows that were read is not yet true of every writer of the table. */
function ofPart(finding: Finding): Finding {
  const { id, severity } = finding;
  const isOfAll = (id === 'gap-for-all' || id === 'drop-for-all') && severity === 'fault';
  return isOfAll
    ? {
        ...finding,
        advice:
          'These may be only some keys of the table. Query all keys of this time to see whether every writer stopped.',
      }
    : finding;
}

/** Removes findings that repeat another: if most rows fell silent, the drop of all rows together is the same event. */
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
  return findings.filter((finding) => !isEcho(finding));
}

function titlesOf(isListed: (rule: DiagnosisRule) => boolean): readonly string[] {
  return DIAGNOSIS_RULES.filter(isListed).map(({ title }) => title.replace(/ \(.*\)$/u, '').toLowerCase());
}

function rowsInScope(view: DiagnosisView): string | undefined {
  const { judged, labels } = view;
  if (judged.length === labels.length) return undefined;
  return `${judged.length} of ${labels.length} ${rowsName(view)}; the others were not read to their end`;
}
