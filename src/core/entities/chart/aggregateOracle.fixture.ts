import { isoToTicks } from '../../time/ticks.ts';
import type { Entity } from '../entity.ts';
import type { Statistic } from './chartTypes.ts';

/** A fraction, exact: every finite Double is one. */
interface Exact {
  readonly top: bigint;
  readonly bottom: bigint;
}

function exactOf(value: number | bigint): Exact {
  if (typeof value === 'bigint') return { top: value, bottom: 1n };
  let bottom = 1n;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    bottom *= 2n;
  }
  return { top: BigInt(scaled), bottom };
}

function sumOf(values: readonly (number | bigint)[]): Exact {
  return values
    .map(exactOf)
    .reduce((a, b) => ({ top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom }), {
      top: 0n,
      bottom: 1n,
    });
}

/** Whether a Double equals the fraction except for its last bits. `size`: the magnitude of the summands. */
function isClose(found: number, { top, bottom }: Exact, size: number): boolean {
  const difference = sumOf([found, 0]);
  const gap = difference.top * bottom - top * difference.bottom;
  const allowed = exactOf(Math.max(size, Math.abs(found), Number.MIN_VALUE) * 1e-14);
  const absolute = gap < 0n ? -gap : gap;
  return absolute * allowed.bottom <= allowed.top * bottom * difference.bottom;
}

export type Plain =
  | { readonly kind: 'number'; readonly value: number | bigint; readonly isWhole: boolean }
  | { readonly kind: 'absent' | 'null' | 'twice' }
  | { readonly kind: 'special'; readonly text: string }
  | { readonly kind: 'type'; readonly type: string; readonly text: string };

/** The meaning of a value, read with JavaScript's own functions. */
export function plainOf(entity: Entity, name: string): Plain {
  const all = entity.properties.filter((property) => property.name === name);
  const [property] = all;
  if (property === undefined) return { kind: 'absent' };
  if (all.length > 1) return { kind: 'twice' };
  const { type, form, text } = property;
  if (form === 'null') return { kind: 'null' };
  if (type === 'Edm.Int64') return { kind: 'number', value: BigInt(text), isWhole: true };
  if (form !== 'number' && type !== 'Edm.Double') return { kind: 'type', type, text };
  const value = Number(text);
  if (!Number.isFinite(value)) return { kind: 'special', text: String(value) };
  return { kind: 'number', value, isWhole: type === 'Edm.Int32' };
}

/** A text for each value; equal values have equal texts. */
function nameOf(plain: Plain): string {
  if (plain.kind === 'number') return `n ${exactName(plain.value)}`;
  if (plain.kind === 'special') return `s ${plain.text}`;
  if (plain.kind !== 'type') return plain.kind;
  const instant = plain.type === 'Edm.DateTime' && `i ${isoToTicks(plain.text)}`;
  return instant || `${plain.type === 'Edm.Boolean' ? 'b' : 't'} ${plain.text}`;
}

function exactName(value: number | bigint): string {
  const { top, bottom } = exactOf(value);
  return `${top}/${bottom}`;
}

/** The values of a cell's rows, and the length of its bucket in seconds. */
interface Cell {
  readonly plains: readonly Plain[];
  readonly seconds: number;
}

interface Found {
  readonly value: number;
  readonly exact: bigint | undefined;
}

const PERCENTS: Partial<Record<Statistic, number>> = { p50: 50, p90: 90, p95: 95, p99: 99 };

/** Whether a statistic of a cell is right. */
export function isRight(found: Found, statistic: Statistic, { plains, seconds }: Cell): boolean {
  const ofAnyType = plains.filter(({ kind }) => kind === 'number' || kind === 'special' || kind === 'type');
  if (statistic === 'count') return found.value === ofAnyType.length;
  if (statistic === 'distinct') return found.value === new Set(ofAnyType.map(nameOf)).size;
  const numbers = plains.filter((plain) => plain.kind === 'number');
  const inOrder = numbers.map(({ value }) => value).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (inOrder.length === 0) return Number.isNaN(found.value);
  if (statistic !== 'sum' && statistic !== 'average' && statistic !== 'rate')
    return isSame(found, inOrder[placeOf(statistic, inOrder.length) - 1] ?? 0);
  const sum = sumOf(inOrder);
  const size = inOrder.reduce<number>((most, value) => most + Math.abs(Number(value)), 0);
  if (statistic === 'sum') {
    if (numbers.every((plain) => plain.isWhole)) return isSame(found, sum.top / sum.bottom);
    return isClose(found.value, sum, size);
  }
  const by = exactOf(statistic === 'rate' ? seconds : inOrder.length);
  return isClose(found.value, { top: sum.top * by.bottom, bottom: sum.bottom * by.top }, size);
}

/** A whole number that no Double can hold must be listed exactly, besides the nearest Double. */
function isSame({ value, exact }: Found, wanted: number | bigint): boolean {
  if (value !== Number(wanted) + 0) return false;
  return typeof wanted === 'number' || (exact ?? BigInt(value)) === wanted;
}

function placeOf(statistic: Statistic, count: number): number {
  if (statistic === 'minimum') return 1;
  const percent = PERCENTS[statistic];
  return percent === undefined ? count : Math.ceil((count * percent) / 100);
}
