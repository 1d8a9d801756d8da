import type { Entity, EntityProperty, ValueForm } from './entity.ts';
import { FORM_BOOLEAN, FORM_JSON, FORM_NULL, FORM_NUMBER } from './jsonBytes.ts';
import { valueText } from './pageNames.ts';

/** System values of a row, in this order, each as form, from, to. */
export const SYSTEM_PARTITION_KEY = 0;
export const SYSTEM_ROW_KEY = 1;
export const SYSTEM_TIMESTAMP = 2;
export const SYSTEM_ETAG = 3;
export const SYSTEM_STRIDE = 12;
/** The form of a system value that is not there. */
export const FORM_ABSENT = 255;

/** A cell is four numbers: name, tag, from, to. */
export const CELL_STRIDE = 4;
/** Tag: bits 0..2 form, bit 3 duplicate name, bits 4.. type. */
export const TAG_DUPLICATE = 8;
export const TAG_TYPE_SHIFT = 4;
export const TAG_FORM_MASK = 7;

/** One page, checked whole. Values are ranges of its bytes: nothing is copied or made a string until asked for. */
export interface DecodedPage {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
  /** Member names by number. */
  readonly names: readonly string[];
  /** Type names by code, the known ones first. */
  readonly types: readonly string[];
  /** SYSTEM_STRIDE numbers a row. */
  readonly system: Uint32Array;
  /** CELL_STRIDE numbers a cell, in the order of the page. */
  readonly cells: Uint32Array;
  /** First cell of each row, and one entry more. */
  readonly rowCells: Uint32Array;
  /** Rows in which a property name stands twice. */
  readonly duplicateNameRows: number;
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

/** A system value of a row as text; undefined where it is not there. */
export function systemText(page: DecodedPage, row: number, which: number): string | undefined {
  const at = row * SYSTEM_STRIDE + which * 3;
  const form = page.system[at] as number;
  if (form === FORM_ABSENT) return undefined;
  return valueText(page.bytes, form, page.system[at + 1] as number, page.system[at + 2] as number);
}

function cellProperty(page: DecodedPage, cell: number): EntityProperty {
  const at = cell * CELL_STRIDE;
  const tag = page.cells[at + 1] as number;
  return {
    name: page.names[page.cells[at] as number] ?? '',
    type: page.types[tag >> TAG_TYPE_SHIFT] ?? '',
    form: formName(tag & TAG_FORM_MASK),
    text: valueText(
      page.bytes,
      tag & TAG_FORM_MASK,
      page.cells[at + 2] as number,
      page.cells[at + 3] as number,
    ),
    duplicate: (tag & TAG_DUPLICATE) !== 0,
  };
}

/** Row `row` of a page (0 .. rowCount) without loss. */
export function pageEntity(page: DecodedPage, row: number): Entity {
  if (row < 0 || row >= page.rowCount)
    throw new RangeError(`Row ${row} is not in a page of ${page.rowCount}.`);
  const timestamp = systemText(page, row, SYSTEM_TIMESTAMP);
  const etag = systemText(page, row, SYSTEM_ETAG);
  const properties: EntityProperty[] = [];
  const to = page.rowCells[row + 1] as number;
  for (let cell = page.rowCells[row] as number; cell < to; cell++) properties.push(cellProperty(page, cell));
  return {
    partitionKey: systemText(page, row, SYSTEM_PARTITION_KEY) ?? '',
    rowKey: systemText(page, row, SYSTEM_ROW_KEY) ?? '',
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(etag === undefined ? {} : { etag }),
    properties,
  };
}
