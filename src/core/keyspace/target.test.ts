import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_TARGET_PER_SECOND,
  PARTITION_TARGET_PER_SECOND,
  rowsPerSecond,
  shareOfTarget,
} from './target.ts';

const MINUTE = 600_000_000n;

describe('shareOfTarget', () => {
  it('is 1 where a partition takes 2,000 rows a second', () => {
    expect(shareOfTarget(120_000, MINUTE, PARTITION_TARGET_PER_SECOND)).toBe(1);
    expect(shareOfTarget(120_000, MINUTE, ACCOUNT_TARGET_PER_SECOND)).toBe(0.1);
    expect(shareOfTarget(0, MINUTE, PARTITION_TARGET_PER_SECOND)).toBe(0);
  });

  it('counts spans below a second', () => {
    expect(rowsPerSecond(1, 1n)).toBe(10_000_000);
  });
});
