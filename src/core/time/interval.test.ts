import { describe, expect, it } from 'vitest';
import { axisSpan, clampTicks } from './ticks.ts';

describe('the time range of an axis', () => {
  const span = (from: bigint, to: bigint) => ({ from: clampTicks(from), to: clampTicks(to) });
  const [noon, last] = [639_028_224_000_000_000n, 3_155_378_975_999_999_999n];

  it('is the window, unless the window has an open end', () => {
    expect(axisSpan(span(noon, noon + 1n))).toEqual(span(noon, noon + 1n));
    expect(axisSpan(span(1n, last - 1n))).toEqual(span(1n, last - 1n));
    const open = [undefined, span(noon, last), span(0n, noon), span(0n, last)];
    expect(open.map(axisSpan)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
