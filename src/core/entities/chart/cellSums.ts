/** Whole numbers are added in two parts, of which the lower one has 32 bits. */
const LOW = 2 ** 32;
/** This many lower parts add up exactly in a Double. */
const MOST_ADDED = 2 ** 20;

/** A sum: the nearest Double, and the exact number if all summands are whole. */
export interface CellSum {
  readonly nearest: number;
  readonly exact: bigint | undefined;
}

/**
 * Sums, one per cell. Whole numbers are added exactly, without a BigInt for each; Doubles with the rounding
 * of each step carried along (Neumaier), so that the order of rows hardly matters. A sum beyond the largest
 * Double is an infinity.
 */
export class CellSums {
  private readonly high: Float64Array;
  private readonly low: Float64Array;
  private readonly folded = new Map<number, bigint>();
  private readonly doubles: Float64Array;
  private readonly lost: Float64Array;
  private readonly hasDouble: Uint8Array;
  private added = 0;

  constructor(cells: number) {
    this.high = new Float64Array(cells);
    this.low = new Float64Array(cells);
    this.doubles = new Float64Array(cells);
    this.lost = new Float64Array(cells);
    this.hasDouble = new Uint8Array(cells);
  }

  /** Adds a whole number of at most 64 bits, given as its nearest Double and the difference to it. */
  addWhole(cell: number, major: number, minor: number): void {
    const high = Math.floor(major / LOW);
    this.high[cell] = (this.high[cell] as number) + high;
    this.low[cell] = (this.low[cell] as number) + (major - high * LOW + minor);
    this.added += 1;
    if (this.added >= MOST_ADDED) this.fold();
  }

  addDouble(cell: number, value: number): void {
    const before = this.doubles[cell] as number;
    const sum = before + value;
    const [larger, smaller] = Math.abs(before) >= Math.abs(value) ? [before, value] : [value, before];
    this.lost[cell] = (this.lost[cell] as number) + (larger - sum + smaller);
    this.doubles[cell] = sum;
    this.hasDouble[cell] = 1;
  }

  sum(cell: number): CellSum {
    const whole = this.wholeOf(cell);
    if (this.hasDouble[cell] === 0) return { nearest: Number(whole), exact: whole };
    const sum = this.doubles[cell] as number;
    const double = Number.isFinite(sum) ? sum + (this.lost[cell] as number) : sum;
    return { nearest: double + Number(whole), exact: undefined };
  }

  private wholeOf(cell: number): bigint {
    const parts = BigInt(this.high[cell] as number) * BigInt(LOW) + BigInt(this.low[cell] as number);
    return parts + (this.folded.get(cell) ?? 0n);
  }

  private fold(): void {
    for (let cell = 0; cell < this.high.length; cell++) {
      if (this.high[cell] === 0 && this.low[cell] === 0) continue;
      this.folded.set(cell, this.wholeOf(cell));
      this.high[cell] = 0;
      this.low[cell] = 0;
    }
    this.added = 0;
  }
}
