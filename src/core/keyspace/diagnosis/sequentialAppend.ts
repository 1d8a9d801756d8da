import { UNPREFIXED } from '../../keys/forms/prefixedKey.ts';
import { countText, numberText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView } from './finding.ts';
import { type Phrase, phrase } from './phrase.ts';
import { sumOf } from './statistics.ts';
import { activeCounts, activeRows, cellsOf, meanRate, partitionTarget, rowsName } from './view.ts';

const LEAST_PARTITIONS = 20;
const LEAST_CORRELATION = 0.98;
/** In a moving front, at least LEAST_SHORT of the partitions take rows for at most this share of the time. */
const MOST_SPAN = 0.1;
const LEAST_SHORT = 0.9;
/** With fewer rows there is no load to speak of. */
const LEAST_ROWS = 100;

/** Spearman's rank correlation of two or more values with their own order, -1..1. Ties are ranked in order of appearance. */
function orderCorrelation(values: readonly number[]): number {
  const { length } = values;
  const order = [...values.entries()].sort(([, a], [, b]) => a - b);
  const squares = sumOf(order.map(([at], rank) => (rank - at) ** 2));
  return 1 - (6 * squares) / (length * (length * length - 1));
}

/**
 * Finds partitions that are written one after another in key order. It goes by the map alone, for keys whose scheme does not
 * tell.
 */
function movingFront(view: DiagnosisView): Phrase | undefined {
  const rows = activeRows(view);
  const columns = view.active.to - view.active.from;
  const areKeys = view.rowsAre === 'partition' || view.rowsAre === 'range';
  if (!areKeys || rows.length < LEAST_PARTITIONS || columns < LEAST_PARTITIONS) return undefined;
  const counts = rows.map((row) => activeCounts(view, row));
  const spans = counts.map((own) => own.findLastIndex(Boolean) - own.findIndex(Boolean) + 1);
  const short = spans.filter((span) => span <= columns * MOST_SPAN).length;
  if (short < rows.length * LEAST_SHORT) return undefined;
  const middles = counts.map((own) => own.reduce((sum, count, at) => sum + count * at, 0) / sumOf(own));
  const correlation = orderCorrelation(middles);
  if (Math.abs(correlation) < LEAST_CORRELATION) return undefined;
  const end = correlation > 0 ? 'upper end (append)' : 'lower end (prepend)';
  return phrase`The ${countText(rows.length)} ${rowsName(view)} are written one after another in key order (rank correlation ${correlation.toFixed(3)}): every write goes to the ${end} of the key space.`;
}

/** The front of keys that begin with the time. The scheme says so, whatever the map shows. */
function knownFront(view: DiagnosisView): Phrase | undefined {
  const { front } = view.facts;
  const areUnprefixed =
    view.rowsAre === 'prefix' && activeRows(view).every((row) => view.labels[row] === UNPREFIXED);
  if (view.total < LEAST_ROWS || (front === 'none' && !areUnprefixed)) return undefined;
  const rate = meanRate(view, view.total);
  return phrase`The PartitionKey begins with the time, without a prefix: all ${numberText(rate)} rows/s (${shareText(rate / partitionTarget(view))} of the target of one partition) go to the ${front === 'lower' ? 'lower' : 'upper'} end of the key space.`;
}

/** Reports keys that grow with time and have no prefix: all writes go to one end of the table (prepend-only if inverted). */
export const sequentialAppend: DiagnosisRule = {
  title: 'Sequential append',
  needs: 'every key',
  lacks: ({ facts }) => (facts.timeSource === undefined ? 'the key scheme is not known' : undefined),
  find: (view) => {
    const isKnown = view.facts.front !== undefined;
    const sentence = isKnown ? knownFront(view) : movingFront(view);
    if (sentence === undefined) return [];
    return [
      {
        id: 'sequential-append',
        title: 'Moving front',
        sentence,
        confidence: isKnown ? 0.95 : 0.9,
        severity: 'note',
        cells: [cellsOf(view, view.active)],
        advice:
          'All writes go to one partition server, however large the table is. Put a prefix before the time if the rate grows.',
      },
    ];
  },
};
