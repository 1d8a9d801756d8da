import type { EntityKey } from '../../keys/base/entityKey.ts';
import type { Entity, EntityProperty, ValueForm } from '../entity.ts';
import { FORM_BOOLEAN, FORM_JSON, FORM_NULL, FORM_NUMBER } from '../bytes/jsonBytes.ts';
import { valueText } from './pageNames.ts';

/** Where the system values of a row are in `DecodedPage.system`. Each takes three numbers: form, from, to. */
export const SYSTEM_PARTITION_KEY = 0;
export const SYSTEM_ROW_KEY = 1;
export const SYSTEM_TIMESTAMP = 2;
export const SYSTEM_ETAG = 3;
export const SYSTEM_STRIDE = 12;
/** The form of a missing system value. */
export const FORM_ABSENT = 255;

/** A cell takes two numbers for the bytes of its value, and two for its kind: name and tag. */
export const CELL_STRIDE = 2;
export const KIND_STRIDE = 2;
/** Tag: bits 0..2 form, bit 3 duplicate name, bits 4.. type. */
export const TAG_DUPLICATE = 8;
export const TAG_TYPE_SHIFT = 4;
export const TAG_FORM_MASK = 7;

/**
 * One fully checked page. Values are ranges of its bytes: nothing is copied or turned into strings until read. A value
 * that repeats the last one of its member may point to the bytes of that one: the same range is always the same value.
 */
export interface DecodedPage {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
  /** Member names by number. */
  readonly names: readonly string[];
  /** Type names by code, the known ones first. */
  readonly types: readonly string[];
  /** SYSTEM_STRIDE numbers for each row. */
  readonly system: Uint32Array;
  /** From and to of each cell, CELL_STRIDE numbers, in page order. */
  readonly cells: Uint32Array;
  /** First cell of each row, plus one entry for the end. */
  readonly rowCells: Uint32Array;
  /** Names and tags of a row's cells, KIND_STRIDE numbers each. */
  readonly kinds: Uint32Array;
  /** Position of each row's first name in `kinds`. A row like the one before shares its position. */
  readonly rowKinds: Uint32Array;
}

const FORMS: ReadonlyMap<number, ValueForm> = new Map([
  [FORM_NUMBER, 'number'],
  [FORM_BOOLEAN, 'boolean'],
  [FORM_NULL, 'null'],
  [FORM_JSON, 'json'],
]);

export function formName(form: number): ValueForm {
  return FORMS.get(form) ?? 'string';
}

/** A system value of a row as text; undefined if missing. */
export function systemText(page: DecodedPage, row: number, which: number): string | undefined {
  const at = row * SYSTEM_STRIDE + which * 3;
  const form = page.system[at] as number;
  if (form === FORM_ABSENT) return undefined;
  return valueText(page.bytes, form, page.system[at + 1] as number, page.system[at + 2] as number);
}

function cellProperty(page: DecodedPage, cell: number, kind: number): EntityProperty {
  const at = cell * CELL_STRIDE;
  const tag = page.kinds[kind + 1] as number;
  const form = tag & TAG_FORM_MASK;
  return {
    name: page.names[page.kinds[kind] as number] ?? '',
    type: page.types[tag >> TAG_TYPE_SHIFT] ?? '',
    form: formName(form),
    text: valueText(page.bytes, form, page.cells[at] as number, page.cells[at + 1] as number),
    duplicate: (tag & TAG_DUPLICATE) !== 0,
  };
}

/** Row `row` of a page (0 to rowCount - 1) without loss. */
export function pageEntity(page: DecodedPage, row: number): Entity {
  if (row < 0 || row >= page.rowCount)
    throw new RangeError(`Row ${row} is not in a page of ${page.rowCount}.`);
  const timestamp = systemText(page, row, SYSTEM_TIMESTAMP);
  const etag = systemText(page, row, SYSTEM_ETAG);
  const properties: EntityProperty[] = [];
  const from = page.rowCells[row] as number;
  const to = page.rowCells[row + 1] as number;
  const kind = page.rowKinds[row] as number;
  for (let cell = from; cell < to; cell++) {
    properties.push(cellProperty(page, cell, kind + (cell - from) * KIND_STRIDE));
  }
  return {
    partitionKey: systemText(page, row, SYSTEM_PARTITION_KEY) ?? '',
    rowKey: systemText(page, row, SYSTEM_ROW_KEY) ?? '',
    timestamp,
    etag,
    properties,
  };
}

export function pageKey(page: DecodedPage, row: number): EntityKey {
  return {
    partitionKey: systemText(page, row, SYSTEM_PARTITION_KEY) ?? '',
    rowKey: systemText(page, row, SYSTEM_ROW_KEY) ?? '',
  };
}
