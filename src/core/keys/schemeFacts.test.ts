import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type KeyScheme, formList } from './base/keyScheme.ts';
import { clampTicks } from '../time/ticks.ts';
import { newRowTime, rowTimeTicks } from './base/digits.ts';
import type { KeyPart, KeyReading, KeySegment, SegmentKind } from './base/scheme.ts';
import { keyRanges } from './keyRanges.ts';
import { isInSpan } from './rangeTruth.fixture.ts';
import { readKey } from './readKey.ts';
import { isLikelyInstant, isVariant } from './base/schemeSpec.ts';
import { KEY_SCHEMES, schemeById } from './schemeRegistry.ts';
import { coveringWriters, exactWriters } from './schemes/writers.fixture.ts';

/*
 * What a scheme says of its keys (their order, what their pieces are, how sure a reading is) holds for keys of independent writers
 * and for keys that were seen in the wild.
 */

const writers = [...exactWriters, ...coveringWriters];
/** 2024-03-05T10:17:42.1234567Z, and some days, a month and a year later. */
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

/** Keys of a scheme: written by its writers, and found in the wild. */
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

function readingsOf(scheme: KeyScheme): readonly { readonly sample: Sample; readonly reading: KeyReading }[] {
  return samplesOf(scheme.id).flatMap((sample) => {
    const { part, text, tableName } = sample;
    const hints = tableName === undefined ? [{}] : [{}, { tableName }];
    const readings = hints.map((hint) => scheme.read(text, part, hint)).filter((each) => each !== undefined);
    return readings.map((reading) => ({ sample, reading }));
  });
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
    // Partitions that are no times stay the same.
    const far = [before, later].map(partitionOf).filter((key) => key !== partitionOf(day));
    expect(far.filter((key) => ranges.some(({ partition }) => isInSpan(key, partition)))).toEqual([]);
  });
});

describe('the time of a row', () => {
  const into = newRowTime();
  /** Constants, and the fake times of the agents' own tables, are no times of rows. */
  const timesOf = ({ scheme: id, table: tableName, pk, rk }: Vector) => {
    const scheme = schemeById(id);
    const [partitionKey, rowKey] = [pk ?? '', rk ?? ''];
    const partition = scheme?.read(partitionKey, 'partition', { tableName })?.ticks;
    const row = scheme?.read(rowKey, 'row', { tableName })?.ticks;
    const own = scheme?.timeSource === 'row' ? row : partition;
    const isTimed = scheme?.rowTime(partitionKey, rowKey, into) === true;
    return {
      isTime: own !== undefined && isLikelyInstant(own),
      read: [partition, row],
      found: isTimed ? clampTicks(rowTimeTicks(into)) : undefined,
    };
  };

  it('is that of the reading, for keys that were seen in the wild', () => {
    const timed = vectors.map((vector) => ({ vector, ...timesOf(vector) })).filter(({ isTime }) => isTime);
    expect(timed.filter(({ read, found }) => found === undefined || !read.includes(found))).toEqual([]);
    expect(timed.length).toBeGreaterThan(50);
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

describe('a reading', () => {
  it.each(sampled.map((scheme) => [scheme.id, scheme] as const))(
    '%s is at most certain, says why, and names every field',
    (_id, scheme) => {
      const readings = readingsOf(scheme);
      for (const { sample, reading } of readings) {
        const { confidence, reason, fields, schemeId, title } = reading;
        expect(title).toBe(schemeById(schemeId)?.title);
        expect([sample.text, confidence > 0 && confidence <= 1]).toEqual([sample.text, true]);
        expect(reason.length).toBeGreaterThan(10);
        expect([...fields.keys()].every((name) => /^[A-Za-z]/.test(name))).toBe(true);
      }
      expect(readings.length).toBeGreaterThanOrEqual(isVariant(scheme) ? 0 : 1);
    },
  );

  it('of a PartitionKey that may be any text holds what the scheme says it is', () => {
    const anyText = sampled.filter(({ entry }) => formList(entry.partition).some(({ isGuess }) => isGuess));
    for (const scheme of anyText) {
      const guess = formList(scheme.entry.partition).find(({ isGuess }) => isGuess)?.template;
      const field = /^\{(\w+)/.exec(guess ?? '')?.[1] ?? '';
      const unnamed = readingsOf(scheme).filter(
        ({ sample, reading }) =>
          sample.part === 'partition' &&
          reading.ticks === undefined &&
          (reading.fields.get(field) ?? '') === '',
      );
      expect(unnamed.map(({ sample }) => [scheme.id, sample.text])).toEqual([]);
    }
    expect(anyText.length).toBeGreaterThan(5);
  });
});

describe('a key that a scheme reads', () => {
  // A variant gives no readings.
  const own = sampled.filter((scheme) => !isVariant(scheme));

  it.each(own.map((scheme) => [scheme.id, scheme] as const))(
    '%s: is found without any hint',
    (_id, scheme) => {
      for (const { part, text } of samplesOf(scheme.id)) {
        const reading = part === 'table' ? undefined : scheme.read(text, part, {});
        const found = readKey(text).map(({ schemeId }) => schemeId);
        expect([text, ...found]).toEqual(
          expect.arrayContaining(reading === undefined ? [text] : [reading.schemeId]),
        );
      }
    },
  );
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

describe('the title of a scheme', () => {
  it('is not empty, and no other scheme has it', () => {
    const titleOf = ({ title }: KeyScheme) => title.trim().toLowerCase();
    const odd = KEY_SCHEMES.filter(
      (scheme) =>
        titleOf(scheme) === '' ||
        KEY_SCHEMES.some((other) => other !== scheme && titleOf(other) === titleOf(scheme)),
    );
    expect(odd.map(({ id, title }) => [id, title])).toEqual([]);
  });
});
