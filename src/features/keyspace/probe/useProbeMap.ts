import { useMemo } from 'react';
import type { CellGrid } from '../../../core/keyspace/map/cellGrid.ts';
import { probeInput } from '../../../core/keyspace/probe/probeInput.ts';
import { type Interval, ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { probeGrid } from '../../../core/keyspace/probe/probeGrid.ts';
import type { ProbeLook, ProbePicture } from '../../../core/keyspace/probe/probeTypes.ts';
import { timeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import { listedTemplate } from '../../../core/keys/templates/templateScheme.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { ProbeState } from '../../../state/keyspace/probe.ts';
import { anyOf, PREFIX } from '../../../state/run/rowListState.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { useServices, useStore } from '../../shared/services.tsx';
import type { MapData } from '../../shared/map/mapData.ts';
import { type Probed, probeCompleteness, probeNote } from './probeWords.ts';
import { useCountedWindow } from '../../shared/map/zoomView.ts';

const MOST_COLUMNS = 2000;

/** The cells of a window. They are made again only if something in them has changed. */
function useProbeGrid(probed: Probed | undefined, window: Interval | undefined): CellGrid | undefined {
  const picture = probed?.picture;
  const looks = probed?.looks;
  const isWaiting = probed?.phase !== 'running';
  return useMemo(() => {
    if (picture === undefined || window === undefined || looks === undefined) return undefined;
    const known = isWaiting ? withoutPending(picture) : picture;
    const columns = columnsAsFine(looks, window);
    return columns === undefined ? undefined : probeGrid(known, window, columns);
  }, [picture, isWaiting, window, looks]);
}

/** What a probe knows, as a map; undefined while no group's keys hold a time. */
export function useProbeMap(probe: ProbeState): MapData | undefined {
  const { keyspace, nowMs, query } = useServices();
  const { zoom } = useStore(keyspace);
  const { endpoint } = useStore(query);
  const probed = probe.kind === 'probed' ? probe : undefined;
  const whole = probed?.whole;
  const picture = probed?.picture;
  const grid = useProbeGrid(probed, useCountedWindow(whole, zoom));
  const labels = useMemo(() => picture?.groups.map(({ label }) => label) ?? [], [picture]);
  const isOver = probed?.phase !== 'running';
  const known = useMemo(() => {
    if (picture === undefined || whole === undefined || !isOver) return undefined;
    const { grid: judged, ...diagnosis } = probeInput(picture, whole, ticksFromUnixMs(nowMs()));
    return { judged, diagnosis };
  }, [picture, whole, isOver, nowMs]);
  if (probed === undefined || grid === undefined || whole === undefined) return undefined;
  const schemeId = probed.picture.groups[0]?.schemeId ?? '';
  return {
    grid,
    labels,
    whole,
    title: `${probed.tableName}, probed`,
    // Samples never contain all rows.
    isIncomplete: true,
    completeness: probeCompleteness(probed, grid),
    note: probeNote(probed, grid),
    outside: '',
    ...(known ?? { diagnosis: 'after the probe has ended' }),
    queryOf: (rowFrom, rowTo) => queryOf(probed, endpoint, schemeId, rowFrom, rowTo),
    id: `probe ${probed.tableName}`,
    filterOf: ({ from, to }) => {
      const isPrefix = probed.picture.groups[from]?.kind === 'prefix';
      return anyOf(isPrefix ? PREFIX : { name: 'PartitionKey' }, labels.slice(from, to));
    },
  };
}

/** While nothing is sent, no cell is being read. */
function withoutPending(picture: ProbePicture): ProbePicture {
  return { ...picture, pending: picture.pending.filter(({ isFailed }) => isFailed) };
}

/** How many columns make those of a window as fine as in the last look that includes it, limited by what a map can show. */
function columnsAsFine(looks: readonly ProbeLook[], { from, to }: Interval): number | undefined {
  const look = looks.findLast((each) => each.from <= from && each.to >= to) ?? looks[0];
  if (look === undefined) return undefined;
  const { bucketTicks } = timeBuckets(look, look.columns);
  return Math.min(MOST_COLUMNS, Number((to - from) / bucketTicks) + 2);
}

/** The query that reads these groups: by prefixes if they are prefixes, or by PartitionKey if it is a single partition. */
function queryOf(
  { picture, tableName }: Probed,
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
  const texts = groups.flatMap(({ textBefore }) => textBefore ?? []);
  if (texts.length > 0) {
    const isAll = groups.length === picture.groups.length;
    if (groups.length === 1) return { ...base, pk: texts[0] ?? '', pkMatch: 'begins' };
    // The groups are listed one by one, so that the window narrows each of them. If the list is too long for a template, all keys are read.
    const listed = listedTemplate(schemeId, texts);
    return listed === undefined ? (isAll ? base : undefined) : { ...base, scheme: listed };
  }
  if (first?.kind !== 'partition') return base;
  // No query form can select exactly several partitions.
  return groups.length === 1 ? { ...base, pk: first.label, pkMatch: 'is' } : undefined;
}
