import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { designOf } from '../code/realKeys.fixture.ts';
import { MODEL_SCHEMES } from '../../keyspace/model/modelTypes.ts';
import { KNOWN_PATTERNS } from './knownPatterns.ts';
import { modelOfDesign, templatesOfModel } from './modelOfDesign.ts';
import { readProperties, type Workload } from './workload.ts';

function workload(properties: string, writesPerSecond = 500): Workload {
  const read = readProperties(properties);
  if (!read.ok) throw new Error(properties);
  return {
    properties: read.value,
    patterns: [],
    writesPerSecond,
    keptDays: 1,
    entityBytes: 300,
    requestMs: 50,
  };
}

describe('a design as a model', () => {
  it('round-trips through the templates of a model: same scheme, prefixes, writers and rounding', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MODEL_SCHEMES),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.constantFrom(0, 1, 60, 300, 86_400),
        (scheme, prefixes, writers, roundingSeconds) => {
          const { partition, row, properties } = templatesOfModel({
            scheme,
            prefixes,
            writers,
            roundingSeconds,
          });
          const back = modelOfDesign(designOf(partition, row), workload(properties));
          expect(back).toMatchObject({ scheme, eventsPerSecond: 500, entityBytes: 300 });
          expect(back?.note).toBeUndefined();
          const spread = scheme === 'prefixed ticks' || scheme === 'hash';
          expect(spread ? back?.prefixes : prefixes).toBe(prefixes);
          expect(scheme === 'partition per writer' ? back?.writers : writers).toBe(writers);
          expect(scheme.includes('ticks') ? back?.roundingSeconds : roundingSeconds).toBe(roundingSeconds);
        },
      ),
    );
  });

  it.each([
    ['logs', '{Ticks}', 'partition per writer', 1, undefined],
    ['{Writer mod 7}', '{Ticks}', 'partition per writer', 7, undefined],
    [
      '{Device}_{yyyyMMdd}',
      '{Ticks}',
      'partition per writer',
      1000,
      'Simulated with 1,000 of 40,000 values of Device.',
    ],
    ['{yyyyMM}', '{Guid}', 'ticks', 200, 'Simulated with one day in a key.'],
  ])('%s / %s is simulated as %s', (partition, row, scheme, writers, note) => {
    const model = modelOfDesign(designOf(partition, row), workload('Device: String, 40,000 values'));
    expect([model?.scheme, model?.writers, model?.note]).toEqual([scheme, writers, note]);
  });

  it('has no model if nothing is written, and stays within bounds at 1e9', () => {
    for (const { properties, designs } of KNOWN_PATTERNS) {
      for (const keys of designs) {
        const own = designOf(keys.partition, keys.row);
        expect(modelOfDesign(own, workload(properties, 0))).toBeUndefined();
        const most = modelOfDesign(own, { ...workload(properties, 1e9), entityBytes: 1e9 });
        expect([most?.eventsPerSecond, most?.entityBytes]).toEqual([1_000_000, 1_048_576]);
        expect(most?.note).toContain('1,000,000 writes a second');
      }
    }
  });
});
