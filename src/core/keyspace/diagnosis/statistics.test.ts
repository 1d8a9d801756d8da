import { describe, expect, it } from 'vitest';
import { neighbourDispersion } from './statistics.ts';

/** Counts whose neighbours differ by `step`, so that each term is step² / step. */
const zigzag = (columns: number, step: number): number[] =>
  Array.from({ length: columns }, (_, at) => (at % 2) * step);
/** The mean of a squared normal value without its largest twentieth. */
const TRIMMED = 0.77;

describe('how unevenly neighbours are counted', () => {
  it.each([5, 30, 101, 400])('is the mean of their terms, for %i columns', (columns) => {
    expect(neighbourDispersion(zigzag(columns, 4))).toBeCloseTo(4 / TRIMMED, 9);
  });

  it('counts neighbours that are equal', () => {
    expect(neighbourDispersion([0, 4, 0, 4, 4])).toBeCloseTo(3 / TRIMMED, 9);
  });

  it('is never below that of chance, nor known of a few columns', () => {
    expect(neighbourDispersion(Array.from({ length: 100 }, () => 7))).toBe(1);
    expect(neighbourDispersion(zigzag(4, 400))).toBe(1);
  });

  it('leaves out a twentieth of the terms, the largest, and no more', () => {
    // Of 119 terms the 5 largest are left out. Each edge of a step is one term.
    const steps = (count: number) =>
      Array.from({ length: 120 }, (_, at) =>
        Math.floor(at / 10) < count ? 1000 ** (Math.floor(at / 10) % 2) : 1,
      );
    expect(neighbourDispersion(steps(5))).toBe(1);
    expect(neighbourDispersion(steps(7))).toBeGreaterThan(5);
  });
});
