import { commonLength } from '../../../core/keys/base/entityKey.ts';
import { parseFilter } from '../../../core/odata/filter.ts';
import { conditionsOf } from '../../../core/odata/filterNode.ts';

/** Properties that every row has. */
const SYSTEM = ['PartitionKey', 'RowKey', 'Timestamp'];

/** The known name that differs only in case or in one letter, and so was probably meant. */
function closeTo(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  return (
    known.find((each) => each.toLowerCase() === lower) ??
    known.find((each) => isOneEditApart(each.toLowerCase(), lower))
  );
}

/** True if one letter was added, removed or replaced, or two neighbours were swapped. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.max(a.length, b.length) < 3) return false;
  const from = commonLength(a, b);
  let end = 0;
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [restA, restB] = [a.slice(from, a.length - end), b.slice(from, b.length - end)];
  if (restA.length === 2 && restB.length === 2) return restA[0] === restB[1] && restA[1] === restB[0];
  return restA.length <= 1 && restB.length <= 1;
}

/**
 * Warns of properties that no known row has. Rows without a property never match, so a wrong name finds nothing. It is not a fault, because
 * rows of one table may have different properties. If `known` is empty, nothing can be said.
 */
export function filterWarning(filter: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || filter.trim() === '') return undefined;
  const parsed = parseFilter(filter);
  if (!parsed.ok) return undefined;
  const unknown = [...new Set(conditionsOf(parsed.value).map(({ property }) => property))].filter(
    (name) => !known.includes(name) && !SYSTEM.includes(name),
  );
  const [first] = unknown;
  if (first === undefined) return undefined;
  const close = closeTo(first, [...known, ...SYSTEM]);
  if (close !== undefined) return `No sampled row has ${first}. Did you mean ${close}?`;
  return `No sampled row has ${unknown.join(', ')}: rows without it do not match.`;
}
