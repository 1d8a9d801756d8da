// The content of the demo account, calculated without the product. Browser tests compare exported rows with it.

/** @import { DemoRow, DemoTable } from './rows.mjs' */

/**
 * The rows whose key bucket overlaps the window [from, to), which a query with that window must return. If the keys of a table contain no
 * time, all its rows.
 * @param {DemoTable} table
 * @param {bigint} from ticks
 * @param {bigint} to ticks
 * @returns {readonly DemoRow[]} in key order
 */
export function rowsInWindow(table, from, to) {
  return table.rows.filter((row) => {
    const bucket = table.bucketOf(row);
    return bucket === undefined || (bucket.from < to && bucket.to > from);
  });
}

/**
 * Converts a row to a text for comparison, with the names, types and values of both keys, the Timestamp and every property, sorted by name.
 * Two rows are equal if and only if their texts are.
 * @param {DemoRow} row
 * @returns {string}
 */
export function canonicalRow(row) {
  return canonicalText([
    ['PartitionKey', 'String', row.partitionKey],
    ['RowKey', 'String', row.rowKey],
    ['Timestamp', 'DateTime', row.timestamp],
    ...row.properties,
  ]);
}

/**
 * Converts a line of an NDJSON export to the same kind of text. Number literals are kept as written, so a Double that lost its fraction or
 * an Int64 that lost digits becomes visible.
 * @param {string} line
 * @returns {string}
 * @throws {SyntaxError} if the line is not one flat JSON object
 */
export function canonicalLine(line) {
  const members = readFlatObject(line);
  /** @type {[string, string, string][]} */
  const properties = [];
  for (const [name, literal] of members) {
    // The service adds the entity tag, so it is not among the seeded values.
    if (name.endsWith('@odata.type') || name === 'odata.etag') continue;
    const declared = members.get(`${name}@odata.type`);
    const type = name === 'Timestamp' ? 'DateTime' : typeOf(literal, declared);
    properties.push([name, type, literal.startsWith('"') ? String(JSON.parse(literal)) : literal]);
  }
  return canonicalText(properties);
}

/**
 * @param {string} literal a JSON literal
 * @param {string | undefined} declared the JSON literal of its `@odata.type`
 * @returns {string}
 */
function typeOf(literal, declared) {
  if (declared !== undefined) return String(JSON.parse(declared)).replace(/^Edm\./, '');
  if (literal.startsWith('"')) return 'String';
  if (literal === 'true' || literal === 'false') return 'Boolean';
  return /[.eE]/.test(literal) ? 'Double' : 'Int32';
}

/**
 * @param {readonly (readonly [name: string, type: string, text: string])[]} properties
 * @returns {string}
 */
function canonicalText(properties) {
  return JSON.stringify(
    properties
      .map(([name, type, text]) => [name, type, valueOf(type, text)])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
}

/**
 * The value without differences that the service may introduce: `1.0` becomes 1, and zeros at the end of a fraction of a second are
 * removed.
 * @param {string} type
 * @param {string} text
 * @returns {string}
 */
function valueOf(type, text) {
  if (type === 'Double') return String(Number(text));
  return type === 'DateTime' ? text.replace(/\.0*Z$|(\.\d*[1-9])0*Z$/, '$1Z') : text;
}

/** Matches a JSON string, number or word. Invalid strings are refused later by JSON.parse. */
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}:,])\s*/y;

/**
 * Reads a JSON object without nested values, and keeps every value as it is written.
 * @param {string} text
 * @returns {Map<string, string>} name to literal
 */
function readFlatObject(text) {
  let at = 0;
  const next = () => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new SyntaxError(`No JSON token at ${at} of ${text.slice(0, 200)}`);
    at = TOKEN.lastIndex;
    return token;
  };
  /** @param {string} wanted */
  const expect = (wanted) => {
    const token = next();
    if (token !== wanted) throw new SyntaxError(`Expected ${wanted} before ${at}, found ${token}`);
  };

  expect('{');
  /** @type {Map<string, string>} */
  const members = new Map();
  let separator = ',';
  while (separator === ',') {
    const name = String(JSON.parse(next()));
    expect(':');
    if (members.has(name)) throw new SyntaxError(`Two members named ${name}`);
    members.set(name, next());
    separator = next();
  }
  if (separator !== '}' || at !== text.length) throw new SyntaxError(`Expected the end at ${at}`);
  return members;
}
