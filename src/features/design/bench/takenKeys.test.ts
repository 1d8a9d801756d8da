import { describe, expect, it } from 'vitest';
import { adviseKeys } from '../../../core/advice/advise.ts';
import { KeySample } from '../../../core/keyspace/probe/keySample.ts';
import { keysOfProbe } from './takenKeys.ts';

function probed(partitionOf: (place: number, row: number) => string) {
  const sample = new KeySample();
  for (let place = 0; place < 12; place++) {
    const keys = Array.from({ length: 200 }, (_, row) => ({
      partitionKey: partitionOf(place, row),
      rowKey: String(place * 1000 + row).padStart(6, '0'),
    }));
    // A search for the next prefix asks for one row, so its answer does not tell how many rows are next to it.
    sample.add(keys.slice(0, 1), 1);
    sample.add(keys, 1000);
  }
  return keysOfProbe(sample.sampled(), 'Orders');
}

describe('advice on a probe', () => {
  it('has the keys of all its places as evidence, and says what its numbers are of', () => {
    const single = probed(() => 'logs');
    expect(single).toMatchObject({ subject: 'Probe of Orders', rows: [] });
    expect(single.note).toBe(
      '600 keys from 12 answers of the probe, up to 50 neighbours from each. Shares are of these keys: an estimate for the table.',
    );
    const found = adviseKeys(single.facts).find(({ ruleId }) => ruleId === 'single-partition');
    expect(found?.evidence).toBe('100 % of 600 rows are in one partition.');
  });

  it('finds no partition for each row where neighbours share theirs', () => {
    const ids = (facts: ReturnType<typeof probed>['facts']) => adviseKeys(facts).map(({ ruleId }) => ruleId);
    expect(ids(probed((place, row) => `p${place}-${Math.floor(row / 25)}`).facts)).not.toContain(
      'partition-per-row',
    );
    expect(ids(probed((place, row) => `p${place}-${row}`).facts)).toContain('partition-per-row');
  });
});
