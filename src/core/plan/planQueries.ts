import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { keyRanges } from '../keys/keyRanges.ts';
import type { KeyRangeOptions, KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import { dearestClass, type QueryClass, queryClassOf } from '../odata/classify.ts';
import { formatFilter } from '../odata/filter.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import { filterWarnings } from '../odata/limits.ts';
import { fail, ok, type Result } from '../result.ts';
import { disjointRanges } from './disjointRanges.ts';
import { guardQueries } from './guards.ts';
import {
  addedPropertyNotes,
  matchNotes,
  reasonNotes,
  scanNotes,
  shortIso,
  unguardedNotes,
  windowNotes,
} from './planNotes.ts';
import { type PlannedPiece, type PlannedPieces, pieceNotes, planPieces } from './planPieces.ts';
import {
  sizeFault,
  keyFault,
  prefixesFault,
  propertyFilter,
  roundingFault,
  selectedProperties,
  tableFault,
  windowFault,
  withFilterProperties,
} from './requestChecks.ts';
import { queryLabels } from './queryLabels.ts';
import type { GuardQuery, PlanFault, PlannedQuery, PlanRequest, QueryPlan } from './queryPlan.ts';
import { isEmptySpan, keysNode, keysWithin, matchSpan } from './spans.ts';
import { exactKey, isSameSpan } from '../keys/base/keySpan.ts';

/** A request whose text fields have been parsed. */
interface CheckedRequest {
  readonly request: PlanRequest;
  readonly scheme: KeyScheme;
  /** The keys that the PartitionKey and RowKey fields allow. */
  readonly partition: KeySpan;
  readonly row: KeySpan;
  readonly filter: FilterNode | undefined;
  readonly select: readonly string[] | undefined;
}

function firstFault(request: PlanRequest, scheme: KeyScheme): PlanFault | undefined {
  return (
    tableFault(request.tableName) ??
    windowFault(request) ??
    keyFault('pk', request.partitionKey) ??
    keyFault('rk', request.rowKey) ??
    (scheme.prefixed ? prefixesFault(request) : undefined) ??
    roundingFault(request)
  );
}

function checkRequest(request: PlanRequest): Result<CheckedRequest, PlanFault> {
  const scheme = schemeById(request.schemeId);
  if (scheme === undefined) {
    return fail({
      field: 'scheme',
      message: 'There is no such key scheme.',
      nextStep: 'Choose one from the list; "No time in keys" fits every table.',
    });
  }
  const fault = firstFault(request, scheme);
  if (fault !== undefined) {
    return fail(fault);
  }
  const filter = propertyFilter(request.filter);
  if (!filter.ok) {
    return filter;
  }
  const select = selectedProperties(request.select);
  return select.ok
    ? ok({
        request,
        scheme,
        partition: matchSpan(request.partitionKey),
        row: matchSpan(request.rowKey),
        filter: filter.value,
        select: filter.value === undefined ? select.value : withFilterProperties(select.value, filter.value),
      })
    : select;
}

/** The options for the scheme. If the PartitionKey holds the time, a typed one narrows the ranges later. */
function rangeOptions({ request, scheme }: CheckedRequest): KeyRangeOptions {
  const timed = scheme.timeSource === 'row' ? request.rowKey : request.partitionKey;
  const textBefore = scheme.textBefore !== undefined && timed?.kind === 'begins' ? timed.text : undefined;
  const key = request.partitionKey?.kind === 'is' ? request.partitionKey.text : undefined;
  return {
    volume: request.volume,
    unprefixed: request.unprefixed,
    tableName: request.tableName,
    partitionKey: key,
    textBefore,
    roundingTicks: request.roundingTicks,
  };
}

/** The ranges of the window. Without a window, or without a time in the keys, these are all ranges that can contain rows of the scheme. */
function windowRanges(checked: CheckedRequest, options: KeyRangeOptions): readonly TableKeyRange[] {
  const { request, scheme } = checked;
  if (request.window !== undefined) {
    return keyRanges(scheme.id, request.window, options);
  }
  return (
    scheme.homes(options) ?? [
      {
        partition: {},
        exact: false,
        reason: 'The scheme does not tell where its rows are, so all rows are read.',
      },
    ]
  );
}

function outsideWindow(checked: CheckedRequest): PlanFault {
  const { request, scheme } = checked;
  const match = request.partitionKey;
  const reading = match === undefined ? undefined : scheme.read(match.text, 'partition', {});
  const says = reading?.ticks === undefined ? '' : `; its time is ${shortIso(reading.ticks)}`;
  const volume = scheme.prefixed ? ', the event volume' : '';
  const isPart = match?.kind === 'is' && scheme.textBefore !== undefined && says === '';
  const begin = isPart
    ? 'If keys only begin with this text, choose "begins with". Otherwise change'
    : 'Change';
  return {
    field: 'pk',
    message: `No key in the window ${match?.kind === 'is' ? 'is' : 'begins with'} this PartitionKey${says}.`,
    nextStep: `${begin} the window${volume} or the key scheme, or leave PartitionKey empty.`,
  };
}

/** The planned ranges, narrowed to the chosen prefixes and the typed keys. A fault names the field that left no range. */
function narrowedRanges(
  ranges: readonly TableKeyRange[],
  checked: CheckedRequest,
): Result<readonly TableKeyRange[], PlanFault> {
  const { request, scheme } = checked;
  if (ranges.length === 0) {
    return fail({
      field: 'from',
      message: 'The scheme has no keys for this window.',
      nextStep: 'Choose another window or key scheme.',
    });
  }
  const inPartition = ranges
    .map((range) => keysWithin(range, checked))
    .filter((range) => !isEmptySpan(range.partition));
  if (inPartition.length === 0) {
    return fail(outsideWindow(checked));
  }
  const chosen = scheme.prefixed ? request.prefixes : undefined;
  const ofPrefixes = inPartition.filter(
    (range) => range.prefix === undefined || chosen === undefined || chosen.includes(range.prefix),
  );
  if (ofPrefixes.length === 0) {
    return fail({
      field: 'prefixes',
      message: `This PartitionKey has prefix ${inPartition[0]?.prefix ?? ''}, which is not chosen.`,
      nextStep: 'Choose that prefix, or leave the list empty for all.',
    });
  }
  const inRow = ofPrefixes.filter((range) => range.row === undefined || !isEmptySpan(range.row));
  return inRow.length === 0
    ? fail({
        field: 'rk',
        message: 'No key in the window has this RowKey.',
        nextStep: 'Change the window or the key scheme, or leave RowKey empty.',
      })
    : ok(inRow);
}

function plannedQueries(pieces: readonly PlannedPiece[], checked: CheckedRequest): readonly PlannedQuery[] {
  const { select, request } = checked;
  const labels = queryLabels(
    pieces.map(({ range }) => range),
    checked,
  );
  return pieces.map(({ range, condition, sharesRows }, index) => {
    const node = keysNode(range, condition);
    return {
      index,
      label: labels[index] ?? '',
      prefix: range.prefix,
      tableName: range.tableName ?? request.tableName,
      range,
      filter: node && formatFilter(node),
      condition: condition && formatFilter(condition),
      sharesRows,
      select,
      queryClass: queryClassOf(node),
      mayBeAbsent: mayBeAbsent(range.tableName, request),
    };
  });
}

/** Whether a table is only implied by the window, so that it need not exist. */
function mayBeAbsent(tableName: string | undefined, request: PlanRequest): boolean {
  return tableName !== undefined && tableName !== request.tableName;
}

function windowTables(
  ranges: readonly TableKeyRange[],
  queries: readonly PlannedQuery[],
  { tableName }: PlanRequest,
): Pick<QueryPlan, 'tables'> {
  const tables = [...new Set(ranges.map((range) => range.tableName ?? tableName))];
  const read = new Set(queries.map((query) => query.tableName));
  return tables.every((each) => read.has(each)) ? {} : { tables };
}

function classOf(queries: readonly PlannedQuery[]): QueryClass {
  return dearestClass(queries.map(({ queryClass }) => queryClass));
}

/**
 * The coverage checks. There are none if one range already contains every row that the typed keys allow. `ranges`: as they were before the
 * filter narrowed them, because rows outside the filter's keys cannot match anyway.
 */
function plannedGuards(
  ranges: readonly TableKeyRange[],
  checked: CheckedRequest,
  options: KeyRangeOptions,
): readonly GuardQuery[] {
  const { request, scheme, partition, row } = checked;
  const planned = ranges.map((range) => ({ ...range, tableName: range.tableName ?? request.tableName }));
  const readsAll = ranges.some(
    (range) => isSameSpan(range.partition, partition) && isSameSpan(range.row ?? {}, row),
  );
  if (readsAll) {
    return [];
  }
  return guardQueries({
    homes: scheme.homes(options),
    planned,
    tableNames: [...new Set(planned.map(({ tableName }) => tableName))],
    partition,
    row,
    prefixes: scheme.prefixed ? request.prefixes : undefined,
  }).map((guard) => ({ ...guard, mayBeAbsent: mayBeAbsent(guard.tableName, request) }));
}

function unusedPrefixesNote({ request, scheme }: CheckedRequest): readonly string[] {
  return request.prefixes !== undefined && !scheme.prefixed
    ? ['The keys of this scheme have no prefixes: the list of prefixes is not used.']
    : [];
}

/** Notes on properties that are read for the filter, and warnings about its longest query; the other queries are similar. */
function filterNotes(
  queries: readonly PlannedQuery[],
  { pieces, notes }: PlannedPieces,
  ranges: number,
  checked: CheckedRequest,
): readonly string[] {
  const lengthOf = (query: PlannedQuery): number => query.filter?.length ?? 0;
  const longest = pieces[queries.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]?.index ?? -1];
  const node = longest === undefined ? undefined : keysNode(longest.range, longest.condition);
  return [
    ...pieceNotes(pieces, ranges),
    ...notes,
    ...addedPropertyNotes(checked.request, checked.select),
    ...(node === undefined ? [] : filterWarnings(node, formatFilter(node))),
  ];
}

function pointPlan(checked: CheckedRequest, partitionKey: string, rowKey: string): QueryPlan {
  const { request } = checked;
  const range: TableKeyRange = { partition: exactKey(partitionKey), row: exactKey(rowKey), exact: true };
  const unprefixed = { ...checked, scheme: { ...checked.scheme, prefixed: false } };
  const planned = planPieces([range], checked.filter);
  const queries = plannedQueries(planned.pieces, unprefixed);
  const window =
    request.window === undefined
      ? []
      : ['Both keys are typed: only that row is read, and the window does not count.'];
  return {
    request,
    queries,
    guards: [],
    queryClass: classOf(queries),
    notes: [...window, ...unusedPrefixesNote(checked), ...filterNotes(queries, planned, 1, checked)],
  };
}

/**
 * Turns a request into queries: one range of keys for each prefix and table, each with the property filter, which is parsed and printed
 * again. If both keys are typed in full, the plan is a single point lookup and the window does not count. If the scheme keeps the time in
 * the PartitionKey, a typed PartitionKey is intersected with the window; if that leaves nothing, it is a fault. Pure: the same request
 * gives the same plan.
 */
export function planQueries(request: PlanRequest): Result<QueryPlan, PlanFault> {
  const read = checkRequest(request);
  if (!read.ok) {
    return read;
  }
  const checked = read.value;
  const { scheme } = checked;
  if (request.partitionKey?.kind === 'is' && request.rowKey?.kind === 'is') {
    return ok(pointPlan(checked, request.partitionKey.text, request.rowKey.text));
  }
  const options = rangeOptions(checked);
  const tooMany = sizeFault(request, scheme, options);
  if (tooMany !== undefined) {
    return fail(tooMany);
  }
  const whole = windowRanges(checked, options);
  const ranges = narrowedRanges(whole, checked);
  if (!ranges.ok) {
    return ranges;
  }
  const apart = disjointRanges(ranges.value, request.tableName);
  const planned = planPieces(apart, checked.filter);
  const queries = plannedQueries(planned.pieces, checked);
  const queryClass = classOf(queries);
  const window = windowNotes(scheme, request, whole);
  return ok({
    request,
    reads: window.reads,
    ...windowTables(whole, queries, request),
    queries,
    guards: plannedGuards(apart, checked, options),
    queryClass,
    notes: [
      ...window.notes,
      ...matchNotes(request),
      ...reasonNotes(apart),
      ...unguardedNotes(whole, queries, queryClass, scheme.homes(options)),
      ...scanNotes(scheme, request, queries, queryClass),
      ...unusedPrefixesNote(checked),
      ...filterNotes(queries, planned, apart.length, checked),
    ],
  });
}
