import { parseFilter } from '../odata/filter.ts';
import { conditionsOf, type FilterNode } from '../odata/filterNode.ts';
import { LONGEST_KEY } from '../keys/base/entityKey.ts';
import { findForbiddenInKey, isTableName } from '../keyText.ts';
import { propertyNameFault } from '../odata/literalText.ts';
import { fail, ok, type Result } from '../result.ts';
import { MAX_TICKS } from '../time/ticks.ts';
import type { KeyMatch, PlanFault, PlanRequest } from './queryPlan.ts';
import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { keyRanges } from '../keys/keyRanges.ts';
import type { KeyRangeOptions, TickSpan } from '../keys/base/scheme.ts';
import { countText } from '../words.ts';

/** The most properties of an entity, PartitionKey, RowKey and Timestamp included (Understanding the Table service data model). */
const MAX_SELECTED = 255;

export function tableFault(tableName: string): PlanFault | undefined {
  if (isTableName(tableName)) return undefined;
  return {
    field: 'table',
    message: tableName === '' ? 'No table is chosen.' : 'That is not a table name.',
    nextStep: 'Choose a table: 3 to 63 letters and digits that start with a letter, or $Metrics....',
  };
}

export function windowFault({ window }: PlanRequest): PlanFault | undefined {
  return window !== undefined && window.from >= window.to
    ? {
        field: 'to',
        message: 'The window is empty: it ends where it starts, or before.',
        nextStep: 'Choose an end after the start; the end itself is not part of the window.',
      }
    : undefined;
}

export function keyFault(field: 'pk' | 'rk', match: KeyMatch | undefined): PlanFault | undefined {
  if (match === undefined) {
    return undefined;
  }
  const forbidden = findForbiddenInKey(match.text);
  if (forbidden !== undefined) {
    return {
      field,
      message: `No key can hold ${forbidden.name}.`,
      nextStep: 'Remove it. Writers replace it with other text, so copy a key from the table.',
    };
  }
  return match.text.length > LONGEST_KEY
    ? {
        field,
        message: `The key has ${match.text.length} characters; a key has at most ${LONGEST_KEY}.`,
        nextStep: 'Shorten it.',
      }
    : undefined;
}

export function roundingFault({ roundingTicks }: PlanRequest): PlanFault | undefined {
  if (roundingTicks === undefined || (roundingTicks >= 1n && roundingTicks <= MAX_TICKS + 1n)) {
    return undefined;
  }
  return roundingTicks < 1n
    ? {
        field: 'scheme',
        message: 'The rounding of the scheme is below one tick.',
        nextStep: 'Use 1 tick or more.',
      }
    : {
        field: 'scheme',
        message: 'The rounding of the scheme is longer than all of time.',
        nextStep: 'Use what the writer rounds to, such as 1 min or 1 h.',
      };
}

export function prefixesFault({ prefixes, volume }: PlanRequest): PlanFault | undefined {
  if (prefixes === undefined) {
    return undefined;
  }
  if (prefixes.length === 0) {
    return {
      field: 'prefixes',
      message: 'No prefix is chosen.',
      nextStep: 'Choose at least one, or leave the list empty for all.',
    };
  }
  const outside = prefixes.find((prefix) => !Number.isInteger(prefix) || prefix < 0 || prefix >= volume);
  return outside === undefined
    ? undefined
    : {
        field: 'prefixes',
        message: `There is no prefix ${outside}.`,
        nextStep: `An event volume of ${volume} has prefixes 0 to ${volume - 1}.`,
      };
}

/** The properties to read, both keys first, without repetition; undefined if all are read. `Timestamp` is only read if it was chosen. */
export function selectedProperties(
  select: readonly string[] | undefined,
): Result<readonly string[] | undefined, PlanFault> {
  const names = (select ?? []).map((name) => name.trim()).filter((name) => name !== '');
  if (names.length === 0) {
    return ok(undefined);
  }
  for (const name of names) {
    const fault = propertyNameFault(name);
    // A property may have the name of a filter keyword. It can be read, but not used in a filter.
    if (fault !== undefined && !/^\w+$/.test(name)) {
      return fail({
        field: 'select',
        message: `"${name.slice(0, 60)}": ${fault.message}`,
        nextStep: fault.nextStep,
      });
    }
  }
  const all = [...new Set(['PartitionKey', 'RowKey', ...names])];
  return all.length > MAX_SELECTED
    ? fail({
        field: 'select',
        message: `${all.length} properties are chosen; an entity has at most ${MAX_SELECTED}.`,
        nextStep: 'Choose fewer, or none for all.',
      })
    : ok(all);
}

/**
 * Adds the filter's properties to those that are read, so that rows can be checked against it. It adds nothing if there would be more than
 * an entity can have.
 */
export function withFilterProperties(
  select: readonly string[] | undefined,
  filter: FilterNode,
): readonly string[] | undefined {
  if (select === undefined) return undefined;
  const all = [...new Set([...select, ...conditionsOf(filter).map(({ property }) => property)])];
  return all.length > MAX_SELECTED ? select : all;
}

/** The parsed property filter; undefined if the field is blank. */
export function propertyFilter(text: string | undefined): Result<FilterNode | undefined, PlanFault> {
  if (text === undefined || text.trim() === '') {
    return ok(undefined);
  }
  const parsed = parseFilter(text);
  return parsed.ok ? parsed : fail({ field: 'filter', ...parsed.error });
}

/**
 * The most queries of a plan: each is a cell on the screen, and every change in the form plans again. A year of ten-day tables with 100
 * prefixes needs 3,700.
 */
export const MAX_QUERIES = 4000;

/**
 * Counts the queries for a window without building them: it plans with one prefix, then multiplies. In each table a scheme has about one
 * range per prefix. Building them all would be slow, since a window of centuries may span thousands of tables.
 */
export function countQueries(
  scheme: KeyScheme,
  window: TickSpan,
  options: KeyRangeOptions,
  prefixes: number,
): { readonly tables: number; readonly queries: number } {
  const ranges = keyRanges(scheme.id, window, { ...options, volume: 1, unprefixed: false });
  const tables = new Set(ranges.map(({ tableName }) => tableName)).size;
  if (!scheme.prefixed) return { tables, queries: ranges.length };
  return { tables, queries: tables * (prefixes + (options.unprefixed === true ? 1 : 0)) };
}

/** The fault if a plan would have too many queries; undefined if it may be built. They are counted before any is built. */
export function sizeFault(
  { window, prefixes, volume }: PlanRequest,
  scheme: KeyScheme,
  options: KeyRangeOptions,
): PlanFault | undefined {
  if (window === undefined) return undefined;
  const chosen = prefixes === undefined ? volume : new Set(prefixes).size;
  const { tables, queries } = countQueries(scheme, window, options, chosen);
  if (queries <= MAX_QUERIES) return undefined;
  const hasFewer = scheme.prefixed && chosen > 1;
  return {
    field: 'from',
    message: `The window needs ${countText(queries)} queries over ${countText(tables)} tables; a plan has at most ${countText(MAX_QUERIES)}.`,
    nextStep: hasFewer ? 'Narrow the window, or choose fewer prefixes.' : 'Narrow the window.',
  };
}
