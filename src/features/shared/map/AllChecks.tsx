import { type ReactNode, useState } from 'react';
import type { DiagnosisScope } from '../../../core/keyspace/diagnosis/diagnose.ts';
import { capital } from '../../../core/words.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { formatPlural } from '../../../ui/format.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import css from './allChecks.module.css';

const OUTCOMES = ['found', 'normal', 'not checked'] as const;

/** Lists everything that was looked for, because finding nothing does not mean that everything was checked. Undefined: not known. */
export function AllChecks({ scope }: { readonly scope: DiagnosisScope | undefined }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  if (scope === undefined) return undefined;
  const { rows, checks } = scope;
  return (
    <>
      <Button look="link" size="small" onPress={() => setIsOpen(true)}>
        All checks
      </Button>
      <Dialog title="All checks" isOpen={isOpen} onOpenChange={setIsOpen}>
        {rows !== undefined && <p>Looked at {rows}.</p>}
        {OUTCOMES.map((outcome) => {
          const of = checks.filter((check) => check.outcome === outcome);
          return (
            of.length > 0 && (
              <section key={outcome} aria-label={capital(outcome)} className={css.outcome}>
                <h3>
                  {capital(outcome)}{' '}
                  <span className={css.why}>
                    {outcome === 'found'
                      ? formatPlural(
                          of.reduce((sum, { findings }) => sum + findings, 0),
                          'finding',
                        )
                      : of.length}
                  </span>
                </h3>
                <ul>
                  {of.map(({ title, outcome: own, findings, why }) => (
                    <li key={title}>
                      {title} <span className={css.why}>{own === 'found' ? foundWords(findings) : why}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )
          );
        })}
      </Dialog>
    </>
  );
}

function foundWords(findings: number): string {
  if (findings === 0) return 'part of another finding';
  return findings === 1 ? '' : formatPlural(findings, 'finding');
}
