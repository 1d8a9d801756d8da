import { larger } from '../bigints.ts';
import { grouped } from '../grouped.ts';
import { durationText } from '../time/durationText.ts';
import { ROUND_LENGTHS } from './proposeFactors.ts';
import { type SeriesTimeForm, timeFormWidth, timeOfKey } from './timeKey.ts';

/**
 * How the names of properties tell the time of their values. `offset`: a prefix and the number of steps since the row's
 * own time (`S017`). `instant`: a prefix and the time itself (`t1709562720`).
 */
export type PointNaming =
  | {
      readonly kind: 'offset';
      readonly prefix: string;
      readonly stepTicks: bigint;
      /** The number of a row's first point; default 0. */
      readonly first?: bigint | undefined;
    }
  | { readonly kind: 'instant'; readonly prefix: string; readonly form: SeriesTimeForm };

/** What a row tells about time: the instant in its key, and its property names. */
export interface NamedRow {
  /** The time in the row's key, in ticks. */
  readonly ticks: bigint;
  readonly names: readonly string[];
  /** The source of the row: only the distance between rows of one source tells how long a row is. Default: all rows share one. */
  readonly source?: string;
}

export interface RecognizedNames {
  readonly naming: PointNaming;
  /** The time that one row covers, in ticks; undefined: only one row is known. */
  readonly rowTicks?: bigint | undefined;
  /** True if another step would fit the names too, because rows may be missing between the known ones. */
  readonly isGuess: boolean;
  /** Why the names count as times, as a sentence. */
  readonly evidence: string;
}

/** A text and the number at its end. A number with more digits than ticks is not a time. */
const NUMBERED = /^(.*?)(\d{1,19})$/su;
/** With fewer numbered properties than this, they could be anything: `Line1`, `Line2`. */
const LEAST_NAMES = 3;
/** The forms in which a name may hold an instant, by its digits. */
const INSTANT_FORMS: readonly SeriesTimeForm[] = ['seconds', 'milliseconds', 'ticks'];

interface Family {
  /** The number in each name, and how often it occurs. */
  readonly numbers: Map<string, number>;
  uses: number;
}

/** The names that end in a number, by the text before it. */
function familiesOf(rows: readonly NamedRow[]): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>();
  for (const { names } of rows) {
    for (const name of names) {
      const [, prefix, digits] = NUMBERED.exec(name) ?? [];
      if (prefix === undefined || digits === undefined) continue;
      const family = families.get(prefix) ?? { numbers: new Map<string, number>(), uses: 0 };
      families.set(prefix, family);
      family.uses += 1;
      family.numbers.set(digits, (family.numbers.get(digits) ?? 0) + 1);
    }
  }
  return families;
}

/** The shortest distance between two rows of one source. */
function rowDistance(rows: readonly NamedRow[]): bigint | undefined {
  let least: bigint | undefined;
  for (const own of grouped(rows, ({ source = '' }) => source).values()) {
    const times = [...new Set(own.map(({ ticks }) => ticks))].sort((a, b) => (a < b ? -1 : 1));
    for (const [at, time] of times.entries()) {
      const before = times[at - 1];
      if (before !== undefined && (least === undefined || time - before < least)) least = time - before;
    }
  }
  return least;
}

function instantNaming(prefix: string, family: Family, rows: readonly NamedRow[]): PointNaming | undefined {
  const digits = [...family.numbers.keys()];
  const form = INSTANT_FORMS.find((each) => digits.every((text) => text.length === timeFormWidth(each)));
  if (form === undefined) return undefined;
  const distance = rowDistance(rows);
  const isInRow = (name: string, ticks: bigint): boolean => {
    const at = timeOfKey(form, name.slice(prefix.length));
    return at.ok && at.value >= ticks && (distance === undefined || at.value < ticks + distance);
  };
  const fits = rows.every(({ names, ticks }) =>
    names.every((name) => !isOfFamily(name, prefix) || isInRow(name, ticks)),
  );
  return fits ? { kind: 'instant', prefix, form } : undefined;
}

function isOfFamily(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && NUMBERED.exec(name)?.[1] === prefix;
}

/** If the numbers start at 1 and are never 0, they count from 1. */
function firstNumber(family: Family): bigint {
  const numbers = [...family.numbers.keys()].map(BigInt);
  return numbers.includes(1n) && !numbers.includes(0n) ? 1n : 0n;
}

function offsetNaming(prefix: string, family: Family, distance: bigint): RecognizedNames | undefined {
  const first = firstNumber(family);
  const last = [...family.numbers.keys()].map(BigInt).reduce(larger, 0n);
  const count = last - first + 1n;
  const stepTicks = ROUND_LENGTHS.findLast((length) => count * length <= distance);
  if (stepTicks === undefined || count * stepTicks * 2n <= distance) return undefined;
  return {
    naming: { kind: 'offset', prefix, stepTicks, ...(first > 0n && { first }) },
    rowTicks: distance,
    isGuess: true,
    evidence: `Names run from ${prefix}${first} to ${prefix}${last}, and the closest rows are ${durationText(distance)} apart, so one step is taken for ${durationText(stepTicks)}.`,
  };
}

/**
 * Whether the properties of rows are the points of a series, and at which times. Undefined if most properties
 * are not numbered in one way, or if the numbers do not fit the distance between rows: then the user must
 * state both.
 */
export function recognizePoints(rows: readonly NamedRow[]): RecognizedNames | undefined {
  const all = rows.reduce((count, { names }) => count + names.length, 0);
  const [largest] = [...familiesOf(rows)].sort((a, b) => b[1].uses - a[1].uses);
  if (largest === undefined) return undefined;
  const [prefix, family] = largest;
  if (family.numbers.size < LEAST_NAMES || family.uses * 2 <= all) return undefined;
  const distance = rowDistance(rows);
  const naming = instantNaming(prefix, family, rows);
  if (naming !== undefined)
    return {
      naming,
      rowTicks: distance,
      isGuess: distance === undefined,
      evidence: `Names hold the time itself, within ${distance === undefined ? 'the row' : durationText(distance)} after the row's own time.`,
    };
  return distance === undefined ? undefined : offsetNaming(prefix, family, distance);
}

/** The instant of a property in a row that begins at `rowTicks`; undefined if the name is not that of a point. */
export function pointTime(naming: PointNaming, rowTicks: bigint, name: string): bigint | undefined {
  if (!isOfFamily(name, naming.prefix)) return undefined;
  const digits = name.slice(naming.prefix.length);
  if (naming.kind === 'offset') return rowTicks + (BigInt(digits) - (naming.first ?? 0n)) * naming.stepTicks;
  const at = timeOfKey(naming.form, digits);
  return at.ok ? at.value : undefined;
}
