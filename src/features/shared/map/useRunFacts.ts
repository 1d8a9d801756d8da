import { isByQuery } from './queryRows.ts';
import { roundingInForce } from '../../../core/keys/base/rounding.ts';
import { useEffect, useMemo } from 'react';
import type { DiagnosisInput, KeyspaceFacts } from '../../../core/keyspace/diagnosis/finding.ts';
import type { RowGrouping } from '../../../core/keyspace/map/grouping.ts';
import type { RowFacts } from '../../../core/keyspace/sources/collectRows.ts';
import { isProven } from '../../../core/plan/derived.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { groupingText } from '../../../state/keyspace/keyspaceRows.ts';
import { useServices } from '../services.tsx';
import { useStore } from '../useStore.ts';
import type { MapData } from './mapData.ts';
import type { RunState } from '../../../state/run/runState.ts';

type RowsAre = DiagnosisInput['rowsAre'];

/** What a row of the map of a run is, for the words of a finding. */
export function rowsAreOf(plan: QueryPlan, grouping: RowGrouping | undefined): RowsAre {
  return isByQuery(plan, grouping) ? 'prefix' : groupsAre(grouping, plan.request.schemeId);
}

/** What groups of rows are; without prefixes, they are whatever the scheme groups by. */
export function groupsAre(grouping: RowGrouping | undefined, schemeId: string): RowsAre {
  if (grouping?.by === 'identity') return 'writer';
  if (grouping?.by === 'property') return 'value';
  const isPrefix = grouping?.by !== 'partition' && schemeById(schemeId)?.prefixed === true;
  return isPrefix ? 'prefix' : 'partition';
}

/** Whether a run has ended, or waits: a paused run adds no rows either. */
export function isAtRest(run: RunState): boolean {
  return run.phase === 'ended' || run.pause !== undefined;
}

/** Whether the rows of a run are there, so that what findings need can be counted while it still sends its coverage checks. */
export function isRead(run: RunState): boolean {
  return isAtRest(run) || run.progress.every(({ state }) => state === 'done');
}

/**
 * What the diagnosis of a run may use beside the cells: its scheme, how much of the table it read, and what all rows say of lag,
 * writers, partitions, twins and keys of the future. In words: why it is not asked.
 */
export function useRunFacts(
  run: RunState,
  grouping: RowGrouping | undefined,
  labels: readonly string[],
): MapData['diagnosis'] {
  const { keyspaceFacts, nowMs } = useServices();
  const { plan, dataVersion, completeness } = run;
  const isOver = isAtRest(run);
  const isAsked = isRead(run);
  const counted = grouping === undefined ? 'prefix' : groupingText(grouping);
  useEffect(() => {
    if (!isAsked) return;
    const roundingTicks = roundingOf(plan);
    keyspaceFacts.ask({
      version: dataVersion,
      question: {
        grouping: grouping ?? { by: 'prefix' },
        nowTicks: ticksFromUnixMs(nowMs()),
        roundingTicks,
      },
    });
  }, [keyspaceFacts, plan, dataVersion, isAsked, grouping, nowMs]);
  const { question, answer } = useStore(keyspaceFacts);
  const isNow =
    question?.version === dataVersion && groupingText(question.question.grouping) === counted && isOver;
  const rowFacts = isNow ? answer : undefined;
  const areQueries = isByQuery(plan, grouping);
  const isComplete = isProven(completeness);
  const isAll = useSaysComplete(run);
  const isPart = completeness.derived?.kind === 'difference';
  return useMemo(() => {
    if (!isOver) return 'after the run has ended';
    // Cells of a query know that they were not read. Other rows do not, and would pass for silent ones.
    if (!areQueries && !isComplete && !isAll) return 'only of a complete run: this one has not read all';
    // Where a part of the rows is silent, the table need not be.
    if (isPart) return 'only of all rows of a query: these are a part';
    if (rowFacts === undefined) return 'looking at the rows';
    const reads = isAll ? tableRead(plan) : undefined;
    return {
      rowsAre: rowsAreOf(plan, grouping),
      facts: { ...factsByRow(rowFacts, labels), reads },
    };
  }, [plan, isOver, areQueries, isComplete, isAll, isPart, rowFacts, grouping, labels]);
}

/** Whether a result is complete, or the capture of one: that claims no more than Unverifiable, because a file can be edited. */
export function useSaysComplete({ completeness }: RunState): boolean {
  const { results, run } = useServices();
  const of = useStore(results).all.find(({ services }) => services.run === run);
  const said = of?.capture?.says ?? '';
  return completeness.state === 'complete' || said.startsWith('Complete: ');
}

/** What the writer rounds key times to, as the query says or as the scheme's writer does; undefined: not known. */
export function roundingOf({ request }: QueryPlan): bigint | undefined {
  const scheme = schemeById(request.schemeId);
  return scheme === undefined ? request.roundingTicks : roundingInForce(scheme, request.roundingTicks);
}

/** How much of its table a complete run has read. */
export function tableRead({ request }: QueryPlan): KeyspaceFacts['reads'] {
  const { partitionKey, rowKey, prefixes, volume, window, schemeId, filter = '' } = request;
  const scheme = schemeById(schemeId);
  const isChosen = prefixes !== undefined && scheme?.prefixed === true;
  if (partitionKey !== undefined || rowKey !== undefined) return undefined;
  if ((isChosen && prefixes.length < volume) || /PartitionKey|RowKey/.test(filter)) return undefined;
  if (filter.trim() !== '') return 'every key';
  if (window === undefined) return 'every partition';
  return scheme?.timeSource === 'partition' ? 'whole partitions' : 'every row';
}

/** Facts that name rows by label, for the rows of a map. */
export function factsByRow({ facts, future, pauses }: RowFacts, labels: readonly string[]): KeyspaceFacts {
  const rowOf = new Map(labels.map((label, row) => [label, row]));
  return {
    ...facts,
    pauses: pauses.flatMap(({ label, ...pause }) => {
      if (label === undefined) return [pause];
      const row = rowOf.get(label);
      return row === undefined ? [] : [{ row, ...pause }];
    }),
    future: future.flatMap(({ label, ...found }) => {
      const row = rowOf.get(label);
      return row === undefined ? [] : [{ row, ...found }];
    }),
  };
}
