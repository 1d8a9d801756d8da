import { type ReactNode, useMemo } from 'react';
import { explainAt } from '../../../core/design/query/explainFilter.ts';
import { typedFilter } from '../../../core/design/query/readQuery.ts';
import { type SplitFilter, splitSearches } from '../../../core/design/query/splitSearches.ts';
import { completeFilter } from '../../../core/odata/edit/completeFilter.ts';
import { filterProblems } from '../../../core/odata/edit/filterProblems.ts';
import { formatFilter, parseFilter } from '../../../core/odata/filter.ts';
import { faultText } from '../../../core/result.ts';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { isSameQuery } from '../../../state/run/queryForm.ts';
import { withFilter } from '../../../state/run/rowListState.ts';
import type { TableSample } from '../../../state/connection/tableSample.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import type { EditorHelp } from '../../../ui/editor/mountEditor.ts';
import { FilterField } from '../../shared/filter/FilterField.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { startQuery } from '../../shared/startQuery.ts';
import { fieldFault } from './chipWords.ts';
import type { KnownColumn } from '../../../core/odata/edit/knownColumn.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import { columnsQuestion } from '../../../state/run/runState.ts';
import { commonLength } from '../../../core/keys/base/entityKey.ts';
import { conditionsOf } from '../../../core/odata/filterNode.ts';

/** Runs the part of a filter that the service understands, and filters the rows by the rest; undefined if not connected. */
function useRowSearch(): ((split: SplitFilter) => void) | undefined {
  const services = useServices();
  const { connection, query, run, rowList } = services;
  if (useStore(connection).kind !== 'connected') return undefined;
  return ({ filter, searches }) => {
    query.change({ filter });
    const chosen = searches.map((each): RowFilter => ({ ...each, kind: 'contains' }));
    const before = run.get();
    if (before.phase === 'ended' && isSameQuery(before.form, query.get())) {
      const { filters } = rowList.of(before.runId);
      rowList.change(before.runId, { filters: chosen.reduce(withFilter, filters) });
      return;
    }
    // The run may not start at once, because its code may have to load first.
    const stop = run.subscribe(() => {
      const started = run.get();
      if (started.phase === 'idle' || (before.phase !== 'idle' && started.runId === before.runId)) return;
      stop();
      rowList.change(started.runId, { filters: chosen });
    });
    if (startQuery(services) !== undefined) stop();
  };
}

/** The field for the property filter, which knows the properties in the sample and in open results of the table. */
export function QueryFilter(props: {
  readonly faults: readonly PlanFault[];
  readonly sample: TableSample | undefined;
  /** Shown below the field unless there is something else to show. */
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
      problems: (text) => {
        const read = typedFilter(text);
        const others = filterProblems(text, sample?.properties ?? []).filter(
          ({ severity }) => severity !== 'error',
        );
        if (read.ok || text.trim() === '') return others;
        return [
          ...others,
          { severity: 'error', from: read.error.from, to: read.error.to, message: faultText(read.error) },
        ];
      },
      hint: (text, at) => explainAt(text, at, table),
      // In its standard form; undefined if it cannot be parsed.
      format: (text) => {
        const read = typedFilter(text);
        const node = read.ok ? parseFilter(read.value) : read;
        return node.ok ? formatFilter(node.value) : undefined;
      },
    }),
    [results, sample, table],
  );
  const split = useMemo(() => splitSearches(form.filter), [form.filter]);
  const search = useRowSearch();
  const sent = form.filter.trim() === '' ? undefined : typedFilter(form.filter);
  return (
    <>
      <FilterField
        label="Filter"
        hideLabel
        value={form.filter}
        onChange={(filter) => query.change({ filter })}
        onBlur={query.commit}
        onFocus={() => askForColumns(results.get().all, table)}
        placeholder="Level le 2 and Role eq 'ingest'"
        error={fieldFault(faults, 'filter', form)}
        warning={
          sent?.ok === true && sent.value !== form.filter
            ? `Sent as ${sent.value}`
            : (filterWarning(form.filter, sample?.properties ?? []) ?? props.note)
        }
        help={help}
      />
      {split !== undefined && search !== undefined && (
        <Button size="small" look="link" onPress={() => search(split)}>
          {`Run, and keep the rows with ${split.searches.map(({ name, text }) => `"${text}" in ${name}`).join(' and ')}`}
        </Button>
      )}
    </>
  );
}

function isOfTable({ services }: OpenResult, table: string): boolean {
  const run = services.run.get();
  return run.phase !== 'idle' && run.plan.request.tableName === table;
}

/** Asks the row stores of the open results of a table for their columns, unless that was done already. Sends nothing to the account. */
function askForColumns(results: readonly OpenResult[], table: string): void {
  for (const result of results) {
    const { run, columns } = result.services;
    const state = run.get();
    if (state.phase === 'idle' || !isOfTable(result, table)) continue;
    if (columns.get().question?.version !== state.dataVersion) columns.ask(columnsQuestion(state));
  }
}

/** What the sample and the open results of a table tell about its properties. */
function knownColumns(
  sample: readonly KnownColumn[],
  results: readonly OpenResult[],
  table: string,
): readonly (readonly KnownColumn[])[] {
  const read = results
    .filter((result) => isOfTable(result, table))
    .map(({ services }) => services.columns.get().answer?.all ?? []);
  return [...read, sample];
}

/** Properties that every row has. */
const SYSTEM = ['PartitionKey', 'RowKey', 'Timestamp'];

/** The known name that differs only in case or in one letter, and so was probably meant. */
function closeTo(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  return (
    known.find((each) => each.toLowerCase() === lower) ??
    known.find((each) => isOneEditApart(each.toLowerCase(), lower))
  );
}

/** True if one letter was added, removed or replaced, or two neighbours were swapped. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.max(a.length, b.length) < 3) return false;
  const from = commonLength(a, b);
  let end = 0;
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [restA, restB] = [a.slice(from, a.length - end), b.slice(from, b.length - end)];
  if (restA.length === 2 && restB.length === 2) return restA[0] === restB[1] && restA[1] === restB[0];
  return restA.length <= 1 && restB.length <= 1;
}

/**
 * Warns of properties that no known row has. Rows without a property never match, so a wrong name finds nothing. It is not a fault, because
 * rows of one table may have different properties. If `known` is empty, nothing can be said.
 */
export function filterWarning(filter: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || filter.trim() === '') return undefined;
  const parsed = parseFilter(filter);
  if (!parsed.ok) return undefined;
  const unknown = [...new Set(conditionsOf(parsed.value).map(({ property }) => property))].filter(
    (name) => !known.includes(name) && !SYSTEM.includes(name),
  );
  const [first] = unknown;
  if (first === undefined) return undefined;
  const close = closeTo(first, [...known, ...SYSTEM]);
  if (close !== undefined) return `No sampled row has ${first}. Did you mean ${close}?`;
  return `No sampled row has ${unknown.join(', ')}: rows without it do not match.`;
}
