import { describe, expect, it } from 'vitest';
import { DEFAULT_SERVERS, PartitionServers } from './servers.ts';

/** Ten rows with the same load, more than one server takes. */
const HOT = Float64Array.from({ length: 10 }, () => 1000);

describe('the servers of partitions', () => {
  it('split a range as soon as its server was busy for as long as the balancer waits, not before', () => {
    const { patienceSeconds } = DEFAULT_SERVERS;
    for (const [steps, splits] of [
      [1, 0],
      [2, 1],
    ] as const) {
      const servers = new PartitionServers(HOT.length, DEFAULT_SERVERS);
      const stepSeconds = patienceSeconds / 2;
      for (let step = 0; step < steps; step++) servers.balance(HOT, step * stepSeconds, stepSeconds);
      expect([servers.splits, servers.rangeCount]).toEqual([splits, splits + 1]);
    }
  });

  it('leave all ranges where they are if there is no other server', () => {
    const servers = new PartitionServers(HOT.length, { ...DEFAULT_SERVERS, count: 1 });
    for (let step = 0; step < 20; step++) servers.balance(HOT, step * 60, 60);
    expect([servers.splits, servers.moves, servers.rangeCount, servers.offlineSeconds]).toEqual([0, 0, 1, 0]);
    expect(HOT.every((_, row) => servers.serverOf(row) === 0)).toBe(true);
  });
});
