import { KeptBuckets, BASIS_NAMES, BASIS_NONE, type TimeColumn } from '../order/timeColumn.ts';
import { PackedWords } from '../packed/packedWords.ts';

const WORD = 2 ** 32;
const TICKS = 1e7;
/** The high word of a time that does not fit; no other has it. */
const ODD = WORD - 1;

interface OddTime {
  readonly seconds: number;
  readonly fraction: number;
  readonly basis: number;
}

/**
 * Times of rows in two words each. Low: the lower 32 bits of the seconds. High: (upper part * number of bases + basis) * ticks
 * of a second + ticks within it. With four bases any time up to year 9999 fits; one that does not is kept as an odd time.
 */
export class PackedTimes implements TimeColumn {
  /** The words of all times, which the store packs when there is time. */
  readonly words: readonly PackedWords[];
  readonly kept = new KeptBuckets();
  private readonly low: PackedWords;
  private readonly high: PackedWords;
  private readonly odd: OddTime[] = [];

  /** How many bases there are, and the greatest upper part of seconds that fits into a word beside basis and ticks. */
  private readonly bases: number;
  private readonly mostUpper: number;

  /** `bits`: set by tests only, as in PackedWords. */
  constructor(bits?: number, bases = BASIS_NAMES.length) {
    this.bases = bases;
    this.mostUpper = Math.floor((WORD - 1) / TICKS / bases) - 1;
    this.low = new PackedWords(bits);
    this.high = new PackedWords(bits);
    this.words = [this.low, this.high];
  }

  /** Memory that odd times and buckets take, in bytes; the words count their own. */
  get bytesHeld(): number {
    return 80 * this.odd.length + this.kept.bytesHeld;
  }

  /** Marks a row as one without a time. */
  clear(row: number): void {
    this.kept.clear();
    this.low.set(row, 0);
    this.high.set(row, 0);
  }

  set(row: number, seconds: number, fraction: number, basis: number): void {
    this.kept.clear();
    const upper = Math.floor(seconds / WORD);
    if (upper >= 0 && upper <= this.mostUpper && Number.isInteger(seconds) && fraction < TICKS) {
      this.low.set(row, seconds);
      this.high.set(row, (upper * this.bases + basis) * TICKS + fraction);
      return;
    }
    this.low.set(row, this.odd.push({ seconds, fraction, basis }) - 1);
    this.high.set(row, ODD);
  }

  readonly secondsAt = (row: number): number => {
    const high = this.high.at(row);
    const low = this.low.at(row);
    if (high === ODD) return this.odd[low]?.seconds ?? Number.NaN;
    const code = Math.floor(high / TICKS);
    return code % this.bases === BASIS_NONE ? Number.NaN : Math.floor(code / this.bases) * WORD + low;
  };

  readonly fractionAt = (row: number): number => {
    const high = this.high.at(row);
    return high === ODD ? (this.odd[this.low.at(row)]?.fraction ?? 0) : high % TICKS;
  };

  readonly basisAt = (row: number): number => {
    const high = this.high.at(row);
    return high === ODD
      ? (this.odd[this.low.at(row)]?.basis ?? BASIS_NONE)
      : Math.floor(high / TICKS) % this.bases;
  };
}
