import { describe, expect, it } from 'vitest';
import { KEYS_PER_ANSWER, KeySample } from './keySample.ts';

function rows(partition: string, count: number, from = 0) {
  return Array.from({ length: count }, (_, at) => ({ partitionKey: partition, rowKey: String(from + at) }));
}

describe('the keys of a probe', () => {
  it('are neighbours, as many from each place, each once', () => {
    const sample = new KeySample();
    sample.add(rows('a', 1000), 1000);
    sample.add(rows('b', 30), 50);
    sample.add(rows('b', 40), 50);
    const { keys, answers } = sample.sampled();
    const count = (partition: string): number => keys.filter((key) => key.partitionKey === partition).length;
    expect([count('a'), count('b'), answers]).toEqual([KEYS_PER_ANSWER, 40, 3]);
    expect(keys.slice(0, 3)).toEqual(rows('a', 3));
  });

  it('leave out answers that end within a partition, and empty ones', () => {
    const sample = new KeySample();
    for (const partition of ['a', 'b', 'c']) sample.add(rows(partition, 1), 1);
    sample.add([], 1000);
    expect(sample.sampled()).toEqual({ keys: [], answers: 0 });
  });
});
