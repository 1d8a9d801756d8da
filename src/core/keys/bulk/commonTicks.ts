import { gcd } from '../../bigints.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';

const SECOND = 10_000_000;
/** Below this, seconds modulo the divisor times 1e7 are exact in a double. */
const MOST_EXACT = 900_000_000;

/**
 * Computes the greatest common divisor, in ticks, of the distances of many instants from the first. It only uses BigInt when the
 * divisor changes, which happens a few dozen times at most.
 */
export class CommonTicks {
  private divisor = 0n;
  private divisorNumber = 0;
  private firstSeconds = Number.NaN;
  private firstFraction = 0;
  private secondSeconds = Number.NaN;
  private secondFraction = 0;
  private hasThird = false;

  add(seconds: number, fraction: number): void {
    if (Number.isNaN(this.firstSeconds)) {
      this.firstSeconds = seconds;
      this.firstFraction = fraction;
      return;
    }
    const deltaSeconds = seconds - this.firstSeconds;
    const deltaFraction = fraction - this.firstFraction;
    if (deltaSeconds === 0 && deltaFraction === 0) return;
    if (Number.isNaN(this.secondSeconds)) {
      this.secondSeconds = seconds;
      this.secondFraction = fraction;
    } else if (seconds !== this.secondSeconds || fraction !== this.secondFraction) {
      this.hasThird = true;
    }
    if (!this.divides(deltaSeconds, deltaFraction)) {
      const distance = BigInt(deltaSeconds) * TICKS_PER_SECOND + BigInt(deltaFraction);
      this.divisor = gcd(this.divisor, distance < 0n ? -distance : distance);
      this.divisorNumber = Number(this.divisor);
    }
  }

  /** Undefined if fewer than three instants differ. */
  result(): bigint | undefined {
    return this.hasThird ? this.divisor : undefined;
  }

  /** The first instant, if there is one. */
  first(): bigint | undefined {
    if (Number.isNaN(this.firstSeconds)) return undefined;
    return BigInt(this.firstSeconds) * TICKS_PER_SECOND + BigInt(this.firstFraction);
  }

  /** Whether the divisor certainly divides a distance; false if doubles cannot tell. */
  private divides(seconds: number, fraction: number): boolean {
    const divisor = this.divisorNumber;
    if (divisor === 1) return true;
    if (divisor === 0 || divisor > Number.MAX_SAFE_INTEGER) return false;
    if (divisor <= MOST_EXACT) return ((seconds % divisor) * SECOND + fraction) % divisor === 0;
    return fraction === 0 && divisor % SECOND === 0 && seconds % (divisor / SECOND) === 0;
  }
}
