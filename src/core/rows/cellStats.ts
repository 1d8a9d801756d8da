import type { CellValue } from '../entities/store/entityStore.ts';
import { tryIsoToTicks } from '../time/ticks.ts';

/**
 * The sums and other figures of selected cells. Int32 and Int64 stay exact; with a Double among them, the
 * figures are Doubles.
 */
export interface CellStats {
  readonly cells: number;
  /** Cells with a value, null among them. */
  readonly values: number;
  /** Cells with a number. Doubles that are NaN are not among them; `notNumbers` counts these. */
  readonly numbers: number;
  readonly notNumbers: number;
  /** The sum of the numbers; undefined if there are none. It is exact (bigint) unless a Double is among them. */
  readonly sum?: bigint | number;
  /** A bigint if the average of whole numbers is whole itself, or 10^12 and more: then its fraction is dropped. */
  readonly average?: bigint | number;
  readonly min?: bigint | number;
  readonly max?: bigint | number;
  /** The earliest instant, in ticks; undefined if no cell holds an instant. */
  readonly firstTicks?: bigint;
  readonly lastTicks?: bigint;
}

const INT64 = /^-?\d{1,19}$/;

function whole(text: string): bigint | undefined {
  return INT64.test(text) ? BigInt(text) : undefined;
}

export class CellTotals {
  private cells = 0;
  private values = 0;
  private wholes = 0;
  private wholeSum = 0n;
  private doubles = 0;
  private doubleSum = 0;
  /** The correction of Neumaier's summation, so that a small number is not lost beside a large one. */
  private carry = 0;
  private notNumbers = 0;
  private bounds: { readonly min: bigint | number; readonly max: bigint | number } | undefined;
  private instants: { readonly firstTicks: bigint; readonly lastTicks: bigint } | undefined;

  add(cell: CellValue | undefined): void {
    this.cells += 1;
    if (cell === undefined) return;
    this.values += 1;
    const { type, text } = cell;
    if (type === 'Edm.Int32' || type === 'Edm.Int64') {
      const value = whole(text);
      if (value !== undefined) this.addWhole(value);
    } else if (type === 'Edm.Double') this.addDouble(Number(text));
    else if (type === 'Edm.DateTime') this.addInstant(text);
  }

  stats(): CellStats {
    const { cells, values, notNumbers, wholes, doubles, bounds, instants } = this;
    const numbers = wholes + doubles;
    const base = { cells, values, numbers, notNumbers, ...instants };
    if (bounds === undefined) return base;
    const sum = doubles === 0 ? this.wholeSum : Number(this.wholeSum) + this.doubleSum + this.carry;
    return { ...base, sum, average: averageOf(sum, numbers), ...bounds };
  }

  private addWhole(value: bigint): void {
    this.wholes += 1;
    this.wholeSum += value;
    this.bound(value);
  }

  private addDouble(value: number): void {
    if (Number.isNaN(value)) {
      this.notNumbers += 1;
      return;
    }
    this.doubles += 1;
    const sum = this.doubleSum + value;
    if (Number.isFinite(sum))
      this.carry +=
        Math.abs(this.doubleSum) >= Math.abs(value)
          ? this.doubleSum - sum + value
          : value - sum + this.doubleSum;
    this.doubleSum = sum;
    this.bound(value);
  }

  private bound(value: bigint | number): void {
    const { min, max } = (this.bounds ??= { min: value, max: value });
    if (value < min) this.bounds = { min: value, max };
    if (value > max) this.bounds = { min, max: value };
  }

  private addInstant(text: string): void {
    const read = tryIsoToTicks(text);
    if (!read.ok) return;
    const ticks = read.value;
    const { firstTicks, lastTicks } = (this.instants ??= { firstTicks: ticks, lastTicks: ticks });
    if (ticks < firstTicks) this.instants = { firstTicks: ticks, lastTicks };
    if (ticks > lastTicks) this.instants = { firstTicks, lastTicks: ticks };
  }
}

/** The average of whole numbers has six decimal places. */
const AVERAGE_PARTS = 1_000_000n;

/** From this size on, a Double has too few digits left for the fraction. */
const LARGE = 1_000_000_000_000n;

function averageOf(sum: bigint | number, count: number): bigint | number {
  if (typeof sum === 'number') return sum / count;
  // The division starts with bigints, because a sum of Int64 may be more than a Double holds exactly.
  const divisor = BigInt(count);
  const quotient = sum / divisor;
  if (sum % divisor === 0n || quotient >= LARGE || quotient <= -LARGE) return quotient;
  return Number(quotient) + Number(((sum % divisor) * AVERAGE_PARTS) / divisor) / Number(AVERAGE_PARTS);
}
