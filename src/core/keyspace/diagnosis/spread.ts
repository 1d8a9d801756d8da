/*
 * How rows lie over the keys: very unevenly (skew), or at one end of them that moves with the time (a moving front).
 */
import { countText, shareText, numberText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView } from './finding.ts';
import { phrase, type Phrase } from './phrase.ts';
import { median, sumOf } from './statistics.ts';
import {
  activeRows,
  cellsOf,
  rowName,
  rowsNamed,
  totalWords,
  activeCounts,
  meanRate,
  partitionTarget,
  rowsName,
} from './view.ts';
import { UNPREFIXED } from '../../keys/forms/prefixedKey.ts';

/** Least mean of entities per row. Below it, chance alone makes counts unequal. */
const LEAST_MEAN = 30;
/** With two to four rows there is no typical row. */
const FEW_ROWS = 5;
/**
 * The load is skewed if the largest rows, at most half of all, hold this share of it, and each has at least LEAST_TIMES the
 * median of the others.
 */
const LEAST_SHARE = 0.8;
const LEAST_SHARE_OF_TWO = 0.9;
const LEAST_TIMES = 4;

/** How many of the totals, largest first, hold most of all; 0 if they are not far above the others. */
function largestOf(totals: readonly number[]): number {
  const least = sumOf(totals) * (totals.length === 2 ? LEAST_SHARE_OF_TWO : LEAST_SHARE);
  let [many, held] = [0, 0];
  while (held < least) held += totals[many++] as number;
  const isApart = (totals[many - 1] as number) >= LEAST_TIMES * Math.max(1, median(totals.slice(many)));
  // One large row among many is hot, which another rule reports.
  const isHot = many === 1 && totals.length >= FEW_ROWS;
  return many * 2 <= totals.length && isApart && !isHot ? many : 0;
}

/** Partitions that follow each other in time differ by when the window begins and ends, and by the load over time. */
const areTimes = ({ rowsAre, facts: { front } }: DiagnosisView): boolean =>
  rowsAre === 'partition' && (front === 'upper' || front === 'lower');

/** Reports that entities are very unevenly spread over the prefixes (partitions, values) in use. */
export const skew: DiagnosisRule = {
  title: 'Skew',
  needs: 'every row',
  lacks: (view) =>
    activeRows(view).length < 2 || view.total < LEAST_MEAN || areTimes(view)
      ? 'too few rows, or each partition is a time'
      : undefined,
  find: (view) => {
    const rows = activeRows(view).toSorted(
      (a, b) => (view.rowTotals[b] as number) - (view.rowTotals[a] as number),
    );
    const isEnough = rows.length >= 2 && view.total >= rows.length * LEAST_MEAN;
    const totals = rows.map((row) => view.rowTotals[row] as number);
    const top = isEnough && view.rowsAre !== 'writer' && !areTimes(view) ? largestOf(totals) : 0;
    if (top === 0) return [];
    const largest = rows.slice(0, top).toSorted((a, b) => a - b);
    const share = shareText(sumOf(totals.slice(0, top)) / view.total);
    const isFew = rows.length < FEW_ROWS;
    return [
      {
        id: 'skew',
        title: isFew ? `${rowName(view, largest[0] as number)} holds ${share}` : `Skewed load`,
        sentence: phrase`The ${top === 1 ? 'largest' : `${top} largest`} of ${countText(rows.length)} with rows ${top === 1 ? 'holds' : 'hold'} ${share} of ${totalWords(view)}: ${rowsNamed(view, largest)}.`,
        confidence: 0.85,
        severity: 'note',
        cells: [cellsOf(view, view.active, largest)],
        advice:
          'Check what the key is made from: a value with many more events than others needs a second key part.',
      },
    ];
  },
};

const LEAST_PARTITIONS = 20;
const LEAST_CORRELATION = 0.98;
/** In a moving front, most partitions take rows for at most this share of the time. */
const MOST_SPAN = 0.1;
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
  if (median(spans) > columns * MOST_SPAN) return undefined;
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
