import type { TimeText } from '../base/keySpan.ts';
import type { KeyScheme, KeySpan, RowTime, SchemeFamily, TickSpan } from '../base/scheme.ts';

/** A time that was read from a text. */
export interface ReadTime {
  /** The instant, or the first one of the span that the text covers. */
  readonly ticks: bigint;
  readonly fields?: readonly (readonly [string, string])[];
  /** Confidence 0..1, if this text decides it. It replaces the scheme's own confidence and the likelihood of the instant. */
  readonly confidence?: number;
  /** The time of one step of this text, if it differs from the scheme's. */
  readonly resolution?: bigint;
  /** What else this text may mean, in words. */
  readonly note?: string;
}

/** Another form of the same instants, such as a wider one. */
interface TwinForm {
  readonly timeText: (step: bigint) => TimeText;
  readonly home: KeySpan;
  /** Default: that of the main form. */
  readonly writable?: TickSpan;
}

/** A time form: a number, a date, or an id that begins with a time. It is the whole key, or one of several parts. */
export interface TimeForm
  extends Pick<KeyScheme, 'family' | 'shapes' | 'mostConfidence' | 'isConstant' | 'isAlone'> {
  readonly id: string;
  readonly title: string;
  readonly writer: string;
  readonly rounding: string;
  readonly grammar: string;
  /** Confidence of a text in this form with a likely instant. */
  readonly confidence: number;
  readonly reason: string;
  readonly part: 'partition' | 'row';
  /** Reads a text in this form; undefined for any other text. Never throws, linear. */
  readonly parse: (text: string, sample?: readonly string[]) => ReadTime | undefined;
  /** The time of one step of the text, in ticks. */
  readonly resolution: bigint;
  /** How instants are written so that they sort as text, rounded down to `step`; undefined if the text does not sort by time. */
  readonly timeText: ((step: bigint) => TimeText) | undefined;
  /** Instants whose texts have the same width and so sort by time; undefined: all that the writer can write. */
  readonly steady?: TickSpan;
  /** Instants that the writer can write; undefined: every DateTime. */
  readonly writable?: TickSpan;
  /** The span of the keys of all realistic times. */
  readonly home?: KeySpan;
  /** Bulk version of `parse`, without BigInt or allocation. */
  readonly rowTime: (text: string, into: RowTime) => boolean;
  /** Offsets of the time in the text; undefined: the whole text. */
  readonly timeAt?: { readonly from: number; readonly to: number };
  readonly encode?: (ticks: bigint) => string;
  /** Why the range of a window holds rows outside it although texts sort by time; undefined: it is exact. */
  readonly inexact?: (window: TickSpan) => string | undefined;
  /** Keys sort by local time, not by their instants. */
  readonly isUnordered?: boolean;
  /** `KeyScheme.misses` */
  readonly misses?: string | undefined;
  /** Why no range is narrower than all keys, as a sentence; only without `timeText`. */
  readonly whyAll?: string;
  /** Other forms of the same instants, in key order, whose keys sort before those of this one. */
  readonly twins?: readonly TwinForm[];
  /**
   * Number of characters if the form is one of several parts of a key; 'any' if it varies. Absent: it is only read as a whole
   * key.
   */
  readonly widths?: readonly number[] | 'any';
  /** Confidence as one of several parts, if that is higher than the form's own. */
  readonly partConfidence?: number;
}

const NUMBERS: readonly (SchemeFamily | undefined)[] = ['unix', 'snowflake', 'dotNetNumber', 'id'];

/** Whether other numbers and ids can look like a form. Ticks and dates are recognised by their digits. */
export function isNumberForm({ family }: TimeForm): boolean {
  return NUMBERS.includes(family);
}
