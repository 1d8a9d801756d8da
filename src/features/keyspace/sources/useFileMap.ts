import { useMemo } from 'react';
import type { RowGrouping } from '../../../core/keyspace/map/grouping.ts';
import { clampTicks, ticksFromUnixMs } from '../../../core/time/ticks.ts';
import type { KeyFileState } from '../../../state/keyspace/keyFile.ts';
import { groupingText } from '../../../state/keyspace/keyspaceRows.ts';
import type { MapSection } from '../../../state/keyspace/keyspaceStore.ts';
import { anyOf } from '../../../state/run/rowListState.ts';
import { formatPlural } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useAnswer } from '../../shared/useAnswer.ts';
import { finestWords } from '../../shared/map/keyspaceWords.ts';
import { useMapSections } from '../map/keyspaceParts.ts';
import { type MapData, ROW_KINDS } from '../../shared/map/mapData.ts';
import { factsByRow, groupsAre } from '../../shared/map/useRunFacts.ts';
import { COLUMNS, isSameGrouping } from '../../shared/map/useRunMap.ts';
import { useCountedWindow } from '../../shared/map/zoomView.ts';

type ReadFile = Extract<KeyFileState, { kind: 'read' }>;

/** The map of an export of a table; undefined until it is read, or if none of its rows has a time. */
export function useFileMap(
  state: KeyFileState,
  zoom: MapSection | undefined,
  grouping: RowGrouping,
): MapData | undefined {
  const { file } = useMapSections();
  const read = state.kind === 'read' ? state : undefined;
  const span = read?.summary.span;
  const whole = useMemo(() => span && { from: span.from, to: clampTicks(span.to) }, [span]);
  const window = useCountedWindow(whole, zoom);
  const roundingTicks = read?.summary.roundingTicks;
  const wanted = useMemo(
    () => window && { window, columns: COLUMNS, by: 'group' as const, grouping, roundingTicks },
    [window, grouping, roundingTicks],
  );
  const { asked, answer: counts } = useAnswer(file.map, rowsOf(read), wanted);
  const answer = isSameGrouping(asked?.question.grouping, grouping) ? counts : undefined;
  const labels = useMemo(() => answer?.labels.map((label) => label || '(no prefix)') ?? [], [answer]);
  const diagnosis = useFileFacts(read, grouping, labels);
  if (read === undefined || whole === undefined || answer === undefined) return undefined;
  const kind = ROW_KINDS[groupsAre(grouping, read.summary.schemeId)];
  return {
    grid: answer,
    labels,
    rowName: kind.rowName,
    whole,
    hasSharedRow: answer.sharedLabels > 0,
    title: read.name,
    isIncomplete: read.incomplete !== undefined || read.summary.faults.total > 0,
    completeness: completenessOf(read),
    diagnosis,
    outside: withoutTimeOf(read),
    note: finestWords(answer.finestTicks),
    id: `file ${read.version} ${groupingText(grouping)}`,
    filterOf: ({ from: first, to: end }) => {
      const isShared = answer.sharedLabels > 0 && end >= answer.rowCount;
      return kind.column && !isShared ? anyOf(kind.column, answer.labels.slice(first, end)) : undefined;
    },
  };
}

/** The rows of a file never change. */
function rowsOf({ version = 0 }: Partial<ReadFile> = {}) {
  return { runId: version, dataVersion: version };
}

function completenessOf({ name, summary, incomplete }: ReadFile): string {
  const { rows, repeated, faults, schemeTitle } = summary;
  const isAll = faults.total === 0 && incomplete === undefined;
  const parts = [
    `${isAll ? 'All ' : ''}${formatPlural(rows, 'row')} of ${name}, keys read as ${schemeTitle}`,
    ...(faults.total > 0 ? [`${formatPlural(faults.total, 'line')} could not be read`] : []),
    ...(repeated > 0 ? [`${formatPlural(repeated, 'row')} repeated, counted once`] : []),
  ];
  return `${parts.join('; ')}.${incomplete === undefined ? '' : ` ${incomplete}`}`;
}

function withoutTimeOf({ summary: { rows, timedRows } }: ReadFile): string {
  return rows > timedRows ? `${formatPlural(rows - timedRows, 'row')} without a time` : '';
}

/** What the diagnosis may use in addition to the cells. A text says why there is no diagnosis. */
function useFileFacts(
  read: ReadFile | undefined,
  grouping: RowGrouping,
  labels: readonly string[],
): MapData['diagnosis'] {
  const { nowMs } = useServices();
  const { file } = useMapSections();
  const wanted = useMemo(() => {
    const roundingTicks = read?.summary.roundingTicks;
    return read && { grouping, nowTicks: ticksFromUnixMs(nowMs()), roundingTicks };
  }, [read, grouping, nowMs]);
  const { asked, answer } = useAnswer(file.facts, rowsOf(read), wanted);
  const rowFacts = isSameGrouping(asked?.question.grouping, grouping) ? answer : undefined;
  return useMemo(() => {
    if (read?.incomplete !== undefined) return 'only of a complete export: this one does not hold all rows';
    if (read === undefined || rowFacts === undefined) return 'looking at the rows';
    return {
      rowsAre: groupsAre(grouping, read.summary.schemeId),
      facts: { ...factsByRow(rowFacts, labels), spansRowsOnly: true },
    };
  }, [read, rowFacts, grouping, labels]);
}
