import { type ReactNode, useMemo } from 'react';
import { readQuery } from '../../../core/design/query/readQuery.ts';
import { judgeQuery } from '../../../core/design/query/verdict.ts';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { useStore } from '../../shared/useStore.ts';
import { FieldHint } from '../hint/FieldHint.tsx';
import css from '../design.module.css';
import { VerdictFacts } from './VerdictFacts.tsx';

const EXAMPLES: readonly { readonly label: string; readonly text: string }[] = [
  { label: 'Last hour by Timestamp', text: "Timestamp ge datetime'2026-11-21T23:00:00Z'" },
  {
    label: 'Two rows with or',
    text: "(PartitionKey eq 'Sales' and RowKey eq '121') or (PartitionKey eq 'Sales' and RowKey eq '322')",
  },
  { label: 'where ==', text: "where PartitionKey == 'Sales' and RowKey startswith '2026-11'" },
];

/** A pasted query and what it costs. Nothing is sent, and the text stays in this page. */
export function QueryVerdict({ design }: { readonly design: DesignStore }): ReactNode {
  const { filter } = useStore(design);
  const read = useMemo(() => (filter.trim() === '' ? undefined : readQuery(filter)), [filter]);
  const verdict = useMemo(() => (read?.ok === true ? judgeQuery(read.value.node) : undefined), [read]);
  return (
    <section className={css.section} aria-labelledby="design-verdict">
      <h2 id="design-verdict" className={css.title}>
        What does this query cost?
      </h2>
      <TextField
        label="Filter to judge"
        labelNote={<FieldHint text="$filter, table URL, or where A == 'x' and B >= 5" />}
        mono
        rows={2}
        value={filter}
        onChange={(text) => design.change({ filter: text })}
        error={read?.ok === false ? read.error : undefined}
      />
      {filter.trim() === '' && (
        <p className={css.examples}>
          Try{' '}
          {EXAMPLES.map(({ label, text }) => (
            <Button key={label} look="link" size="small" onPress={() => design.change({ filter: text })}>
              {label}
            </Button>
          ))}
        </p>
      )}
      {verdict !== undefined && read?.ok === true && <VerdictFacts query={read.value} verdict={verdict} />}
    </section>
  );
}
