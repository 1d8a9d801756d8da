import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { isNumber } from '../../../core/rows/columnProfile.ts';
import type { ArrangedColumns } from '../../../core/rows/packedColumns.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { RESULT_TABS, type ResultTab } from '../../../state/run/queryForm.ts';
import { anyOf, withChoice } from '../../../state/run/rowListState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { briefFindings } from '../../shared/map/findingWords.ts';
import { useServices } from '../../shared/services.tsx';
import { useActions, useGroupActions } from '../../shared/useActions.ts';
import { useZone } from '../../shared/useZone.ts';
import { errorMark } from './rows/cellSeverity.ts';

export const TAB_TITLES: Readonly<Record<ResultTab, string>> = {
  rows: 'Rows',
  groups: 'Groups',
  chart: 'Chart',
  map: 'Map',
  requests: 'Requests',
  sql: 'SQL',
};

/** The palette lists at most this many findings. */
const MOST_FINDINGS = 20;

/** The filter for rows that are errors or worse; undefined if no column tells. */
function errorFilter(columns: ArrangedColumns): RowFilter | undefined {
  const mark = errorMark(columns);
  const column = mark && columns.of(mark.property);
  if (mark === undefined || column === undefined) return undefined;
  const ref = { name: mark.property };
  if (!isNumber(column)) return anyOf(ref, mark.texts);
  // Levels that are numbers are adjacent, so a range selects them.
  const levels = mark.texts.map(Number);
  const [from, to] = [String(Math.min(...levels)), String(Math.max(...levels))];
  return { ...ref, kind: 'range', as: 'number', from, to };
}

/** The palette's actions for a result, whichever of its views is open. */
export function useViewActions(
  run: RunState,
  columns: ArrangedColumns,
  findings: readonly Finding[],
  shown: Finding | undefined,
  show: (finding: Finding) => void,
): void {
  const { query, rowList } = useServices();
  const { timeZone } = useZone();
  const errors = errorFilter(columns);
  const group = (change: Partial<ReturnType<typeof query.get>['groups']>) => (): void =>
    query.change({ tab: 'groups', groups: { ...query.get().groups, ...change } });
  const next = findings[shown === undefined ? 0 : (findings.indexOf(shown) + 1) % findings.length];
  useActions([
    ...RESULT_TABS.map((id, at) => ({
      id: `results.${id}`,
      group: 'Results',
      title: `Show ${TAB_TITLES[id]}`,
      press: String(at + 1),
      run: () => query.change({ tab: id }),
    })),
    {
      id: 'results.nextFinding',
      group: 'Results',
      title: 'Show the next finding',
      press: 'n',
      run: next && (() => show(next)),
    },
    {
      id: 'results.errors',
      group: 'Results',
      title: 'Select the rows that are errors',
      press: 'e',
      run:
        errors &&
        (() => rowList.change(run.runId, { filters: withChoice(rowList.of(run.runId).filters, [errors]) })),
    },
  ]);
  const inGrid = columns.arrangement.front.map(({ name }) => name);
  useGroupActions('Results', [
    ...briefFindings(findings, timeZone)
      .slice(0, MOST_FINDINGS)
      .map(({ title, detail }, at) => {
        const finding = findings[at];
        const words = `Show the finding ${title} ${detail}`.trim();
        return [`results.finding.${String(at)}`, words, finding && (() => show(finding))] as const;
      }),
    ...inGrid.map((name) => [`results.by.${name}`, `Group by ${name}`, group({ by: [{ name }] })] as const),
    ...inGrid.flatMap((name) => {
      const column = columns.of(name);
      if (column === undefined || !isNumber(column)) return [];
      const measure = { name, statistic: 'p95' } as const;
      return [
        [`results.p95.${name}`, `Show p95 of ${name} by group`, group({ measure })] as const,
        ...inGrid
          .filter((by) => by !== name)
          .map(
            (by) =>
              [
                `results.p95.${name} ${by}`,
                `Show p95 of ${name} by ${by}`,
                group({ by: [{ name: by }], measure }),
              ] as const,
          ),
      ];
    }),
  ]);
}
