import { describe, expect, it } from 'vitest';
import { gaussian, seededRandom } from '../seededRandom.ts';
import { lnBeyond, lnWait, spreadOf } from './ownNull.ts';

/** Exponential waits with mean 1. */
function waits(size: number, seed: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: size }, () => -Math.log(1 - random()));
}

describe('spreadOf', () => {
  it('is the deviation beyond the noise, whatever stands out', () => {
    const random = seededRandom(3);
    const logs = Array.from({ length: 400 }, () => 0.5 * gaussian(random));
    const plain = spreadOf(logs, 0, 'above');
    expect(plain.deviation).toBeGreaterThan(0.42);
    expect(plain.deviation).toBeLessThan(0.62);
    expect(spreadOf(logs.with(7, 40).with(90, 40), 0, 'above').deviation).toBeLessThan(plain.deviation * 1.1);
    // All of it is what Poisson counts alone would do.
    expect(spreadOf(logs, 1, 'above').deviation).toBe(0.1);
  });

  it('counts values that go together as fewer', () => {
    const random = seededRandom(5);
    let value = 0;
    const walk = Array.from({ length: 400 }, () => (value = 0.95 * value + 0.3 * gaussian(random)));
    expect(spreadOf(walk, 0, 'below').freedom).toBeLessThan(40);
    const white = Array.from({ length: 400 }, () => gaussian(random));
    expect(spreadOf(white, 0, 'below').freedom).toBeGreaterThan(150);
  });
});

describe('lnBeyond', () => {
  it('is a Poisson tail where the rate is steady, and more where it is not', () => {
    const steady = { deviation: 0.1, freedom: 200 };
    const loose = { deviation: 1.5, freedom: 200 };
    expect(lnBeyond(100, 10, steady, 'above')).toBeLessThan(-40);
    expect(lnBeyond(100, 10, loose, 'above')).toBeGreaterThan(-6);
    expect(lnBeyond(0, 30, steady, 'below')).toBeLessThan(-13);
    expect(lnBeyond(5, 10, steady, 'above')).toBe(0);
    expect(lnBeyond(15, 10, steady, 'below')).toBe(0);
  });
});

describe('lnWait', () => {
  it('holds a long wait against how waits end', () => {
    const usual = waits(200, 1);
    const longest = Math.max(...usual);
    expect(lnWait(longest, usual)).toBeGreaterThan(-3);
    expect(lnWait(longest * 8, usual)).toBeLessThan(-14);
    // Waits with a heavy tail make the same one likely.
    expect(
      lnWait(
        longest * 8,
        usual.map((wait) => wait ** 3),
      ),
    ).toBeGreaterThan(-3);
    expect(lnWait(10, [])).toBe(0);
    // A short one is as likely as can be.
    expect(lnWait(0.01, usual)).toBe(0);
  });

  it('rarely calls the longest of its own kind too long', () => {
    let called = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const all = waits(60, seed * 17).toSorted((a, b) => b - a);
      if (lnWait(all[0] ?? 0, all.slice(1)) < Math.log(1e-3)) called++;
    }
    expect(called).toBeLessThanOrEqual(3);
  });
});
