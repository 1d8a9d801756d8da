import { describe, expect, it } from 'vitest';
import { DEFAULT_SERVERS, PartitionServers } from './servers.ts';

/** Ten rows with equal loads, in total more than one server takes. */
const HOT = Float64Array.from({ length: 10 }, () => 1000);

describe('the servers of partitions', () => {
  it('split a range as soon as its server was busy for as long as the balancer waits, not before', () => {
    const { patienceSeconds } = DEFAULT_SERVERS;
    for (const [steps, splits] of [
      [1, 0],
      [2, 1],
      // A second split takes another two steps.
      [3, 1],
    ] as const) {
      const servers = new PartitionServers(HOT.length, DEFAULT_SERVERS);
      const stepSeconds = patienceSeconds / 2;
      for (let step = 0; step < steps; step++) servers.balance(HOT, step * stepSeconds, stepSeconds);
      expect([servers.splits, servers.rangeCount]).toEqual([splits, splits + 1]);
    }
  });

  it('do not answer for a range while it is split and then moved', () => {
    const assumed = { ...DEFAULT_SERVERS, splitOfflineSeconds: 6, moveOfflineSeconds: 12 };
    const { patienceSeconds } = assumed;
    const servers = new PartitionServers(HOT.length, assumed);
    servers.balance(HOT, 0, patienceSeconds);
    expect(servers.splits).toBe(1);
    // The lower half is offline only for the split. The upper half is moved after the split, and so is offline for longer.
    const shareOf = (row: number, at: number): number => servers.onlineShare(row, patienceSeconds + at, 2);
    expect([0, 4, 5, 6].map((at) => shareOf(0, at))).toEqual([0, 0, 0.5, 1]);
    expect([4, 16, 17, 18].map((at) => shareOf(9, at))).toEqual([0, 0, 0.5, 1]);
    expect([servers.serverOf(0), servers.offlineSeconds]).toEqual([0, 18]);
    expect(servers.serverOf(9)).not.toBe(0);
    // The split is in the middle of the load: five rows on each side.
    expect([servers.serverOf(4) === 0, servers.serverOf(5) === servers.serverOf(9)]).toEqual([true, true]);
  });

  it('do not move ranges back and forth when all are busy', () => {
    const servers = new PartitionServers(4, { ...DEFAULT_SERVERS, count: 2 });
    const load = Float64Array.of(9000, 9000, 9000, 9000);
    const movesAfter = [30, 60].map((minutes) => {
      for (let step = 0; step < minutes; step++) servers.balance(load, step * 60, 60);
      return servers.moves;
    });
    expect(new Set(movesAfter).size).toBe(1);
  });

  it('leave all ranges where they are if there is no other server', () => {
    const servers = new PartitionServers(HOT.length, { ...DEFAULT_SERVERS, count: 1 });
    for (let step = 0; step < 20; step++) servers.balance(HOT, step * 60, 60);
    expect([servers.splits, servers.moves, servers.rangeCount, servers.offlineSeconds]).toEqual([0, 0, 1, 0]);
    expect(HOT.every((_, row) => servers.serverOf(row) === 0)).toBe(true);
  });
});
