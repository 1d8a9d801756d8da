import { type TimeText } from '../base/keySpan.ts';
import type { KeyScheme, KeySpan, RowTime, TickSpan } from '../base/scheme.ts';

/** What a text says of its time. */
export interface TokenTime {
  /** The instant, or the first one of the span that the text covers. */
  readonly ticks: bigint;
  readonly fields?: readonly (readonly [string, string])[];
  /** 0..1, where the text itself decides; it then stands for the scheme's own and for how likely the instant is. */
  readonly confidence?: number;
  /** What one step of this text is worth, where it is finer than its scheme's. */
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
  /** How sure its grammar alone makes us, for an instant of our days. */
  readonly confidence: number;
  readonly reason: string;
  readonly part: 'partition' | 'row';
  /** The time of a text of this grammar; undefined for every other. Never throws, linear. */
  readonly parse: (text: string, sample?: readonly string[]) => TokenTime | undefined;
  /** What one step of the text is worth, in ticks. */
  readonly resolution: bigint;
  /** How instants order as text, floored to `step`; undefined where the text does not order by time. */
  readonly timeText: ((step: bigint) => TimeText) | undefined;
  /** Instants whose texts have one width, so that text order is time order; undefined: all that the writer can write. */
  readonly steady?: TickSpan;
  /** Instants that the writer can write at all; undefined: every DateTime. */
  readonly writable?: TickSpan;
  /** Where keys lie at any time that matters. */
  readonly home?: KeySpan;
  /** Bulk path: as parse, without BigInt or allocation. */
  readonly rowTime: (text: string, into: RowTime) => boolean;
  /** Offsets of the time in the text; undefined: all of it. */
  readonly timeAt?: { readonly from: number; readonly to: number };
  readonly encode?: (ticks: bigint) => string;
  /** Why a range is only a cover although the texts are steady. */
  readonly inexact?: string;
  /** A second form of the same instants, whose keys lie below those of the first. */
  readonly twin?: { readonly timeText: (step: bigint) => TimeText; readonly home: KeySpan };
  /**
   * The form may also stand beside other parts of a key: how many characters it then has, ends included; undefined: any.
   * Absent: only as a whole key.
   */
  readonly widths?: readonly number[] | 'any';
  /** How sure it is beside other parts, where that says more than the form alone. */
  readonly partConfidence?: number;
}
