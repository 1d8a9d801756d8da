import type { EntityKey } from '../keys/base/entityKey.ts';
import type { Entity, EntityProperty } from '../entities/entity.ts';
import type { SeriesPoint } from './unpivot.ts';
import { readKey } from '../keys/readKey.ts';
import { schemeById } from '../keys/schemeRegistry.ts';

/** How many keys are sampled to find out how the others are written. */
const SAMPLE = 200;
/** Readings with less confidence than this are guesses, and ignored. */
const SURE = 0.5;

/** The instant in the keys of a row, in ticks; undefined: none. */
type RowTimes = (keys: EntityKey) => bigint | undefined;

function readerOf(keys: readonly EntityKey[], part: 'row' | 'partition'): RowTimes | undefined {
  const textOf = ({ partitionKey, rowKey }: EntityKey): string => (part === 'row' ? rowKey : partitionKey);
  const sample = keys.slice(0, SAMPLE).map(textOf);
  const [best] = readKey(sample[0] ?? '', { part, sample });
  const scheme = best?.ticks === undefined || best.confidence < SURE ? undefined : schemeById(best.schemeId);
  return scheme && ((row) => scheme.read(textOf(row), part, {})?.ticks);
}

/**
 * The time at which each row begins. The RowKey is read first: in a series its time is finer than the
 * PartitionKey's. Undefined: neither key holds a time.
 */
export function rowTimes(keys: readonly EntityKey[]): RowTimes | undefined {
  return readerOf(keys, 'row') ?? readerOf(keys, 'partition');
}

/** Rows per page, as in the service's own pages. */
const PAGE_ROWS = 1000;
/** Digits of ticks in a RowKey, so that text order is time order. */
const TICKS_DIGITS = 19;

/** The value as the service's JSON has it; the annotation says its type. */
function jsonOf({ form, text }: EntityProperty): string {
  return form === 'string' ? JSON.stringify(text) : text;
}

/**
 * A number with at least this many digits at the end of a key is a time; a shorter one is part of a name,
 * such as `boiler-1`.
 */
const TIME_AT_END = /[\W_]*\d{10,20}$/u;

/** The text before the time in a PartitionKey: the source, if the layout writes it there. */
export function sourceOf({ partitionKey }: Pick<Entity, 'partitionKey'>): string {
  return partitionKey.replace(TIME_AT_END, '');
}

/**
 * A point as a row of the basic layout: PartitionKey = the source, RowKey = its ticks and the name of its property, so that two points of
 * one instant are two rows. Its properties are the value, that name, and the RowKey of the row that it comes from.
 */
function rowOf(entity: Entity, { ticks, name, value }: Omit<SeriesPoint, 'row'>, source: string): string {
  const type = value.type !== 'Json' ? `"Value@odata.type":${JSON.stringify(value.type)},` : '';
  const timestamp = entity.timestamp === undefined ? '' : `"Timestamp":${JSON.stringify(entity.timestamp)},`;
  const rowKey = JSON.stringify(`${String(ticks).padStart(TICKS_DIGITS, '0')}_${name}`);
  return `{"PartitionKey":${JSON.stringify(source)},"RowKey":${rowKey},${timestamp}${type}"Value":${jsonOf(value)},"Property":${JSON.stringify(name)},"OfRow":${JSON.stringify(entity.rowKey)}}`;
}

/** Collects points as pages in the form in which the service sends rows. */
export class PointPages {
  private rows: string[] = [];
  /** Points so far. */
  count = 0;
  private readonly unnamed: string;

  /** `unnamed`: the PartitionKey of points whose rows name no source, e.g. the table. */
  constructor(unnamed: string) {
    this.unnamed = unnamed;
  }

  add(entity: Entity, points: readonly Omit<SeriesPoint, 'row'>[]): void {
    const source = sourceOf(entity);
    for (const point of points) this.rows.push(rowOf(entity, point, source === '' ? this.unnamed : source));
    this.count += points.length;
  }

  /** The next page, if there are enough rows; with `isLast`, the remaining rows. */
  take(isLast: boolean): string | undefined {
    if (this.rows.length === 0 || (this.rows.length < PAGE_ROWS && !isLast)) return undefined;
    const rows = this.rows.splice(0, PAGE_ROWS);
    return `{"value":[${rows.join(',')}]}`;
  }
}
