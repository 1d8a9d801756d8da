import { createRequire } from 'node:module';

/**
 * A node of Azurite's parsed filter, with the members used here.
 * @typedef {object} FilterNode
 * @property {string} name the operator, `id` or `constant`
 * @property {FilterNode} [left] of an operator
 * @property {FilterNode} [right] of an operator
 * @property {string} [identifier] of `id`
 * @property {unknown} [value] of `constant`
 */

/**
 * A condition that PartitionKeys must meet: the operator and what stands to its right.
 * @typedef {readonly [operator: string, key: string]} KeyCondition
 */

/**
 * The part of a LokiJS collection that is used here.
 * @typedef {object} Collection
 * @property {readonly { readonly PartitionKey: string }[]} data in the order of insertion
 * @property {number} maxId the number of all insertions so far
 * @property {() => { filteredrows: number[], filterInitialized: boolean }} chain begins a search
 */

/**
 * The part of Azurite's store that is used here. A query runs to its end before the promise is returned.
 * @typedef {object} Store
 * @property {(context: object, account: string, table: string, options: { readonly filter?: string }, ...rest: unknown[]) => Promise<unknown>} queryTableEntities one page
 */

/** @type {ReadonlyMap<string, string>} `'a' le PartitionKey` is `PartitionKey ge 'a'` */
const EXCHANGED = new Map([
  ['eq', 'eq'],
  ['gt', 'lt'],
  ['ge', 'le'],
  ['lt', 'gt'],
  ['le', 'ge'],
]);

/**
 * The comparisons of a filter with PartitionKeys that must all be true.
 * @param {FilterNode | undefined} node
 * @returns {readonly KeyCondition[]}
 */
function keyConditions(node) {
  if (node === undefined) return [];
  const { name, left, right } = node;
  if (name === 'and') return [...keyConditions(left), ...keyConditions(right)];
  const exchanged = EXCHANGED.get(name);
  if (exchanged === undefined) return [];
  const [own, other] = [textOf(left), textOf(right)];
  if (left?.identifier === 'PartitionKey' && other !== undefined) return [[name, other]];
  if (right?.identifier === 'PartitionKey' && own !== undefined) return [[exchanged, own]];
  return [];
}

/**
 * A text that Azurite compares with keys as it is. Its nodes hold 64-bit numbers, times, GUIDs and bytes as text too, but compare them by
 * other rules.
 * @param {FilterNode | undefined} node
 * @returns {string | undefined}
 */
function textOf(node) {
  return node?.name === 'constant' && typeof node.value === 'string' ? node.value : undefined;
}

/**
 * @param {Collection['data']} rows
 * @returns {boolean} whether no PartitionKey is less than the one before
 */
function isInOrder(rows) {
  return rows.every(({ PartitionKey }, at) => at === 0 || (rows[at - 1]?.PartitionKey ?? '') <= PartitionKey);
}

/**
 * The first row in key order whose PartitionKey is at or after a key, or with `isAfter` only after it.
 * @param {Collection['data']} rows
 * @param {string} key
 * @param {boolean} isAfter
 * @returns {number} rows.length: none is
 */
function firstRow(rows, key, isAfter) {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = rows[middle]?.PartitionKey ?? '';
    if (isAfter ? found <= key : found < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * The rows that may meet all conditions. Azurite still applies the filter itself to each of them.
 * @param {Collection['data']} rows in key order
 * @param {readonly KeyCondition[]} conditions
 * @returns {number[]} places
 */
function placesOf(rows, conditions) {
  let from = 0;
  let to = rows.length;
  for (const [operator, key] of conditions) {
    if (operator !== 'lt' && operator !== 'le') from = Math.max(from, firstRow(rows, key, operator === 'gt'));
    if (operator !== 'gt' && operator !== 'ge') to = Math.min(to, firstRow(rows, key, operator !== 'lt'));
  }
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

/**
 * Makes Azurite examine only rows whose PartitionKey a filter can match, as the real service does. Otherwise it applies the filter to every
 * row of the table, which takes longer than everything else in a run of 100 prefixes.
 * @param {Store} store
 * @returns {(collection: Collection) => void} says that all rows of this collection are there; out of key order, they are read as before
 */
export function lookByKeys(store) {
  const require = createRequire(import.meta.url);
  /** @type {{ default: (filter: string) => FilterNode }} */
  const { default: parse } = require('azurite/dist/src/table/persistence/QueryInterpreter/QueryParser');
  const query = store.queryTableEntities.bind(store);
  /** @type {readonly KeyCondition[]} of the query that runs now */
  let conditions = [];

  /** @param {string | undefined} filter */
  const conditionsOf = (filter) => {
    try {
      return filter === undefined ? [] : keyConditions(parse(filter));
    } catch {
      // Azurite itself answers that the filter is malformed.
      return [];
    }
  };
  store.queryTableEntities = (context, account, table, options, ...rest) => {
    conditions = conditionsOf(options.filter);
    try {
      return query(context, account, table, options, ...rest);
    } finally {
      conditions = [];
    }
  };
  return (collection) => {
    const { length } = collection.data;
    const { maxId } = collection;
    if (!isInOrder(collection.data)) return;
    const chain = collection.chain.bind(collection);
    collection.chain = () => {
      const search = chain();
      const isUnchanged = collection.data.length === length && collection.maxId === maxId;
      if (conditions.length > 0 && isUnchanged) {
        search.filteredrows = placesOf(collection.data, conditions);
        search.filterInitialized = true;
      }
      return search;
    };
  };
}
