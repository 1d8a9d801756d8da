import type { ReactNode } from 'react';
import type { DiagnosisScope } from '../../../core/keyspace/diagnosis/diagnose.ts';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { AllChecks } from '../../shared/map/AllChecks.tsx';
import { FindingChip } from '../../shared/map/FindingChip.tsx';
import { briefFindings } from '../../shared/map/findingWords.ts';
import { useZone } from '../../shared/useZone.ts';
import css from './keyspace.module.css';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';

export interface FindingsProps {
  /** The name of the map, if there are several. */
  readonly of?: string | undefined;
  /** In words: why there are none. */
  readonly findings: readonly Finding[] | string;
  /** What the findings cover; undefined: not known. */
  readonly scope?: DiagnosisScope | undefined;
  /** The one whose cells are framed. */
  readonly lit: Finding | undefined;
  readonly onLight: (finding: Finding | undefined) => void;
}

/** How many findings of one kind are shown by name. */
const MOST_OF_A_KIND = 3;

/** The first few of each kind, by their place in the list. */
function leading(findings: readonly Finding[]): readonly number[] {
  const shown = new Map<string, number>();
  return findings.flatMap(({ id }, at) => {
    const count = (shown.get(id) ?? 0) + 1;
    shown.set(id, count);
    return count <= MOST_OF_A_KIND ? [at] : [];
  });
}

/** The position of a finding, because titles may be the same; also among findings that were worked out again. */
function placeOf(findings: readonly Finding[], lit: Finding | undefined): number {
  if (lit === undefined) return -1;
  const at = findings.indexOf(lit);
  return at >= 0 ? at : findings.findIndex((finding) => isSame(finding, lit));
}

function isSame(a: Finding, b: Finding): boolean {
  const [cells] = a.cells;
  const [others] = b.cells;
  return a.title === b.title && cells?.from === others?.from && cells?.rows?.[0] === others?.rows?.[0];
}

/** The diagnosis in words; a press frames the cells of a finding, and opens its details beside the map. */
export function Findings({ of, findings: found, scope, lit, onLight }: FindingsProps): ReactNode {
  const { timeZone } = useZone();
  const findings = typeof found === 'string' ? [] : found;
  const words = briefFindings(findings, timeZone);
  const place = placeOf(findings, lit);
  const places = leading(findings);
  return (
    <section className={css.findings} aria-label={of === undefined ? 'Findings' : `Findings of ${of}`}>
      <div className={css.findingList}>
        <h2 className={css.findingsTitle}>Findings</h2>
        <span className={css.dim}>{wordsOf(aboutWords(found, scope))}</span>
        {places.map((at) => {
          const [finding, brief] = [findings[at], words[at]];
          return (
            finding !== undefined &&
            brief !== undefined && (
              <FindingChip
                key={at}
                finding={finding}
                words={brief}
                isLit={at === place}
                onPress={() => onLight(at === place ? undefined : finding)}
              />
            )
          );
        })}
        {places.length < findings.length && (
          <span className={css.dim}>and {findings.length - places.length} more of these kinds</span>
        )}
        <AllChecks scope={scope} />
      </div>
    </section>
  );
}

/** Which rows the findings cover. */
function aboutWords(found: readonly Finding[] | string, scope: DiagnosisScope | undefined): string {
  if (typeof found === 'string') return found;
  if (scope?.isEmpty === true) return 'none: no query was read to its end';
  const rows = scope?.rows;
  if (found.length > 0) return rows === undefined ? '' : `of ${rows}`;
  return `nothing unusual ${rows === undefined ? 'in these cells' : `in ${rows}`}`;
}
