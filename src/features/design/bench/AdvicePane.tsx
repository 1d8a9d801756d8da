import { type ReactNode, useMemo, useState } from 'react';
import { type Advice, adviseDesign, adviseKeys, keysOfText } from '../../../core/advice/advise.ts';
import type { Bench } from '../../../core/design/bench/readBench.ts';
import type { DesignKeys } from '../../../state/design/designForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { formatPlural } from '../../../ui/format.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useLate } from '../../shared/useLate.ts';
import { FieldHint } from '../hint/FieldHint.tsx';
import css from '../design.module.css';
import { KeysLookLike } from './KeysLookLike.tsx';

export interface AdvicePaneProps {
  readonly bench: Bench;
  /** Adds a design with a change made; undefined: there is no place for one. */
  readonly onAdd: ((keys: DesignKeys, properties?: string) => void) | undefined;
}

interface Entry {
  /** "Design A", "Pasted keys". */
  readonly subject: string;
  readonly advice: Advice;
}

function adviceOf({ designs, workload }: Bench): readonly Entry[] {
  if (workload === undefined) return [];
  return designs.flatMap(({ letter, keys }) =>
    adviseDesign(keys, workload).map((advice) => ({ subject: `Design ${letter}`, advice })),
  );
}

/** What the rules find in the designs and in pasted keys, each with its numbers and the change. */
export function AdvicePane({ bench, onAdd }: AdvicePaneProps): ReactNode {
  // Keys of a table: kept here only, never in the address.
  const [text, setText] = useState('');
  const late = useLate(text);
  const facts = useMemo(() => keysOfText(late), [late]);
  const ofKeys = useMemo(
    () => adviseKeys(facts).map((advice) => ({ subject: 'Pasted keys', advice })),
    [facts],
  );
  const ofDesigns = useMemo(() => adviceOf(bench), [bench]);
  const entries = [...ofKeys, ...ofDesigns];
  return (
    <section className={css.section} aria-label="Advice">
      <h2 className={css.title}>Advice</h2>
      <TextField
        label="Keys to check"
        labelNote={<FieldHint text="one row a line: PartitionKey, tab, RowKey; stays in this page" />}
        mono
        rows={2}
        value={text}
        onChange={setText}
      />
      <KeysLookLike facts={facts} onAdd={onAdd} />
      {entries.length === 0 ? (
        <p className={css.dim}>No rule finds anything to change.</p>
      ) : (
        <ul className={css.advice} aria-label={formatPlural(entries.length, 'finding')}>
          {entries.map(({ subject, advice }) => (
            <li key={`${subject} ${advice.ruleId}`}>
              <AdviceItem subject={subject} advice={advice} onAdd={onAdd} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AdviceItem({ subject, advice, onAdd }: Entry & Pick<AdvicePaneProps, 'onAdd'>): ReactNode {
  const { title, evidence, fix, source, better } = advice;
  return (
    <>
      <p className={css.adviceTitle}>
        <span className={css.subject}>{subject}</span> <strong>{title}</strong>
      </p>
      <p>
        <VisibleText text={evidence} />
      </p>
      <p>
        {fix}{' '}
        {better !== undefined && onAdd !== undefined && (
          <Button
            look="link"
            size="small"
            ariaLabel={`Add as a design: ${subject}, ${title}`}
            onPress={() => onAdd(better)}
          >
            Add as a design
          </Button>
        )}
      </p>
      <p className={css.dim}>{source}</p>
    </>
  );
}
