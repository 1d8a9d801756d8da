import type { ReadCost } from '../../../core/keyspace/probe/probeTypes.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { claimSentences, rowCountText } from '../../../core/plan/completenessText.ts';
import type { CountState } from '../../../state/keyspace/countRun.ts';
import { formatCount, formatPlural, formatShare } from '../../../ui/format.ts';

export type Counting = Extract<CountState, { kind: 'counting' }>;

/** Rows of a page that only keys are read of. Source: Query timeout and pagination (learn.microsoft.com). */
const PAGE_ROWS = 1000;

/** What counting costs, before it starts. `read`: what a probe of `table` estimated. */
export function costWords(read: ReadCost | undefined, table: string): string {
  const dividing = 'up to 400 to divide the keys among lanes';
  if (read === undefined)
    return `One transaction for each ${formatCount(PAGE_ROWS)} rows, and ${dividing}. A probe estimates how many rows there are.`;
  const about = read.isAtLeast ? 'At least' : 'About';
  return `${about} ${formatCount(Math.ceil(read.rows / PAGE_ROWS))} transactions for ${formatCount(read.rows)} rows of ${table}, and ${dividing}.`;
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
  // What is counted is exact; a pause only leaves rows out.
  const state = completeness.state === 'stopped' ? 'running' : completeness.state;
  return `${STATES[completeness.state]}: ${rowCountText(picture?.rows ?? 0, state)}`;
}

/** How far a count is, in one line. */
export function progressWords(counting: Counting, read: ReadCost | undefined): string {
  const { run, picture, questions } = counting;
  const { progress, requests, completeness } = run;
  const rows = picture?.rows ?? 0;
  const done = progress.filter(({ state }) => state === 'done').length;
  const isWhole = completeness.state === 'complete';
  const ranges = `${formatCount(done)} of ${formatPlural(progress.length, 'range')} counted`;
  const share =
    read === undefined || read.rows === 0
      ? ranges
      : `${formatShare(Math.min(0.99, rows / read.rows))} of about ${formatCount(read.rows)}`;
  return [
    countedWords(counting),
    formatPlural(picture?.partitions ?? 0, 'partition'),
    ...(isWhole ? [] : [share]),
    formatPlural(requests.length + questions, 'request'),
  ].join(', ');
}

/** Why a count that has ended is not of all rows; '' if it is, or if a person paused it. */
export function whyNotAll({ run }: Counting): string {
  const { state } = run.completeness;
  if (run.phase === 'running' || state === 'complete' || state === 'stopped') return '';
  return claimSentences(run.completeness).join(' ');
}
