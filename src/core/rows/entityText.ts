import { percentEncoded } from '../percentText.ts';
import type { Entity, EntityProperty } from '../entities/entity.ts';
import type { EntityKey } from '../keys/base/entityKey.ts';
import { allOf, comparison, stringLiteral } from '../odata/builders.ts';
import { formatFilter } from '../odata/filter.ts';
import { findLoneSurrogate } from '../keyText.ts';

function propertyJson({ name, type, form, text }: EntityProperty): readonly string[] {
  const isText = form === 'string';
  const value = `${JSON.stringify(name)}: ${isText ? JSON.stringify(text) : text}`;
  // Types that JSON alone does not tell: without an annotation, a reader assumes String, Boolean or a number.
  const isPlain =
    type === 'Null' ||
    type === 'Json' ||
    (isText && type === 'Edm.String') ||
    (form === 'boolean' && type === 'Edm.Boolean');
  const isInt32 = form === 'number' && type === 'Edm.Int32';
  return isPlain || isInt32
    ? [value]
    : [`${JSON.stringify(`${name}@odata.type`)}: ${JSON.stringify(type)}`, value];
}

/** Both keys, and the Timestamp if it is known. */
export function keyProperties({ partitionKey, rowKey, timestamp }: Entity) {
  return [
    { name: 'PartitionKey', type: 'Edm.String', text: partitionKey },
    { name: 'RowKey', type: 'Edm.String', text: rowKey },
    ...(timestamp === undefined ? [] : [{ name: 'Timestamp', type: 'Edm.DateTime', text: timestamp }]),
  ];
}

/** An entity as the service writes it, one member per line, with the types that JSON alone does not tell. */
export function entityJsonText(entity: Entity): string {
  const members = keyProperties(entity).map(
    ({ name, text }) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`,
  );
  for (const property of entity.properties) members.push(...propertyJson(property));
  return `{\n${members.map((member) => `  ${member}`).join(',\n')}\n}`;
}

/** The `$filter` that selects one entity; undefined if no filter can hold its keys. */
export function entityFilter({ partitionKey, rowKey }: EntityKey): string | undefined {
  try {
    const node = allOf([
      comparison('PartitionKey', 'eq', stringLiteral(partitionKey)),
      comparison('RowKey', 'eq', stringLiteral(rowKey)),
    ]);
    return node && formatFilter(node);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function keyInPath(text: string): string {
  return percentEncoded(`'${text.replaceAll("'", "''")}'`).replaceAll("'", '%27');
}

/** The address of one entity, without a SAS; undefined if its keys or its table cannot be in an address. */
export function entityUrl(
  endpoint: string,
  table: string,
  { partitionKey, rowKey }: EntityKey,
): string | undefined {
  if ([partitionKey, rowKey, table].some((text) => findLoneSurrogate(text) >= 0)) return undefined;
  const keys = `PartitionKey=${keyInPath(partitionKey)},RowKey=${keyInPath(rowKey)}`;
  return `${endpoint.replace(/[?#].*$/, '').replace(/\/$/, '')}/${percentEncoded(table)}(${keys})`;
}

/** A property of two entities side by side; undefined: the entity lacks it. */
export interface ComparedProperty {
  readonly name: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly isSame: boolean;
}

interface Sided {
  readonly type: string;
  readonly text: string;
}

function sides(entity: Entity): ReadonlyMap<string, Sided> {
  const found = new Map<string, Sided>();
  // A property may have the name of a key, or the name that a repeated property gets here.
  for (const { name, type, text } of [...keyProperties(entity), ...entity.properties]) {
    let free = name;
    for (let count = 2; found.has(free); count++) free = `${name} (${count})`;
    found.set(free, { type, text });
  }
  return found;
}

/** Compares all properties of two entities, in the order of the first one. Equal texts of different types count as a difference. */
export function compareEntities(left: Entity, right: Entity): readonly ComparedProperty[] {
  const [a, b] = [sides(left), sides(right)];
  return [...new Set([...a.keys(), ...b.keys()])].map((name) => {
    const [one, other] = [a.get(name), b.get(name)];
    const isSame = one !== undefined && one.type === other?.type && one.text === other.text;
    const hasTypes = one !== undefined && other !== undefined && one.type !== other.type;
    const words = (side: Sided | undefined): string | undefined =>
      side && (hasTypes ? `${side.text} (${side.type.replace(/^Edm\./, '')})` : side.text);
    return { name, left: words(one), right: words(other), isSame };
  });
}
