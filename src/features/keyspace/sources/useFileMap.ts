import { useEffect, useMemo } from 'react';
import type { RowGrouping } from '../../../core/keyspace/map/grouping.ts';
import { clampTicks, ticksFromUnixMs } from '../../../core/time/ticks.ts';
import type { KeyFileState } from '../../../state/keyspace/keyFile.ts';
import { groupingText } from '../../../state/keyspace/keyspaceRows.ts';
import type { MapSection } from '../../../state/keyspace/keyspaceStore.ts';
import { anyOf } from '../../../state/run/rowListState.ts';
import { formatPlural } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { finestWords } from '../../shared/map/keyspaceWords.ts';
import { useMapSections } from '../map/keyspaceParts.ts';
import { type MapData, ROW_KINDS } from '../../shared/map/mapData.ts';
import { factsByRow, groupsAre } from '../../shared/map/useRunFacts.ts';
import { countedWindow } from '../../shared/map/zoomView.ts';
import type { Versioned } from '../../../state/base/latest.ts';

const COLUMNS = 300;
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
  const counted = whole && countedWindow(whole, zoom);
  const from = counted && clampTicks(counted.from);
  const to = counted && clampTicks(counted.to);
  const version = read?.version;
  const roundingTicks = read?.summary.roundingTicks;
  useEffect(() => {
    if (version === undefined || from === undefined || to === undefined) return;
    const window = { from, to };
    file.map.ask({
      version,
      question: {
        window,
        columns: COLUMNS,
        by: 'group',
        grouping,
        roundingTicks,
      },
    });
  }, [file, version, grouping, roundingTicks, from, to]);
  const { answer: counts, question } = useStore(file.map);
  const answer = isNow(question, version, grouping) ? counts : undefined;
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

/** Whether an answer is about this file and these rows. */
function isNow(
  asked: Versioned<{ readonly grouping?: RowGrouping }> | undefined,
  version: number | undefined,
  grouping: RowGrouping,
): boolean {
  const by = asked?.question.grouping;
  return asked?.version === version && by !== undefined && groupingText(by) === groupingText(grouping);
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
  const version = read?.version;
  const roundingTicks = read?.summary.roundingTicks;
  useEffect(() => {
    if (version === undefined) return;
    file.facts.ask({
      version,
      question: {
        grouping,
        nowTicks: ticksFromUnixMs(nowMs()),
        roundingTicks,
      },
    });
  }, [file, version, grouping, roundingTicks, nowMs]);
  const { question, answer } = useStore(file.facts);
  const rowFacts = isNow(question, version, grouping) ? answer : undefined;
  return useMemo(() => {
    if (read?.incomplete !== undefined) return 'only of a complete export: this one does not hold all rows';
    if (read === undefined || rowFacts === undefined) return 'looking at the rows';
    return {
      rowsAre: groupsAre(grouping, read.summary.schemeId),
      facts: { ...factsByRow(rowFacts, labels), spansRowsOnly: true },
    };
  }, [read, rowFacts, grouping, labels]);
}
