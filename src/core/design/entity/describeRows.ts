import type { Entity, EntityProperty } from '../../entities/entity.ts';
import { ENTITY_PROPERTIES, readProperties } from '../bench/workload.ts';

/** An entity inferred from its rows, in the notation of the bench's fields. */
export interface RowsDescription {
  /** Lines such as `Level: Int32, 5 values`. Values are only counted, never shown. */
  readonly properties: string;
  readonly propertyCount: number;
  /** The mean size of a row, as the service counts it. */
  readonly bytes: number;
  /** Properties that the bench cannot take, because of their names or because there are too many. */
  readonly leftOut: readonly string[];
}

/** Bytes of the types whose size does not depend on the value (Understanding the Table service data model). */
const FIXED_BYTES: Readonly<Record<string, number>> = {
  'Edm.Int32': 4,
  'Edm.Int64': 8,
  'Edm.Double': 8,
  'Edm.Boolean': 1,
  'Edm.DateTime': 8,
  'Edm.Guid': 16,
};

function valueBytes({ type, text }: EntityProperty): number {
  const fixed = FIXED_BYTES[type];
  if (fixed !== undefined) return fixed;
  // Base64 holds three bytes in four characters.
  return 4 + (type === 'Edm.Binary' ? Math.floor((text.replace(/=+$/, '').length * 3) / 4) : 2 * text.length);
}

/** The size of a row: 4 bytes, both keys in UTF-16, and for each property 8 bytes, its name and its value. */
function rowBytes({ partitionKey, rowKey, properties }: Entity): number {
  return properties.reduce(
    (sum, property) => sum + 8 + 2 * property.name.length + valueBytes(property),
    4 + 2 * (partitionKey.length + rowKey.length),
  );
}

/** The type as the bench names it. Types that exist only in JSON count as text. */
function benchType(type: string): string {
  const name = type.replace(/^Edm\./, '');
  return FIXED_BYTES[type] === undefined && name !== 'Binary' ? 'String' : name;
}

interface Seen {
  readonly types: Map<string, number>;
  readonly values: Set<string>;
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 'String';
}

/** Describes an entity by a sample of its rows. The numbers of values are those in the sample. */
export function describeRows(rows: readonly Entity[]): RowsDescription {
  const seen = new Map<string, Seen>();
  let bytes = 0;
  for (const row of rows) {
    bytes += rowBytes(row);
    for (const { name, type, text } of row.properties) {
      const known = seen.get(name) ?? { types: new Map<string, number>(), values: new Set<string>() };
      seen.set(name, known);
      if (type === 'Null') continue;
      const own = benchType(type);
      known.types.set(own, (known.types.get(own) ?? 0) + 1);
      known.values.add(text);
    }
  }
  const lines: string[] = [];
  const leftOut: string[] = [];
  for (const [name, { types, values }] of seen) {
    const line = `${name}: ${mostFrequent(types)}, ${Math.max(1, values.size)} values`;
    // Names are left out if templates and patterns cannot express them, and properties if they exceed an entity's limit.
    const read = readProperties(line);
    const isWritable = read.ok && read.value.length === 1 && read.value[0]?.name === name;
    if (isWritable && lines.length < ENTITY_PROPERTIES) lines.push(line);
    else leftOut.push(name);
  }
  return {
    properties: lines.join('\n'),
    propertyCount: lines.length,
    bytes: rows.length === 0 ? 0 : Math.max(1, Math.round(bytes / rows.length)),
    leftOut,
  };
}
