import { type ReactNode, useMemo } from 'react';
import { explainAt } from '../../../core/design/query/explainFilter.ts';
import { readQuery } from '../../../core/design/query/readQuery.ts';
import { judgeQuery } from '../../../core/design/query/verdict.ts';
import { completeFilter } from '../../../core/odata/edit/completeFilter.ts';
import { filterProblems } from '../../../core/odata/edit/filterProblems.ts';
import { formatFilter, parseFilter } from '../../../core/odata/filter.ts';
import { faultText } from '../../../core/result.ts';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import type { EditorHelp } from '../../../ui/editor/mountEditor.ts';
import { FilterField } from '../../shared/filter/FilterField.tsx';
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

/** Text that is no `$filter`, but is understood: an address, or `where A == 'x'`. */
function isOtherForm(text: string): boolean {
  const read = readQuery(text);
  return read.ok && (read.value.form !== 'filter' || !parseFilter(text).ok);
}

const HELP: EditorHelp = {
  complete: (text, caret) => (isOtherForm(text) ? undefined : completeFilter(text, caret, [])),
  problems: (text) => {
    const read = text.trim() === '' ? undefined : readQuery(text);
    if (read?.ok === false) {
      const { from, to } = read.error;
      return [{ severity: 'error', from, to, message: faultText(read.error) }];
    }
    return isOtherForm(text) ? [] : filterProblems(text, []);
  },
  hint: (text, at) => explainAt(text, at),
  format: (text) => {
    const read = readQuery(text);
    return read.ok && read.value.node !== undefined ? formatFilter(read.value.node) : undefined;
  },
};

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
      <FilterField
        label="Filter to judge"
        labelNote={<FieldHint text="$filter, table URL, or where A == 'x' and B >= 5" />}
        isMultiline
        value={filter}
        onChange={(text) => design.change({ filter: text })}
        error={read?.ok === false ? read.error : undefined}
        help={HELP}
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
