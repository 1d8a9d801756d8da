import { SYSTEM_PARTITION_KEY, SYSTEM_ROW_KEY } from '../page/decodedPage.ts';
import type { StoreParts } from './storeParts.ts';

/** A row has no such property. Every other reference but VALUE_TWICE is one of the arena's. */
export const VALUE_ABSENT = 0;
/** The name stands twice in a row: nobody can say which value counts. */
export const VALUE_TWICE = 1;

/** Gives the reference of a row's value, VALUE_ABSENT or VALUE_TWICE. Equal references are equal values. */
export type PropertyReader = (row: number) => number;

/** PartitionKey and RowKey. */
export function keyReader({ rows }: StoreParts, which: number): PropertyReader {
  if (which === SYSTEM_PARTITION_KEY) return (row) => rows.partitionKeys[row] as number;
  if (which === SYSTEM_ROW_KEY) return (row) => rows.rowKeys[row] as number;
  throw new RangeError(`The system value ${which} is no key.`);
}

/** A property of its own, of row after row: where it stands is looked up once for rows of one shape. */
export function cellReader({ rows, shapes }: StoreParts, name: string): PropertyReader {
  let lastShape = -1;
  let position: number | undefined;
  let isTwice = false;
  return (row) => {
    const shape = rows.shapes[row] as number;
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
    return isTwice ? VALUE_TWICE : rows.cells.get((rows.cellFrom[row] as number) + position);
  };
}
