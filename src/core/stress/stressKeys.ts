import type { EntityKey } from '../keys/base/entityKey.ts';
import { padNumber } from '../keys/base/digits.ts';
import { type KeyTemplate, templateProperties } from '../keys/grammar/keyTemplate.ts';
import { parseTemplate } from '../keys/grammar/parseTemplate.ts';
import { encodeTemplate, type TemplateInput } from '../keys/grammar/writeKey.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import { seededRandom } from '../keyspace/seededRandom.ts';
import { fail, ok, type Result } from '../result.ts';
import { countText } from '../words.ts';
import { clampTicks, TICKS_PER_DAY, TICKS_PER_MINUTE, ticksFromUnixMs } from '../time/ticks.ts';
import { type DueOperation, dueOperations } from './loadSchedule.ts';
import { keyBytes, MOST_TRANSACTION_ENTITIES, ROW_OTHER_BYTES, type StressPlan } from './stressPlan.ts';

/** Makes the keys of an operation. All its entities have the same PartitionKey. */
export type KeyMaker = (operation: DueOperation) => Result<readonly EntityKey[], string>;

/**
 * How many operations in a row are checked before a load starts, and how many entities of each. This is enough to find keys that repeat.
 */
const CHECKED_OPERATIONS = 100;
const CHECKED_ENTITIES = 10;
/** The index at which each of these rows of operations begins. A number of fixed width in a template repeats after a power of ten. */
const CHECKED_FROM = [0, 1000, 10_000, 100_000];
/** Of ten writes to the newest keys, one is two minutes late and two are one minute late. The shares are cumulative. */
const LATE: readonly (readonly [share: number, minutes: bigint])[] = [
  [0.1, 2n],
  [0.3, 1n],
  [1, 0n],
];
const TICKS_PER_MS_F64 = 10_000;

/** The times in the keys of an entity. Entities of one operation differ in the row's time by single ticks. */
interface KeyTimes {
  readonly partition: bigint;
  readonly row: bigint;
}

function timesOf({ target, startedAtMs }: StressPlan, operation: DueOperation, entity: number): KeyTimes {
  const start = ticksFromUnixMs(startedAtMs);
  // Increases with every entity, so that writers of the same moment get different times too.
  const serial = operation.index * MOST_TRANSACTION_ENTITIES + entity;
  const due = start + BigInt(Math.floor(operation.dueMs)) * BigInt(TICKS_PER_MS_F64);
  const row = due + BigInt(serial);
  switch (target) {
    case 'one partition':
      return { partition: start, row };
    case 'front': {
      const [, late = 0n] = LATE.find(([share]) => operation.random < share) ?? [];
      return { partition: due - late * TICKS_PER_MINUTE, row };
    }
    case 'spread':
      return { partition: start - BigInt(Math.floor(operation.random * Number(TICKS_PER_DAY))), row };
  }
}

/** The GUID of an entity, which is the same in every load with this seed. */
function guidOf(seed: number, serial: number): string {
  const random = seededRandom((Math.imul(seed, 0x9e3779b1) ^ Math.imul(serial + 1, 0x85ebca6b)) >>> 0);
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
}

/** Values for the properties in a template: those in the PartitionKey identify the group, all others the entity. */
function valuesOf(template: KeyTemplate, group: number, serial: number, isShared: (name: string) => boolean) {
  return template.parts.flatMap((part): [string, string][] => {
    if (part.kind !== 'property' && part.kind !== 'hash') return [];
    const number = isShared(part.name) ? group : serial;
    if (part.kind === 'hash') return [[part.name, `s${number}`]];
    const { values, width } = part;
    if (values !== undefined) return [[part.name, values[number % values.length] ?? '']];
    return [[part.name, width === undefined ? `s${number}` : String(number % 10 ** width)]];
  });
}

function byTemplates(plan: StressPlan, texts: { readonly partition: string; readonly row: string }) {
  const partition = parseTemplate(texts.partition);
  const row = parseTemplate(texts.row);
  if (!partition.ok) return fail(partition.error.message);
  if (!row.ok) return fail(row.error.message);
  const ofPartition = new Set(templateProperties(partition.value));
  const isShared = (name: string) => ofPartition.has(name);
  const encoded = (template: KeyTemplate, input: TemplateInput): Result<string, string> => {
    const plain = encodeTemplate(template, input);
    // Some templates have GUIDs without dashes.
    return plain.ok || input.guid === undefined
      ? plain
      : encodeTemplate(template, { ...input, guid: input.guid.replaceAll('-', '') });
  };
  return ok((operation: DueOperation, entity: number): Result<EntityKey, string> => {
    const { group } = operation;
    const first = operation.index * MOST_TRANSACTION_ENTITIES;
    const times = timesOf(plan, operation, entity);
    const keyOf = (template: KeyTemplate, ticks: bigint, serial: number) =>
      encoded(template, {
        ticks,
        fields: new Map(valuesOf(template, group, serial, isShared)),
        writer: group,
        guid: guidOf(plan.seed, serial),
      });
    // All entities of a transaction get the PartitionKey of its first entity. If there is only one partition, they get that of the load's
    // first entity.
    const partitionSerial = plan.target === 'one partition' ? 0 : first;
    const partitionKey = keyOf(partition.value, times.partition, partitionSerial);
    if (!partitionKey.ok) return partitionKey;
    const rowKey = keyOf(row.value, times.row, first + entity);
    return rowKey.ok ? ok({ partitionKey: partitionKey.value, rowKey: rowKey.value }) : rowKey;
  });
}

function byScheme(plan: StressPlan, schemeId: string) {
  const scheme = schemeById(schemeId);
  if (scheme?.encode === undefined)
    return fail('Keyscope cannot write the keys of this scheme: choose another.');
  const { encode } = scheme;
  return ok((operation: DueOperation, entity: number): Result<EntityKey, string> => {
    const { group, index } = operation;
    const times = timesOf(plan, operation, entity);
    const keysAt = (ticks: bigint) => encode(clampTicks(ticks), { prefix: group });
    return ok({
      partitionKey: keysAt(times.partition).partitionKey ?? `group${padNumber(group, 4)}`,
      rowKey:
        keysAt(times.row).rowKey ??
        `stress___${padNumber(group, 4)}___${padNumber(index * MOST_TRANSACTION_ENTITIES + entity, 19)}`,
    });
  });
}

/** The function that makes the keys of a plan; or why there is none, for example because two rows would get the same keys. */
export function keyMaker(plan: StressPlan): Result<KeyMaker, string> {
  const { keys } = plan;
  const made = keys.kind === 'scheme' ? byScheme(plan, keys.schemeId) : byTemplates(plan, keys);
  if (!made.ok) return made;
  const maker: KeyMaker = (operation) => {
    const own: EntityKey[] = [];
    for (let entity = 0; entity < operation.entities; entity++) {
      const key = made.value(operation, entity);
      if (!key.ok) return key;
      own.push(key.value);
    }
    return ok(own);
  };
  const seen = new Set<string>();
  for (const operation of dueOperations(plan)) {
    const { index, entities } = operation;
    // Only templates may have numbers of fixed width, so the keys of a scheme need no further checks.
    if (keys.kind === 'scheme' && index >= CHECKED_OPERATIONS) break;
    if (!CHECKED_FROM.some((from) => index >= from && index < from + CHECKED_OPERATIONS)) continue;
    const own = maker({ ...operation, entities: Math.min(entities, CHECKED_ENTITIES) });
    if (!own.ok) return own;
    for (const { partitionKey, rowKey } of own.value) {
      const bytes = keyBytes({ partitionKey, rowKey }) + ROW_OTHER_BYTES;
      if (bytes > plan.entityBytes)
        return fail(
          `Rows with these keys have at least ${countText(bytes)} bytes: enter at least that for a row, or use shorter keys.`,
        );
      if (own.value[0]?.partitionKey !== partitionKey)
        return fail('Rows of one transaction would have different PartitionKeys.');
      const key = `${partitionKey}\u0000${rowKey}`;
      if (seen.has(key))
        return fail('Two rows would get the same keys. Add {Guid} or exact ticks to the RowKey.');
      seen.add(key);
    }
  }
  return ok(maker);
}
