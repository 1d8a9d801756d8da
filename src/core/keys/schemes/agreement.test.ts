import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampTicks } from '../../time/ticks.ts';
import { newRowTime, rowTimeTicks } from '../base/digits.ts';
import { keyAnatomy } from '../keyAnatomy.ts';
import { keyRanges } from '../keyRanges.ts';
import { isInSpan } from '../rangeTruth.fixture.ts';
import type { EncodedKeys, KeyReading, TableKeyRange } from '../base/scheme.ts';
import { roundingWords, roundsItself, takesRounding } from '../base/rounding.ts';
import { needsPartitionOnly } from '../base/schemeSpec.ts';
import { KEY_SCHEMES, schemeById } from '../schemeRegistry.ts';
import { coveringWriters, exactWriters } from './writers.fixture.ts';

const steady = fc.bigInt({ min: 638081280000000000n, max: 649757376000000000n });
const writers = [...exactWriters, ...coveringWriters];

const perPartition = writers.filter(([schemeId]) => {
  const scheme = schemeById(schemeId);
  return scheme !== undefined && needsPartitionOnly(scheme);
});

describe('a scheme that looks at the PartitionKey alone', () => {
  it.each(perPartition)('%s %s needs no RowKey', (schemeId, _name, writer) => {
    const scheme = schemeById(schemeId);
    const [time, alone] = [newRowTime(), newRowTime()];
    fc.assert(
      fc.property(steady, fc.nat(500), (ticks, seed) => {
        const { partitionKey, rowKey } = writer.write(ticks, seed);
        expect(scheme?.rowTime(partitionKey, rowKey, time)).toBe(true);
        expect(scheme?.rowTime(partitionKey, '', alone)).toBe(true);
        expect(alone).toEqual(time);
        expect(scheme?.groupOf(partitionKey, '')).toBe(scheme?.groupOf(partitionKey, rowKey));
      }),
      { numRuns: 8 },
    );
  });
});

describe('the bulk path agrees with the reading, and the anatomy covers the key', () => {
  it.each(writers)('%s %s', (schemeId, _name, writer) => {
    const scheme = schemeById(schemeId);
    const time = newRowTime();
    fc.assert(
      fc.property(steady, fc.nat(500), (ticks, seed) => {
        const row = writer.write(ticks, seed);
        const hint = row.tableName === undefined ? {} : { tableName: row.tableName };
        const read = [
          scheme?.read(row.partitionKey, 'partition', hint)?.ticks,
          scheme?.read(row.rowKey, 'row', hint)?.ticks,
        ];
        expect(scheme?.rowTime(row.partitionKey, row.rowKey, time)).toBe(true);
        expect(read).toContain(rowTimeTicks(time));
        for (const [part, text] of [
          ['partition', row.partitionKey],
          ['row', row.rowKey],
        ] as const) {
          expect(
            keyAnatomy(schemeId, part, text)
              .map((segment) => segment.text)
              .join(''),
          ).toBe(text);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('what a scheme encodes it reads again, in the bucket of the instant', () => {
  const encoding = KEY_SCHEMES.filter((scheme) => scheme.encode !== undefined);
  /** False for a key that ends with a separator: it is only the beginning of a key, whose rest the writer alone knows. */
  const isWhole = (text: string): boolean => !/[-_.:]$/.test(text);

  it.each(encoding)('$id', (scheme) => {
    fc.assert(
      fc.property(steady, (ticks) => {
        const keys: EncodedKeys = scheme.encode?.(clampTicks(ticks), {}) ?? {};
        const options = keys.tableName === undefined ? {} : { tableName: keys.tableName };
        const ranges = keyRanges(scheme.id, { from: ticks, to: ticks + 1n }, options);
        expect([keys, ranges.filter((range) => holds(range, keys)).length]).toEqual([keys, 1]);
        const part = scheme.timeSource === 'row' ? 'row' : 'partition';
        const text = (part === 'row' ? keys.rowKey : keys.partitionKey) ?? '';
        const reading = isWhole(text) ? scheme.read(text, part, options) : undefined;
        expect(reading === undefined || meets(reading, ticks)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe('an instant that a writer cannot write has no key', () => {
  const SECOND = 10_000_000n;
  it.each([
    ['filetime', 504911232000000000n - 1n, 504911232000000000n],
    ['ulid', 621355968000000000n - 1n, 621355968000000000n],
    ['ksuid', 621355968000000000n + 1_400_000_000n * SECOND - 1n, 638452306200000000n],
    ['objectid', 621355968000000000n + 2n ** 32n * SECOND, 638452306200000000n],
    ['snowflake-discord', 0n, 638452306200000000n],
    ['webjobs-timeline', 630822816000000000n - 1n, 630822816000000000n],
    ['slab', 599_999_999n, 600_000_000n],
    ['ticks18', 10n ** 18n, 10n ** 18n - 1n],
  ])('%s', (schemeId, outside, inside) => {
    const encode = schemeById(schemeId)?.encode;
    expect(encode?.(clampTicks(outside), {})).toEqual({});
    expect(encode?.(clampTicks(inside), {})).not.toEqual({});
  });
});

describe('a rounding that is given is that of the keys', () => {
  const ticks = clampTicks(638452306621234567n);
  const roundingTicks = 15n * 600_000_000n;
  const floored = clampTicks(ticks - (ticks % roundingTicks));
  const rounding = KEY_SCHEMES.filter((scheme) => takesRounding(scheme) && !roundsItself(scheme));

  it.each(rounding.filter((scheme) => scheme.encode !== undefined))('$id', (scheme) => {
    expect(scheme.encode?.(ticks, { roundingTicks })).toEqual(scheme.encode?.(floored, {}));
  });
});

/** Whether a range contains the encoded keys. A key that the scheme cannot encode is taken to lie in every range. */
function holds(range: TableKeyRange, keys: EncodedKeys): boolean {
  return (
    (range.tableName === undefined || keys.tableName === undefined || range.tableName === keys.tableName) &&
    (keys.partitionKey === undefined || isInSpan(keys.partitionKey, range.partition)) &&
    (keys.rowKey === undefined || isInSpan(keys.rowKey, range.row))
  );
}

function meets(reading: KeyReading, ticks: bigint): boolean {
  const { ticks: instant, window } = reading;
  if (window !== undefined) return ticks >= window.from && ticks < window.to;
  return instant === ticks;
}

describe('the registry', () => {
  it('names each scheme once, with all that the interface shows of it', () => {
    const ids = KEY_SCHEMES.map((scheme) => scheme.id);
    expect(new Set(ids).size).toBe(ids.length);
    const titles = KEY_SCHEMES.map((scheme) => scheme.title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const scheme of KEY_SCHEMES) {
      expect([scheme.entry.writer, roundingWords(scheme)].every((text) => text !== '')).toBe(true);
      expect(scheme.id).not.toBe('');
      expect(ids.includes(scheme.entry.id)).toBe(true);
      expect(scheme.entry.tables?.flags.includes('g') ?? false).toBe(false);
    }
  });

  it('homes hold every range of their scheme in the years 2000 .. 2100', () => {
    const window = { from: 638081280000000000n, to: 638081880000000000n };
    for (const scheme of KEY_SCHEMES) {
      for (const volume of [1, 10, 100] as const) {
        const options = { volume, unprefixed: true };
        const homes = scheme.homes(options);
        if (homes === undefined) continue;
        for (const range of scheme.ranges(window, options)) {
          if (!range.exact) continue;
          const isHome = homes.some((home) =>
            [
              [home.partition, range.partition],
              [home.row ?? {}, range.row ?? {}],
            ].every(
              ([outer = {}, inner = {}]) =>
                (outer.from === undefined || (inner.from ?? '') >= outer.from) &&
                (outer.to === undefined || (inner.to !== undefined && inner.to <= outer.to)),
            ),
          );
          expect([scheme.id, range, isHome]).toEqual([scheme.id, range, true]);
        }
      }
    }
  });
});
