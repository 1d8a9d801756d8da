import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../anyCharacter.fixture.ts';
import { besideCandidates, everyCandidate, keyCandidates } from './keyCandidates.ts';
import { readBest, readKey } from './readKey.ts';
import { formList, type KeyScheme } from './base/keyScheme.ts';
import type { KeyHint, KeyPart, KeyReading } from './base/scheme.ts';
import { isVariant } from './base/schemeSpec.ts';
import { ALL_ENTRIES, KEY_SCHEMES } from './schemeRegistry.ts';
import { coveringWriters, exactWriters } from './schemes/writers.fixture.ts';
import { bulkTicks } from './knownScheme.fixture.ts';

const { vectors } = JSON.parse(readFileSync(new URL('./fixtures/keys.json', import.meta.url), 'utf8')) as {
  readonly vectors: readonly {
    readonly pk: string | null;
    readonly rk: string | null;
    readonly table: string;
  }[];
};

const HINTS: readonly KeyHint[] = [{}, { part: 'partition' }, { part: 'row' }, { part: 'table' }];

/** Keys of all writers in the fixtures, and the examples of all schemes. */
const KEYS: readonly string[] = [
  ...new Set([
    ...vectors.flatMap(({ pk, rk, table }) => [pk ?? '', rk ?? '', table]),
    ...[...exactWriters, ...coveringWriters].flatMap(([, , writer]) => {
      const { partitionKey, rowKey, tableName } = writer.write(638452306621234567n, 0);
      return [partitionKey, rowKey, tableName ?? ''];
    }),
    ...ALL_ENTRIES.flatMap(({ example }) => [example?.partition ?? '', example?.row ?? '']),
    ...(
      'device7_0638452296000000000 2024-03-05_x tenant_202403 d_20240305-1427 2024-03-05_17_x ' +
      'device7_9223372036854775807 3155378975999999999_x x_-62135596800000 a___1709632830123456789 ' +
      '116444736000000000|x 1709632830_17 1709633862.25 20240305T1017 -8584919730233541241 9999999999 @a@b x^0y'
    ).split(' '),
  ]),
];

/** Everything that readings say, in a form that can be compared. */
function said(readings: readonly (KeyReading | undefined)[]): readonly unknown[] {
  return readings.map((reading) => reading && { ...reading, fields: [...reading.fields] });
}

/** Schemes that would read a key, or read it with more confidence, but are ruled out by its shape. */
function leftOut(key: string, hint: KeyHint): readonly string[] {
  const whole = keyCandidates(key, hint.part);
  const beside = besideCandidates(key, hint.part);
  return everyCandidate(hint.part).flatMap(({ scheme, order, parts }) => {
    if (hint.tableName !== undefined && scheme.entry.tables?.test(hint.tableName) === true) return [];
    const own = [...whole, ...beside].filter((each) => each.order === order);
    const bestAs = (kinds: readonly KeyPart[]): number =>
      Math.max(0, ...kinds.map((part) => scheme.read(key, part, hint)?.confidence ?? 0));
    return bestAs(parts) > bestAs(own.flatMap((each) => each.parts)) ? [scheme.id] : [];
  });
}

/** Keys with a character changed, removed or added; cut or joined keys; and keys made of pieces of others. */
const mutated = fc
  .tuple(
    fc.constantFrom(...KEYS),
    fc.constantFrom(...KEYS),
    fc.nat(80),
    fc.constantFrom('', 'é', ' ', ...'0 9 f Z x _ __ ___ - . : | ; @ ^ $ % ~'.split(' ')),
    fc.constantFrom('insert', 'replace', 'cut', 'join', 'head', 'keep'),
  )
  .map(([key, other, place, mark, how]) => {
    const at = Math.min(place, key.length);
    if (how === 'insert') return key.slice(0, at) + mark + key.slice(at);
    if (how === 'replace') return key.slice(0, at) + mark + key.slice(at + 1);
    if (how === 'cut') return key.slice(at);
    if (how === 'head') return key.slice(0, at);
    return how === 'join' ? key + mark + other : key;
  });

/** Table names of writers, whose schemes then apply, and one that belongs to no writer. */
const TABLES: readonly string[] = [
  ...new Set([
    'NobodysTable',
    'WADLogsTable',
    'WADPerformanceCountersTable',
    'DurableTaskPartitions',
    'XInstances',
    'XHistory',
    ...[...exactWriters, ...coveringWriters].map(
      ([, , writer]) => writer.write(638452306621234567n, 1).tableName ?? 'NobodysTable',
    ),
    ...vectors.map(({ table }) => table).filter((table) => table !== ''),
  ]),
];

describe('the schemes that the shape of a key leaves', () => {
  it('read what all schemes read: every known key, as each part by turns', () => {
    const wrong = KEYS.map((key, at) => ({ key, hint: HINTS[at % HINTS.length] })).filter(({ key, hint }) => {
      const readings = readKey(key, hint);
      return leftOut(key, hint ?? {}).length > 0 || readBest(key, hint)?.schemeId !== readings[0]?.schemeId;
    });
    expect(KEYS.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });

  it('read what all schemes read: changed, cut and joined keys, and any text, in any table', () => {
    const text = fc.oneof(
      { weight: 4, arbitrary: mutated },
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.stringMatching(/^[0-9]{0,24}$/),
      fc.stringMatching(/^[0-9]{2,20}[-_.:|][0-9A-Za-z]{0,20}$/),
      fc.stringMatching(/^[A-Za-z]{1,8}[-_.:|]?[0-9]{6,20}$/),
      fc.stringMatching(/^[-+_=/0-9A-Za-z]{4,40}$/),
    );
    const tables = fc.option(fc.constantFrom(...TABLES), { nil: undefined });
    fc.assert(
      fc.property(text, fc.constantFrom(...HINTS), tables, (key, { part }, tableName) => {
        const hint = { part, tableName };
        expect(leftOut(key, hint)).toEqual([]);
        expect(said([readBest(key, hint)])).toEqual(said([readKey(key, hint)[0]]));
      }),
      { numRuns: 150 },
    );
  });

  it('are never surer than they say, which is how the best reading is found early', () => {
    const tooSure = KEYS.flatMap((key) =>
      keyCandidates(key, 'partition').flatMap(({ scheme: { id, read }, most }) =>
        (read(key, 'partition', {})?.confidence ?? 0) > most ? [[id, key]] : [],
      ),
    );
    expect(tooSure).toEqual([]);
    const sure = KEYS.flatMap((key) => keyCandidates(key, 'partition').filter(({ most }) => most < 1));
    expect(sure.length).toBeGreaterThan(100);
  });

  it('are few: no more than 20 of all for the keys that people paste', () => {
    const counts = [
      '0638452306621234567',
      '0638452306200000000',
      '0000000000000000012___0634925952000000000',
      '2516926669378765432',
      '2516926669378765432_7c9e6679-7425-40de-944b-e07fc1f90ae7',
      'device7_0638452296000000000',
    ].map((key) => keyCandidates(key, undefined).length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(26);
    expect(KEY_SCHEMES.length).toBeGreaterThan(150);
  });
});

/** The time that the bulk path reads in a key. The other key is empty, or the only value that the writer uses. */
function ticksIn(scheme: KeyScheme, key: string, part: KeyPart): bigint | undefined {
  const template = formList(scheme.entry.partition)[0]?.template ?? '';
  const partitionKey = template.includes('{') ? '' : template;
  return part === 'row' ? bulkTicks(scheme, partitionKey, key) : bulkTicks(scheme, key);
}

/** Whether a scheme reads this time in a key, in any table or in one of its writer's. */
function hasReading({ read, entry }: KeyScheme, key: string, part: KeyPart, ticks: bigint): boolean {
  const own = TABLES.find((tableName) => entry.tables?.test(tableName));
  return [undefined, own].some((tableName) => read(key, part, { tableName })?.ticks === ticks);
}

describe('the bulk path', () => {
  const timed = KEY_SCHEMES.filter(
    (scheme) => !isVariant(scheme) && scheme.timeSource !== 'none' && scheme.timeSource !== 'table',
  );

  it('reads the times that readings have, and no others: known and changed keys', () => {
    const times = new Set<string>();
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...KEYS), mutated), (key) => {
        for (const scheme of timed) {
          const { id, entry, timeSource, read } = scheme;
          const part = timeSource === 'partition' ? 'partition' : 'row';
          const ticks = ticksIn(scheme, key, part);
          const isTold =
            ticks === undefined ||
            [scheme, ...KEY_SCHEMES].some((each) => hasReading(each, key, part, ticks));
          expect([key, id, isTold]).toEqual([key, id, true]);
          if (ticks !== undefined) times.add(id);
          // Extra forms are read, but a window does not select their keys.
          const hasExtra = formList(entry[part] ?? entry.row ?? entry.partition).some(
            ({ isExtra }) => isExtra,
          );
          const own = hasExtra ? ticks : (read(key, part, {})?.ticks ?? ticks);
          expect([key, id, ticks]).toEqual([key, id, own]);
        }
      }),
      { numRuns: 60 },
    );
    expect(times.size).toBeGreaterThan(40);
  });
});
