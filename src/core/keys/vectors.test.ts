import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isoToTicks, ticksToIso } from '../time/ticks.ts';
import { readKey } from './readKey.ts';
import type { KeyHint, KeyPart, KeyReading } from './base/scheme.ts';
import { schemeById } from './schemeRegistry.ts';

interface Vector {
  readonly id: number;
  readonly scheme: string;
  readonly table: string;
  readonly pk: string | null;
  readonly rk: string | null;
  readonly pk_instant: string | null;
  readonly rk_instant: string | null;
  readonly event_window: readonly [string, string] | null;
  readonly table_window?: readonly [string, string] | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

const { vectors } = JSON.parse(readFileSync(new URL('./fixtures/keys.json', import.meta.url), 'utf8')) as {
  readonly vectors: readonly Vector[];
};

/** The fixture has names that are not table names: "*", "(user table)". */
function tableHint(vector: Vector): Pick<KeyHint, 'tableName'> {
  return /^[$A-Za-z][A-Za-z0-9]*$/.test(vector.table) ? { tableName: vector.table } : {};
}

interface Part {
  readonly name: string;
  readonly vector: Vector;
  readonly part: KeyPart;
  readonly text: string;
  readonly instant: string | null;
}

const parts: readonly Part[] = vectors.flatMap((vector) => {
  const of = (part: KeyPart, text: string | null, instant: string | null): readonly Part[] =>
    text === null ? [] : [{ name: `${vector.id} ${vector.scheme} ${part}`, vector, part, text, instant }];
  return [
    ...of('partition', vector.pk, vector.pk_instant),
    ...of('row', vector.rk, vector.rk_instant),
    ...(vector.pk === null && vector.rk === null ? of('table', vector.table, null) : []),
  ];
});

/** Any time is accepted where a vector states no instant, because the name of a table still has one. */
function notATime(reading: KeyReading | undefined): string | undefined {
  return reading?.ticks === undefined ? undefined : ticksToIso(reading.ticks);
}

/** The reading of the vector's own scheme. */
function own(readings: readonly KeyReading[], part: Part): KeyReading | undefined {
  return readings.find((reading) => reading.schemeId === part.vector.scheme);
}

/** Facts in the fixture that the keys do not state: they come from other properties, or combine both keys. */
const BEYOND_KEYS = new Set(['event', 'eventUtc', 'eventOffset', 'joinedId']);

/** Two schemes write these keys alike, in the same tables; only the other key tells which one it was. */
const SHARED = new Map([
  ['18 wad-prefixed row', 'wad'],
  ['68 serilog-v4-7 row', 'serilog-v3'],
  ['69 serilog-v9.4 partition', 'serilog-v9'],
]);

describe('every vector', () => {
  it.each(parts)('$name: the scheme is known and among the readings without a hint', (part) => {
    expect(schemeById(part.vector.scheme)?.id).toBe(part.vector.scheme);
    const reading = own(readKey(part.text), part);
    expect(reading?.schemeId).toBe(part.vector.scheme);
    expect(reading?.ticks === undefined ? undefined : ticksToIso(reading.ticks)).toBe(
      part.instant ?? notATime(reading),
    );
  });

  it.each(parts)('$name: first with table and part', (part) => {
    const hint: KeyHint = { ...tableHint(part.vector), part: part.part };
    const [first] = readKey(part.text, hint);
    const isGeneric = part.vector.table === '*';
    const reading = isGeneric ? own(readKey(part.text, hint), part) : first;
    expect(reading?.schemeId).toBe(SHARED.get(part.name) ?? part.vector.scheme);
    expect(reading?.ticks === undefined ? undefined : ticksToIso(reading.ticks)).toBe(
      part.instant ?? notATime(reading),
    );
  });
});

describe('every vector with an event window', () => {
  it.each(vectors.filter((vector) => vector.event_window !== null))('$id $scheme', (vector) => {
    const window = vector.event_window?.map((iso) => isoToTicks(iso));
    const windows = parts
      .filter((part) => part.vector === vector)
      .map((part) => own(readKey(part.text, { ...tableHint(vector), part: part.part }), part)?.window)
      .filter((found) => found !== undefined)
      .map((found) => [found.from, found.to]);
    expect(windows).toContainEqual(window);
  });
});

describe('every vector with a table window', () => {
  it.each(vectors.filter((vector) => (vector.table_window ?? null) !== null))('$id $table', (vector) => {
    const window = vector.table_window?.map((iso) => isoToTicks(iso));
    const [first] = readKey(vector.table, { part: 'table' });
    expect(first?.window === undefined ? undefined : [first.window.from, first.window.to]).toEqual(window);
  });
});

/** A field as readings show it: lists are joined, and parts of an object are joined and also have names of their own. */
function printed(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  const parts = Object.entries(value);
  const joined = [name, parts.map(([, part]) => String(part)).join('___')] as const;
  return Array.isArray(value)
    ? [joined]
    : [joined, ...parts.map(([own, part]) => [`${name}.${own}`, String(part)] as const)];
}

describe('every field of a vector', () => {
  const fields = vectors.flatMap((vector) =>
    Object.entries(vector.fields)
      .filter(([name]) => !BEYOND_KEYS.has(name))
      .flatMap(([name, value]) => printed(name, value))
      .map(([name, value]) => ({ vector, name, value })),
  );
  it.each(fields)('$vector.id $vector.scheme: $name', ({ vector, name, value }) => {
    const found = parts
      .filter((part) => part.vector === vector)
      .map((part) =>
        own(readKey(part.text, { ...tableHint(vector), part: part.part }), part)?.fields.get(name),
      );
    expect(found).toContain(value);
  });
});
