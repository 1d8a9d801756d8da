import { MOST_BOUND_REQUESTS } from '../../../core/keyspace/count/keyBounds.ts';
import type { ReadCost } from '../../../core/keyspace/probe/probeTypes.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { claimSentences, rowCountText } from '../../../core/plan/completenessText.ts';
import type { CountState } from '../../../state/keyspace/countRun.ts';
import { formatBytes, formatCount, formatPlural, formatShare } from '../../../ui/format.ts';

export type Counting = Extract<CountState, { kind: 'counting' }>;

/** The most rows in a page. Source: Query timeout and pagination (learn.microsoft.com). */
const PAGE_ROWS = 1000;

/** What a count will cost. `read`: what a probe of `table` estimates. */
export function costWords(read: ReadCost | undefined, table: string): string {
  const dividing = `up to ${MOST_BOUND_REQUESTS} to divide the table into ranges`;
  if (read === undefined)
    return `Costs 1 transaction per ${formatCount(PAGE_ROWS)} rows, plus ${dividing}. Run a probe first to estimate the number of rows.`;
  const about = read.isAtLeast ? 'At least' : 'About';
  return `${about} ${formatCount(Math.ceil(read.rows / PAGE_ROWS))} transactions for ${formatCount(read.rows)} rows of ${table}, plus ${dividing}.`;
}

/**
 * What the next count would cost while another one is shown, as a sentence after `progressWords`; '' if there is nothing to say. `read`: what
 * a probe of `table` estimates.
 */
export function nextCostWords(counting: Counting, read: ReadCost | undefined, table: string): string {
  const { tableName, isOfQuery, picture, run } = counting;
  if (run.phase === 'running') return '';
  if (isOfQuery || table.toLowerCase() !== tableName.toLowerCase()) return `. ${costWords(read, table)}`;
  if (picture === undefined || picture.bytes !== undefined || run.completeness.state !== 'complete')
    return '';
  return `. Counting bytes costs at least ${formatPlural(Math.ceil(picture.rows / PAGE_ROWS), 'transaction')} and the egress of all rows.`;
}

const STATES: Readonly<Record<Completeness['state'], string>> = {
  running: 'Counting',
  complete: 'Complete',
  derived: 'Derived',
  incomplete: 'Incomplete',
  unverifiable: 'Unverifiable',
  stopped: 'Paused',
};

/** "Complete: 21,509 rows". */
export function countedWords({ run: { completeness }, picture }: Counting): string {
  // The rows that were read are counted exactly, even if the count was paused.
  const state = completeness.state === 'stopped' ? 'running' : completeness.state;
  return `${STATES[completeness.state]}: ${rowCountText(picture?.rows ?? 0, state)}`;
}

/** The progress of a count in one line. `estimate`: of the whole table. */
export function progressWords(counting: Counting, estimate: ReadCost | undefined): string {
  const { run, picture, questions, isOfQuery } = counting;
  const read = isOfQuery ? undefined : estimate;
  const { progress, requests, completeness } = run;
  const rows = picture?.rows ?? 0;
  // The map itself says how many rows were counted and whether these are all.
  const counted = picture?.map === undefined ? [countedWords(counting)] : [];
  const done = progress.filter(({ state }) => state === 'done').length;
  const isWhole = completeness.state === 'complete';
  const ranges = `${formatCount(done)} of ${formatPlural(progress.length, 'range')} counted`;
  const share =
    read === undefined || read.rows === 0
      ? ranges
      : `${formatShare(Math.min(0.99, rows / read.rows))} of about ${formatCount(read.rows)}`;
  return [
    ...counted,
    ...(picture?.bytes === undefined ? [] : [`about ${formatBytes(picture.bytes)} stored`]),
    formatPlural(picture?.partitions ?? 0, 'partition'),
    ...(isWhole ? [] : [share]),
    formatPlural(requests.length + questions, 'request'),
  ].join(', ');
}

/** Why a count ended before all rows were counted; '' if all were, or if the user paused it. */
export function whyNotAll({ run }: Counting): string {
  const { state } = run.completeness;
  if (run.phase === 'running' || state === 'complete' || state === 'stopped') return '';
  return claimSentences(run.completeness).join(' ');
}
