import { useMemo } from 'react';
import type { BulkSummary } from '../../../core/keys/bulk/bulkTypes.ts';
import { listFacts } from '../../../core/keyspace/diagnosis/listFacts.ts';
import { clampTicks, ticksFromUnixMs, TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import type { BulkState } from '../../../state/decode/decodeBulk.ts';
import type { MapSection } from '../../../state/keyspace/keyspaceStore.ts';
import { anyOf, PREFIX } from '../../../state/run/rowListState.ts';
import { formatPlural } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useAnswer } from '../../shared/useAnswer.ts';
import { finestWords } from '../../shared/map/keyspaceWords.ts';
import type { MapData } from '../../shared/map/mapData.ts';
import { COLUMNS } from '../../shared/map/useRunMap.ts';
import { useCountedWindow } from '../../shared/map/zoomView.ts';
import type { EventVolume } from '../../../core/keys/base/scheme.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { EMPTY_FORM, type QueryForm } from '../../../state/run/queryForm.ts';
import { prefixText } from '../../../core/plan/prefixList.ts';

/** The map of a pasted or dropped list of keys; undefined until a list with times is read. */
export function usePasteMap(list: BulkState, zoom: MapSection | undefined): MapData | undefined {
  const { decodeBulk, nowMs } = useServices();
  const read = list.kind === 'read' ? list : undefined;
  // A list without times has no time span.
  const span = read !== undefined && read.summary.timedKeys > 0 ? read.summary.span : undefined;
  const whole = useMemo(() => span && { from: span.first, to: clampTicks(span.last + 1n) }, [span]);
  const window = useCountedWindow(whole, zoom);
  const version = read?.version ?? 0;
  const wanted = useMemo(() => window && { columns: COLUMNS, window }, [window]);
  const { answer } = useAnswer(decodeBulk.map, { runId: version, dataVersion: version }, wanted);
  const summary = read?.summary;
  const diagnosis = useMemo(
    () => (summary === undefined ? '' : listFacts(summary, ticksFromUnixMs(nowMs()))),
    [summary, nowMs],
  );
  if (read === undefined || whole === undefined || answer === undefined) return undefined;
  return {
    grid: answer,
    labels: answer.labels,
    whole,
    title: read.name,
    isIncomplete: read.summary.unreadable.total > 0,
    completeness: completenessOf(read.name, read.summary),
    diagnosis,
    note: finestWords(answer.finestTicks),
    outside: withoutTimeOf(read.summary),
    id: `list ${read.version}`,
    filterOf: ({ from: first, to: end }) => anyOf(PREFIX, answer.labels.slice(first, end)),
    queryOf: (rowFrom, rowTo) => queryOfList(read.summary, answer.labels.slice(rowFrom, rowTo)),
  };
}

function completenessOf(name: string, { keys, unreadable }: BulkSummary): string {
  const found = `${formatPlural(keys, 'key')} of ${name}`;
  return unreadable.total === 0
    ? `All ${found}.`
    : `${found}; ${formatPlural(unreadable.total, 'line')} could not be read.`;
}

function withoutTimeOf({ keys, timedKeys }: BulkSummary): string {
  return keys > timedKeys ? `${formatPlural(keys - timedKeys, 'key')} without a time` : '';
}

/**
 * The query that would read keys like those of a list, for some rows of its map. The user must name the table. Undefined if the keys have
 * several schemes, or the rows are not prefixes that a query can ask for.
 */
export function queryOfList(
  { schemes }: Pick<BulkSummary, 'schemes'>,
  labels: readonly string[],
): Partial<QueryForm> | undefined {
  const [only, ...others] = schemes;
  const scheme = only && schemeById(only.schemeId);
  if (only === undefined || scheme === undefined || others.length > 0) return undefined;
  const { pk, rk, filter, select, prefixes } = EMPTY_FORM;
  const rounding = only.roundingTicks === undefined ? '' : String(only.roundingTicks / TICKS_PER_SECOND);
  const base = { table: '', scheme: scheme.id, pk, rk, filter, select, rounding, unprefixed: false };
  if (!scheme.prefixed) return { ...base, prefixes, volume: 1 };
  if (!labels.every((label) => /^\d{1,2}$/.test(label))) return undefined;
  const numbers = labels.map(Number);
  return { ...base, prefixes: prefixText(numbers), volume: volumeOf(Math.max(...numbers)) };
}

/** The smallest event volume that includes a prefix from 0 to 99. */
function volumeOf(prefix: number): EventVolume {
  if (prefix === 0) return 1;
  return prefix < 10 ? 10 : 100;
}
