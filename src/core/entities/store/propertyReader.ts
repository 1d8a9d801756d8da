import { SYSTEM_PARTITION_KEY, SYSTEM_ROW_KEY } from '../page/decodedPage.ts';
import type { StoreParts } from './storeParts.ts';

/** The row lacks the property. Every other reference except VALUE_TWICE is a value's. */
export const VALUE_ABSENT = 0;
/** The name occurs twice in the row, so the value is ambiguous. */
export const VALUE_TWICE = 1;

/** Returns the reference of a row's value, VALUE_ABSENT or VALUE_TWICE. Equal references are equal values. */
export type PropertyReader = (row: number) => number;

/** Reads PartitionKey or RowKey. */
export function keyReader({ rows, cells }: StoreParts, which: number): PropertyReader {
  if (which === SYSTEM_PARTITION_KEY) return (row) => rows.partitionKeys.at(row);
  if (which === SYSTEM_ROW_KEY) return (row) => cells.reference(row, 0);
  throw new RangeError(`The system value ${which} is no key.`);
}

/** Reads a user property, row after row; looks up its position once for each shape. */
export function cellReader({ rows, shapes, cells }: StoreParts, name: string): PropertyReader {
  let lastShape = -1;
  let position: number | undefined;
  let isTwice = false;
  return (row) => {
    const shape = rows.shapes.codes[row] as number;
    if (shape !== lastShape) {
      const column = shapes.findColumn(name);
      position = column === undefined ? undefined : shapes.positionIn(shape, column);
      isTwice =
        column !== undefined &&
        position !== undefined &&
        shapes.columnsOf(shape).lastIndexOf(column) > position;
      lastShape = shape;
    }
    if (position === undefined) return VALUE_ABSENT;
    return isTwice ? VALUE_TWICE : cells.reference(row, 1 + position);
  };
}
