import type { DiagnosisInput, DiagnosisView, Finding } from './finding.ts';
import { DIAGNOSIS_RULES } from './registry.ts';
import { diagnosisView, rowsName } from './view.ts';
import { onWritersGrid } from './writersGrid.ts';

/**
 * What the map shows, in words: faults first, the surest first. Empty where nothing stands out: of what that was looked for, and
 * in which rows, `diagnosisScope` tells.
 */
export function diagnose(input: DiagnosisInput): readonly Finding[] {
  const view = diagnosisView(onWritersGrid(input));
  const found = withoutEchoes(
    DIAGNOSIS_RULES.flatMap((rule) => rule.find(view)),
    view.grid.bucketTicks,
  );
  const weight = ({ severity, confidence }: Finding) => (severity === 'fault' ? 1 : 0) + confidence;
  return found.toSorted((a, b) => weight(b) - weight(a));
}

/** That most rows were silent, or all of them, says already that all together wrote less. A gap cuts the columns beside it. */
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

/** What a diagnosis was about, so that "nothing unusual" never stands for what nobody looked at. */
export interface DiagnosisScope {
  /** "42 of 100 prefixes; the others were not read to their end"; undefined: all rows. */
  readonly rows: string | undefined;
  /** No row was read to its end, so nothing was judged. */
  readonly isEmpty: boolean;
  /** Names of the rules that the data says nothing about, in the order of the rules. */
  readonly notLookedFor: readonly string[];
}

/** Which rows a diagnosis of this input judges, and what it cannot look for. O(cells). */
export function diagnosisScope(input: DiagnosisInput): DiagnosisScope {
  const view = diagnosisView(onWritersGrid(input));
  return {
    rows: rowsInScope(view),
    isEmpty: view.judged.length === 0,
    notLookedFor: DIAGNOSIS_RULES.filter((rule) => rule.isBlind?.(view) === true).map(({ title }) =>
      title.replace(/ \(.*\)$/u, '').toLowerCase(),
    ),
  };
}

function rowsInScope(view: DiagnosisView): string | undefined {
  const { judged, labels } = view;
  if (judged.length === labels.length) return undefined;
  return `${judged.length} of ${labels.length} ${rowsName(view)}; the others were not read to their end`;
}
