import { UNPREFIXED } from '../../keys/forms/prefixedKey.ts';
import { countText, numberText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { phrase } from './phrase.ts';
import { orderCorrelation } from './statistics.ts';
import { activeCounts, activeRows, cellsOf, meanRate, partitionTarget, rowsName } from './view.ts';

const LEAST_PARTITIONS = 20;
const LEAST_CORRELATION = 0.98;
/** A partition of a moving front takes rows for at most this share of the time. */
const MOST_SPAN = 0.1;
/** With fewer rows there is no load to speak of. */
const LEAST_ROWS = 100;

const ADVICE =
  'All writes go to one partition server, however large the table is. Put a prefix before the time if the rate grows.';

interface Front {
  readonly middle: number;
  readonly span: number;
}

/** When a partition took its rows: the middle, and for how long. In columns. */
function frontOf(counts: Uint32Array): Front {
  let first = -1;
  let last = 0;
  let sum = 0;
  let weighted = 0;
  for (const [at, count] of counts.entries()) {
    if (count === 0) continue;
    if (first < 0) first = at;
    last = at;
    sum += count;
    weighted += at * count;
  }
  return { middle: weighted / Math.max(1, sum), span: last - first + 1 };
}

/** Finds partitions in key order that take rows one after another. */
function movingFront(view: DiagnosisView): readonly Finding[] {
  const rows = activeRows(view);
  const columns = view.active.to - view.active.from;
  if (view.rowsAre !== 'partition' && view.rowsAre !== 'range') return [];
  if (rows.length < LEAST_PARTITIONS || columns < LEAST_PARTITIONS) return [];
  const fronts = rows.map((row) => frontOf(activeCounts(view, row)));
  const isShort = fronts.filter(({ span }) => span <= columns * MOST_SPAN).length >= rows.length * 0.9;
  const correlation = orderCorrelation(fronts.map(({ middle }) => middle));
  if (!isShort || Math.abs(correlation) < LEAST_CORRELATION) return [];
  const end = correlation > 0 ? 'upper end (append)' : 'lower end (prepend)';
  return [
    {
      id: 'sequential-append',
      title: `Moving front`,
      sentence: phrase`The ${countText(rows.length)} ${rowsName(view)} are written one after another in key order (rank correlation ${correlation.toFixed(3)}): every write goes to the ${end} of the key space.`,
      confidence: 0.9,
      severity: 'note',
      cells: [cellsOf(view, view.active)],
      advice: ADVICE,
    },
  ];
}

/** Whether a table that may have prefixes has none. */
function areUnprefixed(view: DiagnosisView): boolean {
  return view.rowsAre === 'prefix' && activeRows(view).every((row) => view.labels[row] === UNPREFIXED);
}

/** The front of keys that begin with the time. The scheme says so, whatever the map shows. */
function knownFront(view: DiagnosisView): readonly Finding[] {
  const { front } = view.facts;
  if (view.total < LEAST_ROWS || (front === 'none' && !areUnprefixed(view))) return [];
  const rate = meanRate(view, view.total);
  return [
    {
      id: 'sequential-append',
      title: `Moving front`,
      sentence: phrase`The PartitionKey begins with the time, without a prefix: all ${numberText(rate)} rows/s (${shareText(rate / partitionTarget(view))} of the target of one partition) go to the ${front === 'lower' ? 'lower' : 'upper'} end of the key space.`,
      confidence: 0.95,
      severity: 'note',
      cells: [cellsOf(view, view.active)],
      advice: ADVICE,
    },
  ];
}

/** Reports keys that grow with time and have no prefix: all writes go to one end of the table (prepend-only if inverted). */
export const sequentialAppend: DiagnosisRule = {
  title: 'Sequential append (moving front)',
  needs: 'every key',
  isBlind: ({ facts }) => facts.timeSource === undefined,
  lacks: 'the key scheme is not known',
  find: (view) => (view.facts.front === undefined ? movingFront(view) : knownFront(view)),
};
