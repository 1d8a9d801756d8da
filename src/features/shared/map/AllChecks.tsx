import { type ReactNode, useState } from 'react';
import type { Check, DiagnosisScope } from '../../../core/keyspace/diagnosis/diagnose.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import css from './allChecks.module.css';

/** What became of a check, as a heading. */
const HEADINGS: Readonly<Record<Check['outcome'], string>> = {
  found: 'Found',
  normal: 'Normal',
  'not checked': 'Not checked',
};
const OUTCOMES = ['found', 'normal', 'not checked'] as const;

/** Everything that was looked for: finding nothing does not mean that all was checked. Undefined: not known. */
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
        <div className={css.outcomes}>
          {OUTCOMES.map((outcome) => (
            <Checks
              key={outcome}
              heading={HEADINGS[outcome]}
              checks={checks.filter((one) => one.outcome === outcome)}
            />
          ))}
        </div>
      </Dialog>
    </>
  );
}

function Checks({
  heading,
  checks,
}: {
  readonly heading: string;
  readonly checks: readonly Check[];
}): ReactNode {
  if (checks.length === 0) return undefined;
  return (
    <section aria-label={heading} className={css.outcome}>
      <h3>
        {heading} <span className={css.dim}>{checks.length}</span>
      </h3>
      <ul>
        {checks.map(({ title, why }) => (
          <li key={title}>
            {title}
            {why !== '' && <span className={css.dim}> {why}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
