import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampTicks } from '../../time/ticks.ts';
import { steadyTicks } from '../keyRanges.fixture.ts';
import { keyRanges } from '../keyRanges.ts';
import { isInSpan } from '../rangeTruth.fixture.ts';
import type {
  EncodedKeys,
  KeyReading,
  TableKeyRange,
  KeyPart,
  KeySegment,
  SegmentKind,
} from '../base/scheme.ts';
import { roundingWords, roundsItself, takesRounding } from '../base/rounding.ts';
import { needsPartitionOnly } from '../base/schemeSpec.ts';
import { KEY_SCHEMES, schemeById } from '../schemeRegistry.ts';
import { coveringWriters, exactWriters } from './writers.fixture.ts';
import { readFileSync } from 'node:fs';
import { bulkTicks } from '../knownScheme.fixture.ts';

const writers = [...exactWriters, ...coveringWriters];

const perPartition = writers.filter(([schemeId]) => {
  const scheme = schemeById(schemeId);
  return scheme !== undefined && needsPartitionOnly(scheme);
});

describe('a scheme that looks at the PartitionKey alone', () => {
  it.each(perPartition)('%s %s needs no RowKey', (schemeId, _name, writer) => {
    const scheme = schemeById(schemeId);
    fc.assert(
      fc.property(steadyTicks, fc.nat(500), (ticks, seed) => {
        const { partitionKey, rowKey } = writer.write(ticks, seed);
        const time = bulkTicks(scheme, partitionKey, rowKey);
        expect([typeof time, bulkTicks(scheme, partitionKey)]).toEqual(['bigint', time]);
        expect(scheme?.groupOf(partitionKey, '')).toBe(scheme?.groupOf(partitionKey, rowKey));
      }),
      { numRuns: 8 },
    );
  });
});

describe('the bulk path agrees with the reading', () => {
  it.each(writers)('%s %s', (schemeId, _name, writer) => {
    const scheme = schemeById(schemeId);
    fc.assert(
      fc.property(steadyTicks, fc.nat(500), (ticks, seed) => {
        const row = writer.write(ticks, seed);
        const hint = row.tableName === undefined ? {} : { tableName: row.tableName };
        const read = [
          scheme?.read(row.partitionKey, 'partition', hint)?.ticks,
          scheme?.read(row.rowKey, 'row', hint)?.ticks,
        ];
        const time = bulkTicks(scheme, row.partitionKey, row.rowKey);
        expect([typeof time, read]).toEqual(['bigint', expect.arrayContaining([time])]);
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
      fc.property(steadyTicks, (ticks) => {
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

/*
 * What a scheme says about its keys (their order, their pieces, the confidence of a reading) must hold for keys of independent writers and
 * for keys that were seen in the wild.
 */

/** 2024-03-05T10:17:42.1234567Z, and instants some days, a month and more than a year later. */
const INSTANTS = [0n, 1n, 9n, 31n, 400n].map((days) => 638_452_306_621_234_567n + days * 864_000_000_000n);

interface Vector {
  readonly scheme: string;
  readonly table: string;
  readonly pk: string | null;
  readonly rk: string | null;
}
const { vectors } = JSON.parse(readFileSync(new URL('../fixtures/keys.json', import.meta.url), 'utf8')) as {
  readonly vectors: readonly Vector[];
};

interface Sample {
  readonly part: KeyPart;
  readonly text: string;
  readonly tableName: string | undefined;
}

/** Keys of a scheme: written by independent writers, and found in the wild. */
function samplesOf(schemeId: string): readonly Sample[] {
  const written = writers
    .filter(([id]) => id === schemeId)
    .flatMap(([, , writer]) => INSTANTS.map((ticks, seed) => writer.write(ticks, seed)));
  const found = vectors
    .filter(({ scheme }) => scheme === schemeId)
    .map(({ table, pk, rk }) => ({ tableName: table, partitionKey: pk ?? '', rowKey: rk ?? '' }));
  return [...written, ...found].flatMap(({ tableName, partitionKey, rowKey }) => [
    { part: 'partition' as const, text: partitionKey, tableName },
    { part: 'row' as const, text: rowKey, tableName },
    { part: 'table' as const, text: tableName ?? '', tableName },
  ]);
}

const sampled = KEY_SCHEMES.filter(({ id }) => samplesOf(id).length > 0);

describe('the order of keys is as their scheme says', () => {
  const ordered = writers.filter(([id]) => {
    const scheme = schemeById(id);
    return scheme !== undefined && ['partition', 'row'].includes(scheme.timeSource);
  });

  it.each(ordered)('%s %s', (schemeId, _name, writer) => {
    const scheme = schemeById(schemeId);
    const keys = INSTANTS.map((ticks) => writer.write(ticks, 0)).map(
      ({ tableName, partitionKey, rowKey }) => ({
        tableName,
        key: scheme?.timeSource === 'row' ? rowKey : partitionKey,
      }),
    );
    const steps = keys.slice(1).flatMap(({ tableName, key }, at) => {
      const before = keys[at];
      if (before === undefined || before.tableName !== tableName || before.key === key) return [];
      return [before.key < key ? 'ascending' : 'descending'];
    });
    const found = [...new Set(steps)];
    expect(found).toEqual(scheme?.order === 'none' ? found : [scheme?.order]);
  });
});

describe('the ranges of a day', () => {
  it.each(writers)('%s %s: reach no partition of a year before or after', (schemeId, _name, writer) => {
    const [before = 0n, , , , day = 0n] = INSTANTS;
    const later = day + (day - before);
    const span = { from: day, to: day + 864_000_000_000n };
    const ranges = keyRanges(schemeId, span, writer.options ?? {});
    const partitionOf = (ticks: bigint): string => writer.write(ticks, 0).partitionKey;
    // Partitions without a time are the same in every year.
    const far = [before, later].map(partitionOf).filter((key) => key !== partitionOf(day));
    expect(far.filter((key) => ranges.some(({ partition }) => isInSpan(key, partition)))).toEqual([]);
  });
});

const TIME_KINDS: ReadonlySet<SegmentKind> = new Set(['date', 'subsecond']);
const INVERTED_KINDS: ReadonlySet<SegmentKind> = new Set(['inverted-date', 'inverted-subsecond']);
const KINDS: ReadonlySet<SegmentKind> = new Set([
  ...TIME_KINDS,
  ...INVERTED_KINDS,
  ...(['prefix', 'separator', 'identity', 'index', 'text'] as const),
]);

describe('the pieces of a key', () => {
  it.each(sampled.map((scheme) => [scheme.id, scheme] as const))('%s', (id, scheme) => {
    expect(samplesOf(id)).not.toEqual([]);
    for (const { part, text } of samplesOf(id)) {
      const segments = scheme.segments(text, part);
      if (segments === undefined) continue;
      expect(segments.map((segment) => segment.text).join('')).toBe(text);
      const strange = (segment: KeySegment): boolean =>
        !KINDS.has(segment.kind) || segment.label.trim() === '' || segment.text === '';
      expect(segments.filter((segment) => strange(segment))).toEqual([]);
      const reading = scheme.read(text, part, {});
      if (scheme.timeSource !== part || reading?.ticks === undefined) continue;
      const expected = scheme.order === 'descending' ? INVERTED_KINDS : TIME_KINDS;
      expect([text, segments.some(({ kind }) => expected.has(kind))]).toEqual([text, true]);
    }
  });
});

describe('a rounding that the writer applies in its own way', () => {
  it('is the one that encode applies', () => {
    const own = exactWriters.filter(
      ([id, , { options }]) => schemeById(id)?.time?.rounds === 'own' && options?.roundingTicks !== undefined,
    );
    for (const [id, , writer] of own)
      for (const ticks of INSTANTS) {
        const keys = schemeById(id)?.encode?.(clampTicks(ticks), writer.options ?? {});
        expect([id, keys?.partitionKey]).toEqual([id, writer.write(ticks, 0).partitionKey]);
      }
    expect(own.length).toBeGreaterThan(0);
  });
});
