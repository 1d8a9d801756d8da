import { percentEncoded } from '../percentText.ts';
import { isKeyName } from './builders.ts';
import { type ComparisonNode, conditionsOf, type FilterNode } from './filterNode.ts';

/**
 * The documented limit: "no more than 15 discrete comparisons" (Querying Tables and Entities). A Microsoft tool sends 202, so exceeding it
 * is only a warning.
 */
export const MAX_COMPARISONS = 15;

/** Our own limit, in UTF-16 units. No service takes so long a request line, and longer text is refused without being read. */
export const MAX_FILTER_LENGTH = 32768;

/** Our own limit for nested parentheses and `not`, so that hostile text cannot exhaust the stack. */
export const MAX_FILTER_DEPTH = 100;

/** The most bytes of a percent-encoded filter. Azurite answers 431 from about 16 KB of request line and headers on. */
export const MAX_ENCODED_FILTER_BYTES = 14000;

/** The number of comparisons in a filter. A Boolean property alone counts as one. */
export function countComparisons(node: FilterNode): number {
  return conditionsOf(node).length;
}

function typeWarning({ property, literal }: ComparisonNode): string | undefined {
  if (isKeyName(property) && literal.kind !== 'string') {
    return `${property} is text: put its value in single quotes, or no row will match.`;
  }
  return property === 'Timestamp' && literal.kind !== 'datetime'
    ? "Timestamp is a date and time: write datetime'...', or no row will match."
    : undefined;
}

/** The size of a filter in an address, in bytes. */
export function encodedFilterBytes(filterText: string): number {
  return percentEncoded(filterText).length;
}

/** Warnings about a filter that the service may refuse or answer slowly. `filterText`: the printed filter. */
export function filterWarnings(node: FilterNode, filterText: string): readonly string[] {
  const warnings = new Set<string>();
  const count = countComparisons(node);
  if (count > MAX_COMPARISONS) {
    warnings.add(
      `The filter makes ${count} comparisons; the service documents at most ${MAX_COMPARISONS}: it may refuse it or answer slowly.`,
    );
  }
  const bytes = encodedFilterBytes(filterText);
  if (bytes > MAX_ENCODED_FILTER_BYTES) {
    warnings.add(
      `The filter takes ${bytes} bytes in the address: services refuse from about 16,000. Shorten it.`,
    );
  }
  for (const each of conditionsOf(node)) {
    const warning = each.kind === 'comparison' ? typeWarning(each) : undefined;
    if (warning !== undefined) warnings.add(warning);
  }
  return [...warnings];
}
