import type { TimeText } from '../base/keySpan.ts';
import type { KeyScheme, KeySpan, RowTime, TickSpan } from '../base/scheme.ts';

/** The time in a text. */
export interface TokenTime {
  /** The instant, or the first one of the span that the text covers. */
  readonly ticks: bigint;
  readonly fields?: readonly (readonly [string, string])[];
  /** 0..1, if this text decides it. Replaces the scheme's own confidence and the likelihood of the instant. */
  readonly confidence?: number;
  /** What one step of this text is worth, if that differs from its scheme's. */
  readonly resolution?: bigint;
}

/** A scheme whose whole key is one time: a number, a date, an id that begins with a time. */
export interface TokenSpec extends Pick<KeyScheme, 'family' | 'shapes' | 'mostConfidence' | 'isConstant'> {
  readonly id: string;
  readonly title: string;
  readonly writer: string;
  readonly source: string;
  readonly rounding: string;
  readonly grammar: string;
  /** Confidence for a text of this grammar whose instant is likely. */
  readonly confidence: number;
  readonly reason: string;
  readonly part: 'partition' | 'row';
  /** The time of a text of this grammar; undefined for every other. Never throws, linear. */
  readonly parse: (text: string, sample?: readonly string[]) => TokenTime | undefined;
  /** What one step of the text is worth, in ticks. */
  readonly resolution: bigint;
  /** How instants order as text, floored to `step`; undefined if the text does not order by time. */
  readonly timeText: ((step: bigint) => TimeText) | undefined;
  /** Instants whose texts have one width, so that they sort by time; undefined: all that the writer can write. */
  readonly steady?: TickSpan;
  /** Instants that the writer can write at all; undefined: every DateTime. */
  readonly writable?: TickSpan;
  /** Holds the keys of all realistic times. */
  readonly home?: KeySpan;
  /** Bulk path: as parse, without BigInt or allocation. */
  readonly rowTime: (text: string, into: RowTime) => boolean;
  /** Offsets of the time in the text; undefined: all of it. */
  readonly timeAt?: { readonly from: number; readonly to: number };
  readonly encode?: (ticks: bigint) => string;
  /** Why a range is not exact although its texts have one width. */
  readonly inexact?: string;
  /** A second form of the same instants, whose keys sort below those of the first. */
  readonly twin?: { readonly timeText: (step: bigint) => TimeText; readonly home: KeySpan };
  /**
   * How many characters the form has if it is one of several parts of a key. 'any': its length varies. Absent: it is only
   * read as a whole key.
   */
  readonly widths?: readonly number[] | 'any';
  /** Confidence as one of several parts, if that is higher than the form's own. */
  readonly partConfidence?: number;
}
