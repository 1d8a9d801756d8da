import type { ProbeGroup, ProbePicture, ReadCost } from '../../../core/keyspace/probe/probeTypes.ts';
import { type CellGrid, COUNTED, ESTIMATED, type StateCode } from '../../../core/keyspace/map/cellGrid.ts';
import { sasKeysText } from '../../../core/plan/sasReach.ts';
import type { ProbeState } from '../../../state/keyspace/probe.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';

export type Probed = Extract<ProbeState, { kind: 'probed' }>;

/** What a probe found and what that cost, in any of its states: "37 groups of keys, 52 requests, 4,000 rows read". */
function costWords({ picture: { groups, requests, rowsRead } }: Probed): string {
  const of = (presence: ProbeGroup['presence']): number =>
    groups.filter((group) => group.presence === presence).length;
  const [empty, unknown] = [of('empty'), of('unknown')];
  return [
    `${formatPlural(of('found'), 'group')} of keys`,
    ...(empty === 0 ? [] : [`${formatPlural(empty, 'prefix', 'prefixes')} without rows`]),
    ...(unknown === 0 ? [] : [`${formatPlural(unknown, 'prefix', 'prefixes')} not checked`]),
    formatPlural(requests, 'request'),
    `${formatPlural(rowsRead, 'row')} read`,
  ].join(', ');
}

/** The progress of a probe, in one line. */
export function probeWords(probe: Probed): string {
  const { phase, picture } = probe;
  if (phase === 'stopped') return `Stopped: ${costWords(probe)} so far. The map is partial.`;
  if (phase === 'paused') return `Paused: ${costWords(probe)} so far.`;
  if (phase === 'done') return `Probed: ${costWords(probe)}.`;
  if (picture.stage === 'finding') return `Finding groups and their last times: ${costWords(probe)}.`;
  const left = picture.pending.filter(({ isFailed }) => !isFailed).length;
  return `Sampling, ${formatPlural(left, 'cell')} left: ${costWords(probe)}.`;
}

function cellsIn({ states }: CellGrid, code: StateCode): number {
  return states.reduce((sum, state) => sum + (state === code ? 1 : 0), 0);
}

/** Whether anything on the map is unknown, and what. */
export function probeCompleteness({ picture, phase, fault }: Probed, grid: CellGrid): string {
  const { length: all } = grid.states;
  const [counted, estimated] = [cellsIn(grid, COUNTED), cellsIn(grid, ESTIMATED)];
  const isWhole = fault === undefined && picture.incomplete === undefined;
  const head =
    phase === 'stopped'
      ? 'Stopped, partial'
      : phase === 'paused' || !isWhole
        ? 'Incomplete'
        : phase === 'done'
          ? 'Sampled'
          : 'So far';
  const cells = `${formatPlural(counted, 'cell')} counted, ${formatCount(estimated)} estimated, ${formatCount(all - counted - estimated)} not looked at`;
  return `${head}: ${cells}.`;
}

/** "37, 38, 39 and 4 more". */
function someOf(labels: readonly string[]): string {
  const shown = labels.slice(0, 3).join(', ');
  return labels.length > 3 ? `${shown} and ${formatCount(labels.length - 3)} more` : shown;
}

/** What else a reader must know about a probe's map: how to read estimates, what is outside the SAS, and keys of another kind. */
export function probeNote({ picture, reach, phase }: Probed, grid: CellGrid): string {
  const open = picture.groups
    .filter(({ first, last }) => first?.isExact === false || last?.isExact === false)
    .map(({ label }) => label);
  const strangers = picture.groups.filter(({ hasStrangers }) => hasStrangers).map(({ label }) => label);
  return [
    ...(picture.incomplete === undefined ? [] : [picture.incomplete]),
    ...(phase === 'done' && hasMore(picture) ? [unaskedWords(picture)] : []),
    ...(cellsIn(grid, ESTIMATED) > 0
      ? [
          'Dotted cells are estimates from samples, not counts: for 95 of 100 such cells the true count is within two standard errors (\u00b1 is one).',
        ]
      : []),
    ...(reach === undefined ? [] : ['Cells outside the SAS range are not read.']),
    ...(open.length === 0
      ? []
      : [
          `The first or the last row of ${someOf(open)} is not known: rows may exist outside the times shown.`,
        ]),
    ...(strangers.length === 0
      ? []
      : [`Not on the map: keys without a time or in another order, among ${someOf(strangers)}.`]),
  ].join(' ');
}

/** Says that a SAS reaches only a part of the table, and what that means. */
export function reachWords(reach: NonNullable<Probed['reach']>): string {
  return `${sasKeysText(reach)}. Nothing outside the SAS range is read: other groups and times may exist there.`;
}

/** "about 102 requests", or "at least" if there may be more groups or rows. */
export function readWords({ requests, isAtLeast }: ReadCost): string {
  return `${isAtLeast ? 'at least' : 'about'} ${formatPlural(requests, 'request')}`;
}

/** Whether more requests would tell more. */
export function hasMore({ held, read }: ProbePicture): boolean {
  return held !== undefined || read.standardError !== 0;
}

/**
 * What is unknown because no more requests were allowed, and what reading everything would take: "After 50 requests, more groups may exist.
 * Reading all ..."
 */
export function unaskedWords({ held, read, requests }: ProbePicture): string {
  const error = Math.ceil(read.standardError);
  const rows = read.isAtLeast
    ? `at least ${formatCount(Math.max(0, read.rows - 2 * error))} rows`
    : `${error === 0 ? '' : 'about '}${formatCount(read.rows)}${error === 0 ? '' : ` \u00b1 ${formatCount(error)}`} rows`;
  const cost = `Reading all takes ${readWords(read)} for ${rows}.`;
  if (held === undefined) return `Sampled with ${formatPlural(requests, 'request')}. ${cost}`;
  const some = (count: number, words: (groups: string) => string): readonly string[] =>
    count === 0 ? [] : [words(formatPlural(count, 'group'))];
  const left = [
    ...(held.isFinding ? ['more groups may exist'] : []),
    ...some(held.ends, (groups) => `the first or last row of ${groups} is not known`),
    ...some(held.uncounted, (groups) => `the rows of ${groups} are not counted`),
    ...(held.cells === 0 ? [] : [`${formatPlural(held.cells, 'cell')} had no sample`]),
  ];
  return `After ${formatPlural(requests, 'request')}, ${left.join('; ')}. ${cost}`;
}
