import type { ReactNode } from 'react';
import type { Finding } from '../../core/keyspace/diagnosis/finding.ts';
import { Button } from '../../ui/controls/Button.tsx';
import css from './keyspace.module.css';

export interface FindingsProps {
  /** Where there are several maps: whose findings these are. */
  readonly of?: string | undefined;
  /** In words: why there are none. */
  readonly findings: readonly Finding[] | string;
  /** The one whose cells are framed. */
  readonly lit: Finding | undefined;
  readonly onLight: (finding: Finding | undefined) => void;
}

/** So many of one kind are shown by name. */
const MOST_OF_A_KIND = 3;

/** The first few of each kind: forty hot rows are one thing to know. */
function leading(findings: readonly Finding[]): readonly Finding[] {
  const shown = new Map<string, number>();
  return findings.filter(({ id }) => {
    const count = (shown.get(id) ?? 0) + 1;
    shown.set(id, count);
    return count <= MOST_OF_A_KIND;
  });
}

/** The diagnosis in words; a press frames the cells that one is about, and says what follows. */
export function Findings({ of, findings: found, lit, onLight }: FindingsProps): ReactNode {
  const findings = typeof found === 'string' ? [] : found;
  const shown = lit !== undefined && findings.some(({ title }) => title === lit.title) ? lit : undefined;
  return (
    <section className={css.findings} aria-label={of === undefined ? 'Findings' : `Findings of ${of}`}>
      <div className={css.findingList}>
        <h2 className={css.findingsTitle}>Findings</h2>
        {findings.length === 0 && (
          <span className={css.dim}>
            {typeof found === 'string' ? found : 'nothing unusual in these cells'}
          </span>
        )}
        {leading(findings).map((finding) => (
          <Button
            key={finding.title}
            size="small"
            isPressed={finding.title === shown?.title}
            onPress={() => onLight(finding.title === shown?.title ? undefined : finding)}
          >
            {finding.title}
          </Button>
        ))}
        {leading(findings).length < findings.length && (
          <span className={css.dim}>
            and {findings.length - leading(findings).length} more of these kinds
          </span>
        )}
      </div>
      {shown !== undefined && (
        <p className={css.findingText} role="status" aria-label="Finding">
          {shown.sentence} <b>{shown.advice}</b>{' '}
          <span className={css.dim}>
            {shown.severity === 'note' ? 'A property of the design. ' : ''}
            Confidence {Math.round(shown.confidence * 100)} %.
          </span>
        </p>
      )}
    </section>
  );
}
