import { capital, countText } from '../../words.ts';
import { MAX_COMPARISONS, MAX_ENCODED_FILTER_BYTES } from '../../odata/limits.ts';
import { isAllKeys } from '../../plan/spans.ts';
import { isExact, MOST_REGIONS } from '../../plan/keyRegions.ts';
import type { ScanCause } from './scanCauses.ts';
import { type MeasuredRows, rowsPerRowText } from './measuredRows.ts';
import type { PlanVerdict } from './planVerdict.ts';
import { type Bounds, type Rating, ROWS_PER_PAGE, type Verdict } from './verdict.ts';
import type { KeyQueries } from '../../plan/keyQueries.ts';

/** A figure of a verdict, to be shown in a list of facts. */
export interface VerdictFact {
  readonly name: string;
  readonly value: string;
}

export const RATING_WORDS: Readonly<Record<Rating, string>> = {
  best: 'Cheapest',
  good: 'Good',
  costly: 'Costly',
  worst: 'Most expensive',
};

/** A class in words: "Point", "Union of 3 points". */
export function classTitle({ queryClass, regions }: Verdict): string {
  const union = /^union of (.*)$/.exec(queryClass)?.[1];
  return union === undefined ? capital(queryClass) : `Union of ${countText(regions.length)} ${union}`;
}

/** Bounds in words, short enough for one line: "1 partition", "1 to 3 partitions", "\u2265 1 partition". */
function shortBounds({ least, most }: Bounds, one: string): string {
  const words = (count: number): string => `${countText(count)} ${count === 1 ? one : `${one}s`}`;
  if (most === undefined) return `\u2265 ${words(least)}`;
  return least === most ? words(least) : `${countText(least)} to ${words(most)}`;
}

/** The queries of a plan in words: "100 partition range queries", "1 query, a union of 3 points". */
function planClass({ worst, queries }: PlanVerdict): string {
  const counted = (words: string): string =>
    `${countText(queries)} ${words}${queries === 1 ? 'query' : 'queries'}`;
  if (worst.queryClass === 'no rows') return 'No row can match';
  if (!worst.queryClass.startsWith('union')) return counted(`${worst.queryClass} `);
  const title = classTitle(worst);
  return `${counted('')}, ${queries === 1 ? 'a' : 'each a'} ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/**
 * A plan in one line: "100 partition range queries, 23:45:00 \u2264 time < 01:45:00, \u2265 100 partitions, \u2265 201 requests". The most
 * important part comes first, because a narrow window cuts off the end. `time`: the time that is read, in words; undefined if all times are
 * read.
 */
export function planLineText(verdict: PlanVerdict, time?: string): string {
  const { partitions, requests } = verdict;
  return [
    planClass(verdict),
    ...(time === undefined ? [] : [time]),
    shortBounds(partitions, 'partition'),
    shortBounds(requests, 'request'),
  ].join(', ');
}

/** Bounds in words: "1", "1 to 3", "1 or more". */
function boundsText({ least, most }: Bounds): string {
  if (most === undefined) return `${countText(least)} or more`;
  return least === most ? countText(least) : `${countText(least)} to ${countText(most)}`;
}

const CAUSE_WORDS: Readonly<Record<ScanCause['kind'], string>> = {
  not: 'a condition with not cannot be read by key',
  ne: 'ne leaves out one value, so all others are read',
  or: 'keys joined by or are not read as ranges',
  Timestamp: 'Timestamp is not a key and has no index',
  'no PartitionKey': 'no PartitionKey is compared',
  'RowKey in all partitions': 'RowKey alone does not say which partition',
  'key is not text': 'keys are text, so a value without quotes matches no row',
};

/** A sentence on why the service reads more rows than match: "not cannot be read by key: not (PartitionKey eq 'a')". */
export function causeText({ kind, part }: ScanCause): string {
  return `${capital(CAUSE_WORDS[kind])}: ${part}`;
}

function scanReason({ causes, queryClass, regions }: Verdict): string {
  if (queryClass.startsWith('union')) {
    return `One request with or reads every row of the table; ${countText(regions.length)} queries by key read only their own.`;
  }
  const timestamp = causes.find(({ kind }) => kind === 'Timestamp');
  const cause = timestamp ?? causes[0];
  const why = cause === undefined ? 'no condition limits the PartitionKey' : CAUSE_WORDS[cause.kind];
  return `The service reads every row of the table: ${why}.`;
}

function rangeReason({ regions, causes, queryClass }: Verdict): string {
  if (queryClass.startsWith('union')) {
    return `One request with or reads the whole partition; ${countText(regions.length)} queries by key read only their own rows.`;
  }
  const [region] = regions;
  if (region !== undefined && isExact(region.partition)) {
    const isKept = causes.some(({ kind }) => kind === 'or' || kind === 'ne' || kind === 'not');
    return isKept
      ? 'One partition is read from its first row to its last: the other conditions cannot be read by key.'
      : 'One partition is read from its first row to its last: no condition limits the RowKey.';
  }
  return region !== undefined && !isAllKeys(region.row)
    ? 'All partitions between two keys are read in full: RowKey cannot narrow a range of partitions.'
    : 'All partitions between two keys are read, and no others.';
}

/** A sentence on why a query has its class and its cost. */
export function reasonText(verdict: Verdict): string {
  if (verdict.queryClass === 'no rows') return 'No key meets all these conditions, so no row can match.';
  switch (verdict.served) {
    case 'point':
      return 'Both keys are exact, so the service reads one row.';
    case 'row range':
      return 'One partition, and a range of its rows: the service reads only these.';
    case 'partition range':
      return rangeReason(verdict);
    default:
      return scanReason(verdict);
  }
}

function tokensText(verdict: Verdict): string {
  if (!verdict.mayContinue) return 'none';
  const page = `after each ${countText(ROWS_PER_PAGE)} rows`;
  if (verdict.served === 'row range') return page;
  return verdict.served === 'table scan'
    ? `${page}, at partition boundaries and after 5 s, even with 0 rows`
    : `${page}, and at partition boundaries`;
}

const PER_ROW = 'Rows read per row returned';

/** The figures of a verdict, each with its limit if there is one. */
export function verdictFacts(verdict: Verdict): readonly VerdictFact[] {
  const perRow = verdict.rowsReadPerRow;
  return [
    { name: 'Partitions touched', value: boundsText(verdict.partitions) },
    { name: 'Requests', value: boundsText(verdict.requests) },
    {
      name: PER_ROW,
      value: perRow === undefined ? 'not known without counting' : boundsText(perRow),
    },
    { name: 'Continuation tokens', value: tokensText(verdict) },
    {
      name: 'Comparisons',
      value: `${countText(verdict.comparisons)} of ${MAX_COMPARISONS}${verdict.isOverComparisons ? ': the service may refuse it' : ''}`,
    },
    {
      name: 'Filter in the URL',
      value: `${countText(verdict.encodedBytes)} of ${countText(MAX_ENCODED_FILTER_BYTES)} bytes${verdict.isTooLong ? ': services answer 414 or 431' : ''}`,
    },
  ];
}

/** The figures of a plan: first those of all its queries together, then what was measured, then those of its most expensive query. */
export function planFacts(
  { worst, queries, partitions, requests, checks }: PlanVerdict,
  measured: MeasuredRows = {},
): readonly VerdictFact[] {
  const ofChecks =
    checks === 0 ? '' : `, including ${countText(checks)} coverage ${checks === 1 ? 'check' : 'checks'}`;
  const before = measured.last === undefined ? '' : `; ${countText(measured.last.requests)} in its last run`;
  const own = verdictFacts(worst)
    .filter(({ name }) => name !== 'Partitions touched' && name !== 'Requests')
    .map((fact) =>
      fact.name === PER_ROW && worst.rowsReadPerRow === undefined
        ? { ...fact, value: rowsPerRowText(measured) ?? fact.value }
        : fact,
    );
  return [
    { name: 'Queries', value: countText(queries) },
    { name: 'Partitions touched', value: boundsText(partitions) },
    { name: 'Requests', value: `${boundsText(requests)}${ofChecks}${before}` },
    ...own,
  ];
}

const PLURALS: Readonly<Record<KeyQueries['queryClass'], readonly [string, string]>> = {
  point: ['point query', 'point queries'],
  'row range': ['row range query', 'row range queries'],
  'partition range': ['partition range query', 'partition range queries'],
  'table scan': ['table scan', 'table scans'],
};

/** The title of a rewrite: "3 point queries in parallel return the same rows." */
export function keyQueriesTitle({ filters, queryClass }: KeyQueries): string {
  const [one, many] = PLURALS[queryClass];
  return filters.length === 1
    ? `1 ${one} returns the same rows.`
    : `${countText(filters.length)} ${many} in parallel return the same rows.`;
}

/** Why the rewrite is better, and its caveats. */
export function keyQueriesNote(
  { mayOverlap, isOverLimit, queryClass }: KeyQueries,
  verdict: Pick<Verdict, 'isOverComparisons' | 'isTooLong' | 'isUnfollowed'>,
): string | undefined {
  const notes: string[] = [];
  if (queryClass === 'table scan') notes.push('Each reads the whole table.');
  if (verdict.isUnfollowed) {
    notes.push(
      `The filter names more than ${countText(MOST_REGIONS)} keys or key ranges, too many to read one by one. Split the list over several filters of up to ${countText(MOST_REGIONS)}: each then becomes queries by key.`,
    );
  }
  if (verdict.isTooLong) notes.push('The one filter is too long for a URL.');
  if (verdict.isOverComparisons) notes.push(`The one filter has more than ${MAX_COMPARISONS} comparisons.`);
  if (mayOverlap)
    notes.push(
      'Two answers may hold the same row: Query counts it once; elsewhere, drop repeats by PartitionKey and RowKey. A row that changes while they are read may be in neither.',
    );
  if (isOverLimit) notes.push('Some are still over a limit: they have no "or" to split at.');
  return notes.length === 0 ? undefined : notes.join(' ');
}
