import { describe, expect, it } from 'vitest';
import { rowsPerSecond } from './target.ts';

describe('rowsPerSecond', () => {
  it('counts spans of minutes, and below a second', () => {
    expect(rowsPerSecond(120_000, 600_000_000n)).toBe(2000);
    expect(rowsPerSecond(0, 600_000_000n)).toBe(0);
    expect(rowsPerSecond(1, 1n)).toBe(10_000_000);
  });
});
