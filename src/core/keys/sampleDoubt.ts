import { areNoTimes } from './forms/neighbours.ts';

/** The time in a row's key, and the row's Timestamp if it has one; both in seconds since 0001-01-01. */
export interface StampedTime {
  readonly key: string;
  readonly seconds: number;
  readonly stamp: number | undefined;
}

/** How doubtful it is that numbers are times: the share of the confidence that is left (0: they are not times), and the reason in words. */
interface Doubt {
  readonly share: number;
  readonly words?: string;
}

const NONE: Doubt = { share: 1 };
/** A share so low that "no time in keys" comes first. */
const SLIGHT = 0.3;
/** With fewer keys, nothing is concluded from how they are spread. */
const ENOUGH = 6;
const YEAR_S = 31_556_952;
/** No table is filled over more years than this. */
const LONGEST_YEARS = 40;
/** Times can be a little later than their rows, for example if they are due dates. */
const LONGEST_AHEAD_YEARS = 2;
/** 2050-01-01 in seconds; the latest plausible time of rows without a Timestamp. */
const YEAR_2050_S = 64_660_204_800;
/** The share of neighbouring rows whose Timestamps must be in the order of their times. */
const ORDERED_SHARE = 0.9;
/** Rows that were copied together have Timestamps closer together than their times, by at least this factor. */
const COPIED = 100;

function spreadOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

type Stamped = StampedTime & { readonly stamp: number };

function isStamped(row: StampedTime): row is Stamped {
  return row.stamp !== undefined;
}

/** Whether Timestamps are in the order of the times and not spread wider, as when rows were copied one after the other. */
function isInOrder(rows: readonly Stamped[]): boolean {
  const stamps = rows.toSorted((a, b) => a.seconds - b.seconds).map(({ stamp }) => stamp);
  const steps = stamps.slice(1).map((stamp, at) => stamp - (stamps[at] as number));
  const moved = steps.filter((step) => step !== 0);
  return (
    moved.length >= ENOUGH &&
    moved.filter((step) => step > 0).length >= moved.length * ORDERED_SHARE &&
    spreadOf(stamps) <= spreadOf(rows.map(({ seconds }) => seconds))
  );
}

const AFTER = 'Timestamp does not follow the time in the key';

/** The doubt that arises from Timestamps that do not follow the times. */
function doubtOfStamps(rows: readonly Stamped[]): Doubt {
  const times = spreadOf(rows.map(({ seconds }) => seconds));
  const stamps = spreadOf(rows.map(({ stamp }) => stamp));
  const isCopied = rows.length === 1 || stamps * COPIED < times || isInOrder(rows);
  return isCopied
    ? { share: 0.7, words: `${AFTER}: copied rows, or no time` }
    : { share: SLIGHT, words: `${AFTER}, so these numbers are hardly times` };
}

/** The doubt that arises from the times themselves: they are too far apart, or later than their rows. */
function doubtOfInstants(rows: readonly StampedTime[]): Doubt {
  const seconds = rows.map((row) => row.seconds).toSorted((a, b) => a - b);
  const years = Math.round(spreadOf(seconds) / YEAR_S);
  if (seconds.length >= ENOUGH && years > LONGEST_YEARS)
    return { share: SLIGHT, words: `these times are spread over ${years} years, as other numbers are` };
  const stamps = rows.filter(isStamped).map(({ stamp }) => stamp);
  const latest = stamps.length === 0 ? YEAR_2050_S : Math.max(...stamps) + LONGEST_AHEAD_YEARS * YEAR_S;
  const median = seconds[seconds.length >> 1] as number;
  return median <= latest ? NONE : { share: SLIGHT, words: 'most of these times are in the far future' };
}

/**
 * How doubtful it is that the numbers of a sample are times, although a scheme reads them as such. `follows`: whether Timestamps follow the
 * times; undefined if no row has one.
 */
export function doubtOf(rows: readonly StampedTime[], follows: boolean | undefined): Doubt {
  if (follows === true || rows.length === 0) return NONE;
  const keys = [...new Set(rows.map(({ key }) => key))];
  if (areNoTimes(keys)) return { share: 0 };
  const doubts = [
    doubtOfInstants(rows),
    ...(follows === false ? [doubtOfStamps(rows.filter(isStamped))] : []),
  ];
  return doubts.reduce((most, doubt) => (doubt.share < most.share ? doubt : most), NONE);
}
