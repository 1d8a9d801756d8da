import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clampTicks } from '../time/ticks.ts';
import type { KeyPart, KeySegment, SegmentKind } from './base/scheme.ts';
import { keyRanges } from './keyRanges.ts';
import { isInSpan } from './rangeTruth.fixture.ts';
import { KEY_SCHEMES, schemeById } from './schemeRegistry.ts';
import { coveringWriters, exactWriters } from './schemes/writers.fixture.ts';

/*
 * What a scheme says about its keys (their order, their pieces, the confidence of a reading) must hold for keys of independent writers and
 * for keys that were seen in the wild.
 */

const writers = [...exactWriters, ...coveringWriters];
/** 2024-03-05T10:17:42.1234567Z, and instants some days, a month and more than a year later. */
const INSTANTS = [0n, 1n, 9n, 31n, 400n].map((days) => 638_452_306_621_234_567n + days * 864_000_000_000n);

interface Vector {
  readonly scheme: string;
  readonly table: string;
  readonly pk: string | null;
  readonly rk: string | null;
}
const { vectors } = JSON.parse(readFileSync(new URL('./fixtures/keys.json', import.meta.url), 'utf8')) as {
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
