import { type ReactNode, useMemo } from 'react';
import { explainAt } from '../../../core/design/query/explainFilter.ts';
import { completeFilter } from '../../../core/odata/edit/completeFilter.ts';
import { filterProblems } from '../../../core/odata/edit/filterProblems.ts';
import { formatFilter, parseFilter } from '../../../core/odata/filter.ts';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import type { TableSample } from '../../../state/connection/tableSample.ts';
import type { EditorHelp } from '../../../ui/editor/mountEditor.ts';
import { FilterField } from '../../shared/filter/FilterField.tsx';
import { askForColumns, knownColumns } from '../../shared/filter/knownColumns.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { fieldFault } from './fieldFaults.ts';
import { filterWarning } from './filterWarning.ts';

/** A filter in its usual form; undefined: it cannot be read. */
function formatted(text: string): string | undefined {
  const node = parseFilter(text);
  return node.ok ? formatFilter(node.value) : undefined;
}

/** The property filter, with what the sample and the open results of the table know. */
export function QueryFilter(props: {
  readonly faults: readonly PlanFault[];
  readonly sample: TableSample | undefined;
  /** Said below the field unless something else is. */
  readonly note: string | undefined;
}): ReactNode {
  const { query, results } = useServices();
  const { faults, sample } = props;
  const form = useStore(query);
  const { table } = form;
  const help = useMemo<EditorHelp>(
    () => ({
      complete: (text, caret) =>
        completeFilter(text, caret, knownColumns(sample?.columns ?? [], results.get().all, table)),
      problems: (text) => filterProblems(text, sample?.properties ?? []),
      hint: (text, at) => explainAt(text, at, table),
      format: formatted,
    }),
    [results, sample, table],
  );
  return (
    <FilterField
      label="Filter"
      hideLabel
      value={form.filter}
      onChange={(filter) => query.change({ filter })}
      onBlur={query.commit}
      onFocus={() => askForColumns(results.get().all, table)}
      placeholder="Level le 2 and Role eq 'ingest'"
      error={fieldFault(faults, 'filter', form)}
      warning={filterWarning(form.filter, sample?.properties ?? []) ?? props.note}
      help={help}
    />
  );
}
