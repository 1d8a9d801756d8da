/**
 * The eight property types of the table service.
 * @typedef {'String' | 'Int32' | 'Int64' | 'Double' | 'Boolean' | 'DateTime' | 'Guid' | 'Binary'} EdmType
 */

/**
 * A property with its name, its type, and its value as text. Numbers are decimal, or `NaN`, `Infinity` or `-Infinity`. DateTime is ISO
 * with 7 digits and `Z`, Binary is Base64, Boolean is `true` or `false`.
 * @typedef {readonly [name: string, type: EdmType, text: string]} DemoProperty
 */

/**
 * @typedef {object} DemoRow
 * @property {string} partitionKey as written
 * @property {string} rowKey as written
 * @property {string} timestamp when the row arrived: ISO, 7 digits, Z
 * @property {readonly DemoProperty[]} properties in the writer's order
 */

/**
 * The time that a key covers: a half-open span of ticks.
 * @typedef {{ readonly from: bigint, readonly to: bigint }} TickSpan
 */

/**
 * @typedef {object} DemoTable
 * @property {string} name as the service lists it
 * @property {1 | 10 | 100} volume number of prefixes (event volume)
 * @property {TickSpan} window the event times of the rows
 * @property {readonly DemoRow[]} rows in key order: PartitionKey, then RowKey, by UTF-16 units
 * @property {(row: DemoRow) => TickSpan | undefined} bucketOf the time that a row's key covers; undefined if there is no time in the keys
 */

/**
 * Compares rows in the order of the table service: by PartitionKey, then by RowKey, both by UTF-16 units.
 * @param {Pick<DemoRow, 'partitionKey' | 'rowKey'>} a
 * @param {Pick<DemoRow, 'partitionKey' | 'rowKey'>} b
 * @returns {number}
 */
export function compareRows(a, b) {
  if (a.partitionKey !== b.partitionKey) return a.partitionKey < b.partitionKey ? -1 : 1;
  if (a.rowKey === b.rowKey) return 0;
  return a.rowKey < b.rowKey ? -1 : 1;
}

/**
 * Sorts rows into key order. Throws if two rows have the same key.
 * @param {DemoRow[]} rows sorted in place
 * @returns {readonly DemoRow[]}
 */
export function inKeyOrder(rows) {
  rows.sort(compareRows);
  for (let i = 1; i < rows.length; i += 1) {
    const before = rows[i - 1];
    const row = rows[i];
    if (before !== undefined && row !== undefined && compareRows(before, row) === 0) {
      throw new Error(`Two demo rows have the key ${row.partitionKey} / ${row.rowKey}.`);
    }
  }
  return rows;
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {DemoProperty}
 */
export function text(name, text) {
  return [name, 'String', text];
}

/**
 * @param {string} name
 * @param {number} value a whole number of 32 bits
 * @returns {DemoProperty}
 */
export function int32(name, value) {
  return [name, 'Int32', String(value)];
}

/**
 * @param {string} name
 * @param {bigint} value
 * @returns {DemoProperty}
 */
export function int64(name, value) {
  return [name, 'Int64', value.toString()];
}

/**
 * @param {string} name
 * @param {number} value
 * @returns {DemoProperty}
 */
export function double(name, value) {
  return [name, 'Double', String(value)];
}

/**
 * @param {string} name
 * @param {boolean} value
 * @returns {DemoProperty}
 */
export function boolean(name, value) {
  return [name, 'Boolean', String(value)];
}

/**
 * @param {string} name
 * @param {string} iso 7 digits, Z
 * @returns {DemoProperty}
 */
export function dateTime(name, iso) {
  return [name, 'DateTime', iso];
}

/**
 * @param {string} name
 * @param {string} guid
 * @returns {DemoProperty}
 */
export function guid(name, guid) {
  return [name, 'Guid', guid];
}

/**
 * @param {string} name
 * @param {readonly number[]} bytes each 0 .. 255
 * @returns {DemoProperty}
 */
export function binary(name, bytes) {
  return [name, 'Binary', Buffer.from(bytes).toString('base64')];
}
