// No part of a value is lost on its way from the wire to the export: every byte of thousands of entities of all eight types.
import { describe, expect, it } from 'vitest';
import { decodePage } from '../../src/core/entities/page/decodePage.ts';
import { pageEntity } from '../../src/core/entities/page/decodedPage.ts';
import { createRandom } from '../../scripts/demo/random.mjs';
import { createMemoryRows } from './memoryRows.ts';
import {
  ODD_NAMES,
  type RawEntity,
  rawEntity,
  rawMembers,
  rawPage,
  type RawProperty,
} from './rawEntities.ts';

const ENTITIES = 3000;
const PAGE_ROWS = 500;
/** If the service omits the type, the form of the value reveals it. */
const INT32 = /^-?\d{1,10}$/;

function pagesOf(seed: number): readonly (readonly RawEntity[])[] {
  const random = createRandom(seed, 'entities');
  const entities = Array.from({ length: ENTITIES }, (_, index) => rawEntity(random, index));
  return Array.from({ length: ENTITIES / PAGE_ROWS }, (_, page) =>
    entities.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS),
  );
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));

/** The text of a value as people read it: a string without quotes and escapes, anything else unchanged. */
function textOf(raw: string): string {
  return raw.startsWith('"') ? (JSON.parse(raw) as string) : raw;
}

/** The type that a reader of the export sees. */
function typeOf(raw: string, annotation: string | undefined): string {
  if (annotation !== undefined) return JSON.parse(annotation) as string;
  if (raw.startsWith('"')) return 'Edm.String';
  if (raw === 'true' || raw === 'false') return 'Edm.Boolean';
  return INT32.test(raw) && Math.abs(Number(raw)) <= 2 ** 31 ? 'Edm.Int32' : 'Edm.Double';
}

/** The properties of an exported line after the system keys, with their types. */
function exportedProperties(line: string): readonly Pick<RawProperty, 'name' | 'type' | 'raw'>[] {
  const members = rawMembers(line);
  return members.slice(3).flatMap(([name, raw], at, rest) => {
    if (name.endsWith('@odata.type')) return [];
    const before = rest[at - 1];
    return [{ name, type: typeOf(raw, before?.[0] === `${name}@odata.type` ? before[1] : undefined), raw }];
  });
}

describe('type fidelity', () => {
  it('thousands of entities of all eight types come through the decoder with type and raw text', () => {
    const wrong: unknown[] = [];
    let values = 0;
    for (const entities of pagesOf(1)) {
      const page = decodePage(bytes(rawPage(entities)));
      if (!page.ok) throw new Error(page.error.message);
      entities.forEach((entity, row) => {
        const found = pageEntity(page.value, row);
        values += entity.properties.length;
        const seen = found.properties.map(({ name, type, text }) => `${name}\u0000${type}\u0000${text}`);
        const wanted = entity.properties.map(
          ({ name, type, raw }) => `${name}\u0000${type}\u0000${textOf(raw)}`,
        );
        const isSame =
          found.partitionKey === entity.partitionKey &&
          found.rowKey === entity.rowKey &&
          found.timestamp === entity.timestamp &&
          seen.join('\u0001') === wanted.join('\u0001');
        if (!isSame && wrong.length < 3) wrong.push({ seen, wanted });
      });
    }
    expect(wrong).toEqual([]);
    expect(values).toBeGreaterThan(8 * ENTITIES);
  });

  it('and through the store and the NDJSON export, byte for byte', async () => {
    const { client, exported } = createMemoryRows();
    await client.begin({ runId: 1, schemeId: 'none', queries: [{ index: 0, label: 'all rows' }] });
    const pages = pagesOf(2);
    for (const entities of pages) {
      const receipt = await client.append(1, 0, bytes(rawPage(entities)));
      expect(receipt.ok && receipt.value.rows).toBe(PAGE_ROWS);
    }
    const lines = await exported();
    const wrong: unknown[] = [];
    pages.flat().forEach((entity, row) => {
      const line = lines[row] ?? '{}';
      const system = rawMembers(line).slice(0, 3);
      const keys = [
        ['PartitionKey', JSON.stringify(entity.partitionKey)],
        ['RowKey', JSON.stringify(entity.rowKey)],
        ['Timestamp', JSON.stringify(entity.timestamp)],
      ];
      const wanted = entity.properties.map(({ name, type, raw }) => ({ name, type, raw }));
      const isSame =
        JSON.stringify(system) === JSON.stringify(keys) &&
        JSON.stringify(exportedProperties(line)) === JSON.stringify(wanted);
      if (!isSame && wrong.length < 3) wrong.push({ line: line.slice(0, 2000), wanted });
    });
    expect(wrong).toEqual([]);
    expect(lines).toHaveLength(ENTITIES);
  });

  it('a Double 5.0 is not an Int32 5, and no name stands for another', async () => {
    const properties = ODD_NAMES.map((name, at) => ({
      name,
      type: at % 2 === 0 ? 'Edm.Double' : 'Edm.Int32',
      raw: at % 2 === 0 ? '5.0' : '5',
      annotated: false,
    }));
    const { client, exported } = createMemoryRows();
    await client.begin({ runId: 1, schemeId: 'none', queries: [{ index: 0, label: 'all rows' }] });
    const entity = { partitionKey: 'p', rowKey: 'r', timestamp: '2026-11-21T00:00:00.1234567Z', properties };
    expect(await client.append(1, 0, bytes(rawPage([entity])))).toMatchObject({
      ok: true,
      value: { rows: 1 },
    });
    expect(exportedProperties((await exported())[0] ?? '')).toEqual(
      properties.map(({ name, type, raw }) => ({ name, type, raw })),
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('5');
  });
});
