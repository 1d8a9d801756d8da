import { describe, expect, it } from 'vitest';
import type { ModelStep } from '../../../core/keyspace/model/modelTypes.ts';
import { highestRates, stairPath } from './LoadStrip.tsx';

const stepAt = (atSeconds: number, offeredPerSecond: number): ModelStep => ({
  atSeconds,
  offeredPerSecond,
  storedPerSecond: 0,
  refusedPerSecond: 0,
  hottestPartitionPerSecond: 0,
  hottestFreshPerSecond: 0,
  busyServers: 0,
});
const STEPS = [stepAt(0, 5), stepAt(3, 9), stepAt(10, 2)];
const rates = (fromSeconds: number, toSeconds: number, parts: number) => [
  ...highestRates(STEPS, 20, { fromSeconds, toSeconds }, parts, (step) => step.offeredPerSecond),
];

describe('highestRates', () => {
  it('stands where the steps stand in time, whatever their lengths', () => {
    expect(rates(0, 20, 4)).toEqual([9, 9, 2, 2]);
    expect(rates(0, 20, 20)).toEqual([5, 5, 5, ...Array<number>(7).fill(9), ...Array<number>(10).fill(2)]);
  });

  it('shows a part of the time, and nothing before the start and behind the end', () => {
    expect(rates(-10, 10, 4)).toEqual([0, 0, 9, 9]);
    expect(rates(2, 4, 2)).toEqual([5, 9]);
    expect(rates(15, 35, 4)).toEqual([2, 0, 0, 0]);
  });
});

describe('stairPath', () => {
  it('is closed, and no higher than its box', () => {
    expect(stairPath(Float64Array.from([0.5, 0.5, 2, 0]), 40, 10)).toBe(
      'M0,10V5.0H20.0V0.0H30.0V10.0H40V10Z',
    );
  });
});
