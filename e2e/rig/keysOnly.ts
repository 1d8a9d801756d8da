// Reduces a $filter to its key bounds, for a service that ignores the rest.

/** Matches a comparison of a key with a text, and nothing else. */
const KEY_BOUND = /^(?:PartitionKey|RowKey) (?:eq|ge|gt|le|lt) '(?:[^']|'')*'$/;
const KEY_NAMES = new Set(['PartitionKey', 'RowKey']);

/** The key bounds in the outermost `and` of a filter. A filter that has only conditions on keys is returned unchanged. */
export function keysOnly(filter: string): string {
  const names = filter.replaceAll(/'(?:[^']|'')*'/g, "''").match(/[A-Za-z_]\w*(?= (?:eq|ne|ge|gt|le|lt) )/g);
  if (names?.every((name) => KEY_NAMES.has(name)) === true) return filter;
  return outermost(filter)
    .filter((part) => KEY_BOUND.test(part))
    .join(' and ');
}

/** The operands of the outermost `and`. An `or` among them is one operand, which is not a key bound. */
function outermost(filter: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let isText = false;
  let from = 0;
  for (let at = 0; at < filter.length; at += 1) {
    const letter = filter[at];
    if (letter === "'") isText = !isText;
    else if (!isText && letter === '(') depth += 1;
    else if (!isText && letter === ')') depth -= 1;
    else if (!isText && depth === 0 && filter.startsWith(' and ', at)) {
      parts.push(filter.slice(from, at));
      from = at + ' and '.length;
    }
  }
  return [...parts, filter.slice(from)];
}
