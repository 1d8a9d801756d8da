import { isByQuery } from './runCells.ts';
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
import { useServices, useStore } from '../services.tsx';
import type { MapData } from './mapData.ts';
import type { RunState } from '../../../state/run/runState.ts';

type RowsAre = DiagnosisInput['rowsAre'];

/** What a row of a run's map is, for the wording of findings. */
export function rowsAreOf(plan: QueryPlan, grouping: RowGrouping | undefined): RowsAre {
  return isByQuery(plan, grouping) ? 'prefix' : groupsAre(grouping, plan.request.schemeId);
}

/** What groups of rows are. Without a grouping, that depends on whether the scheme has prefixes. */
export function groupsAre(grouping: RowGrouping | undefined, schemeId: string): RowsAre {
  if (grouping?.by === 'identity') return 'writer';
  if (grouping?.by === 'property') return 'value';
  const isPrefix = grouping?.by !== 'partition' && schemeById(schemeId)?.prefixed === true;
  return isPrefix ? 'prefix' : 'partition';
}

/** Whether a run has ended or is paused: in both cases no rows arrive. */
export function isAtRest(run: RunState): boolean {
  return run.phase === 'ended' || run.pause !== undefined;
}

/** Whether no more rows of a run arrive for now. What findings need can then be counted, even while coverage checks are being sent. */
export function isRead(run: RunState): boolean {
  return isAtRest(run) || run.progress.every(({ state }) => state === 'done');
}

/**
 * What the diagnosis of a run may use in addition to the cells: how much of the table was read, and what the rows say about lag, writers,
 * partitions, twins and keys in the future. A text says why there is no diagnosis.
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
    // If each row of the map is a query, its cells say whether they were read. Other rows do not, so unread ones would look silent.
    if (!areQueries && !isComplete && !isAll) return 'only of a complete run: this one has not read all';
    // If only a part of the rows is silent, the table need not be.
    if (isPart) return 'only of all rows of a query: these are a part';
    if (rowFacts === undefined) return 'looking at the rows';
    const reads = isAll ? tableRead(plan) : undefined;
    return {
      rowsAre: rowsAreOf(plan, grouping),
      facts: { ...factsByRow(rowFacts, labels), reads },
    };
  }, [plan, isOver, areQueries, isComplete, isAll, isPart, rowFacts, grouping, labels]);
}

/**
 * Whether a result is complete, or is a capture of a complete one. A capture itself claims only Unverifiable, because a file can be edited.
 */
export function useSaysComplete({ completeness }: RunState): boolean {
  const { results, run } = useServices();
  const of = useStore(results).all.find(({ services }) => services.run === run);
  const said = of?.capture?.says ?? '';
  return completeness.state === 'complete' || said.startsWith('Complete: ');
}

/** How the writer rounds the times in keys, according to the query or else to the scheme; undefined if not known. */
export function roundingOf({ request }: QueryPlan): bigint | undefined {
  const scheme = schemeById(request.schemeId);
  return scheme === undefined ? request.roundingTicks : roundingInForce(scheme, request.roundingTicks);
}

/** How much of its table a run of this plan reads, if it is complete; undefined if the plan leaves out keys. */
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

/** Replaces the labels in these facts by the row numbers of a map. */
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
