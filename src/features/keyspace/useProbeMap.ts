import { useMemo } from 'react';
import { probeGrid } from '../../core/keyspace/probe/probeGrid.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import type { ProbeState } from '../../state/keyspaceProbe.ts';
import type { QueryForm } from '../../state/queryForm.ts';
import { formatCount } from '../../ui/format.ts';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import type { MapData } from './mapData.ts';
import { countedWindow } from './zoomView.ts';

/** What a probe knows, as a map; undefined while no group's keys tell time. */
export function useProbeMap(probe: ProbeState): MapData | undefined {
  const { keyspace, query } = useServices();
  const { zoom } = useStore(keyspace);
  const { endpoint } = useStore(query);
  const probed = probe.kind === 'probed' ? probe : undefined;
  const whole = probed?.whole;
  const counted = whole && countedWindow(whole, zoom);
  const from = counted?.from;
  const to = counted?.to;
  const picture = probed?.picture;
  const columns = probed?.columns ?? 0;
  const grid = useMemo(
    () =>
      picture === undefined || from === undefined || to === undefined || columns === 0
        ? undefined
        : probeGrid(picture, { from, to }, columns),
    [picture, from, to, columns],
  );
  const labels = useMemo(() => picture?.groups.map(({ label }) => label) ?? [], [picture]);
  if (probed === undefined || grid === undefined || whole === undefined) return undefined;
  const schemeId = probed.picture.groups[0]?.schemeId ?? '';
  return {
    grid,
    labels,
    whole,
    title: `${probed.tableName}, probed`,
    // Samples never hold all rows.
    isIncomplete: true,
    completeness: completenessOf(probed),
    outside: '',
    // Estimates spread over wide cells look even and sudden by themselves.
    diagnosis: 'not of samples: run a query of the part in question',
    queryOf: (rowFrom, rowTo) => queryOf(probed, endpoint, schemeId, rowFrom, rowTo),
  };
}

function completenessOf({ picture, phase, fault }: Extract<ProbeState, { kind: 'probed' }>): string {
  const counted = picture.cells.filter(({ isCount }) => isCount).length;
  const words = `${formatCount(counted)} cells counted, ${formatCount(picture.cells.length - counted)} estimated`;
  const left = picture.pending.length > 0 ? `, ${formatCount(picture.pending.length)} not known` : '';
  const state =
    fault !== undefined || picture.incomplete !== undefined
      ? 'Incomplete'
      : phase === 'done'
        ? 'Sampled'
        : 'So far';
  return `${state}: ${words}${left}. Dotted cells are estimates, not counts.${picture.incomplete === undefined ? '' : ` ${picture.incomplete}`}`;
}

/** The query that reads these groups: by prefix where they are prefixes, by PartitionKey where it is one partition. */
function queryOf(
  { picture, tableName }: Extract<ProbeState, { kind: 'probed' }>,
  endpoint: string,
  schemeId: string,
  rowFrom: number,
  rowTo: number,
): Partial<QueryForm> | undefined {
  const groups = picture.groups.slice(rowFrom, rowTo);
  const scheme = schemeById(schemeId);
  if (scheme === undefined || groups.some((group) => group.schemeId !== schemeId)) return undefined;
  const base = { endpoint, table: tableName, scheme: scheme.id, pk: '', rk: '', filter: '', select: '' };
  const [first] = groups;
  if (first?.kind === 'prefix') {
    const prefixes = groups.map(({ label }) => Number(label));
    return { ...base, volume: 100, prefixes: prefixes.join(','), unprefixed: false };
  }
  if (first?.kind === 'partition' && groups.length === 1) return { ...base, pk: first.label, pkMatch: 'is' };
  return base;
}
