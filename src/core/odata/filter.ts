import { fail, type Result, type TextFault } from '../result.ts';
import type { FilterNode } from './filterNode.ts';
import { MAX_FILTER_LENGTH } from './limits.ts';
import { parseNode } from './parser.ts';
import { printNode } from './printer.ts';
import { surrogateFault } from './tokens.ts';

/**
 * Reads a `$filter` of the Table service: `and or not ( )`, `eq ne gt ge lt le`, property names, and literals `'text'`
 * (a quote inside is doubled), Int32 `5`, Int64 `5L`, Double `5.0 1e10 5d NaN INF -INF`, `true false`, `datetime'...'`
 * (up to 7 fraction digits), `guid'...'`, `X'...'` and `binary'...'`. Sources: Querying Tables and Entities; OData
 * version 3 URI conventions.
 *
 * Three forms are changed to the equal form that every service takes: a value on the left moves to the right (`2 ge
 * Level` becomes `Level le 2`), `binary'..'` becomes `X'..'`, `5d` and `Infinity` become `5.0` and `INF`. Digits stay
 * as written.
 *
 * Text that the service would refuse or answer wrongly is a fault with its position and the next step. At most 32,768
 * characters and 100 nested parentheses.
 * @public
 */
export function parseFilter(text: string): Result<FilterNode, TextFault> {
  if (text.length > MAX_FILTER_LENGTH) {
    return fail({
      message: `The filter has ${text.length} characters.`,
      from: MAX_FILTER_LENGTH,
      to: text.length,
      nextStep: `Shorten it to at most ${MAX_FILTER_LENGTH}; services refuse longer addresses.`,
    });
  }
  const broken = surrogateFault(text);
  return broken === undefined ? parseNode(text) : fail(broken);
}

/**
 * Prints a filter; parseFilter reads the same node back. Throws RangeError on a name or value that a filter cannot hold
 * (no parser or builder in this folder makes one).
 * @public
 */
export function formatFilter(node: FilterNode): string {
  return printNode(node);
}
