import { parseFilter } from './filter.ts';
import type { FilterNode } from './filterNode.ts';

/** The node of a filter that a test knows to be one. */
export function parsedFilter(text: string): FilterNode {
  const read = parseFilter(text);
  if (!read.ok) throw new Error(`${read.error.message} at ${read.error.from}: ${text}`);
  return read.value;
}
