import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RETRY_POLICY } from '../../tables/pacing/retry.ts';
import { DEFAULT_RETRIES, isWithinBounds, readRetryChoice, retryPolicyFrom } from './retrySettings.ts';

describe('the retry settings', () => {
  it('are the default policy if nothing was set', () => {
    expect(retryPolicyFrom(undefined)).toEqual(DEFAULT_RETRY_POLICY);
    expect(retryPolicyFrom(DEFAULT_RETRIES)).toEqual(DEFAULT_RETRY_POLICY);
  });

  it('become the policy of a run', () => {
    expect(retryPolicyFrom({ zMs: 1000, zMinMs: 500, zMaxMs: 20_000, retries: 4 })).toEqual({
      ...DEFAULT_RETRY_POLICY,
      zMs: 1000,
      zMinMs: 500,
      zMaxMs: 20_000,
      maxRetries: { service: 4, network: 3, protocol: 2 },
    });
    expect(retryPolicyFrom({ retries: 0 }).maxRetries).toEqual({ service: 0, network: 0, protocol: 0 });
  });

  it('ignore values that another version or other code stored', () => {
    for (const saved of [
      null,
      7,
      'x',
      [],
      { zMs: '400' },
      { zMs: Number.NaN },
      { retries: 1.5 },
      { retries: 1e9 },
    ]) {
      expect(readRetryChoice(saved)).toEqual(DEFAULT_RETRIES);
    }
    expect(readRetryChoice({ zMinMs: 9000, zMaxMs: 600 })).toEqual(DEFAULT_RETRIES);
    const number = fc.oneof(fc.double(), fc.integer({ min: -1, max: 40_000 }));
    fc.assert(
      fc.property(fc.record({ zMs: number, zMinMs: number, zMaxMs: number, retries: number }), (saved) => {
        const { zMs, zMinMs, zMaxMs, retries } = readRetryChoice(saved);
        const fits = [
          isWithinBounds('zMs', zMs),
          isWithinBounds('zMinMs', zMinMs),
          isWithinBounds('zMaxMs', zMaxMs),
          isWithinBounds('retries', retries),
          zMinMs <= zMaxMs,
        ];
        expect(fits).toEqual([true, true, true, true, true]);
      }),
    );
  });

  it('are within bounds, both included; the number of retries is whole', () => {
    const bounds = {
      zMs: [100, 10_000],
      zMinMs: [50, 10_000],
      zMaxMs: [500, 30_000],
      retries: [0, 20],
    } as const;
    for (const [field, [from, to]] of Object.entries(bounds) as [
      keyof typeof bounds,
      readonly [number, number],
    ][]) {
      expect([from - 1, from, to, to + 1].map((value) => isWithinBounds(field, value))).toEqual([
        false,
        true,
        true,
        false,
      ]);
      expect(isWithinBounds(field, from + 0.5)).toBe(field !== 'retries');
      // One invalid value does not invalidate the others.
      const others = { zMs: 1000, zMinMs: 600, zMaxMs: 20_000, retries: 4 };
      expect(readRetryChoice({ ...others, [field]: to + 1 })).toEqual({
        ...others,
        [field]: DEFAULT_RETRIES[field],
      });
    }
    const equal = { ...DEFAULT_RETRIES, zMinMs: 700, zMaxMs: 700 };
    expect([readRetryChoice(equal), readRetryChoice({ ...equal, zMinMs: 701 })]).toEqual([
      equal,
      DEFAULT_RETRIES,
    ]);
    expect(DEFAULT_RETRIES).toEqual({
      zMs: DEFAULT_RETRY_POLICY.zMs,
      zMinMs: DEFAULT_RETRY_POLICY.zMinMs,
      zMaxMs: DEFAULT_RETRY_POLICY.zMaxMs,
      retries: DEFAULT_RETRY_POLICY.maxRetries.service,
    });
  });
});
