// Compares a run with the wire: every row that was received is stored, all gaps were checked, no request was useless, and the run
// log matches the requests.
import { compareRows } from '../../scripts/demo/rows.mjs';
import {
  isHidden,
  isHostile,
  isLasting,
  isOneRow,
  isPage,
  isReached,
  isReadAnew,
  isStats,
  isTrouble,
  matcher,
  ofStage,
  seriesOf,
  sinceFresh,
  spotRow,
  takenPages,
} from './ownFacts.ts';
import type { Evidence, Stage } from './seededRun.ts';
import { tokenViolations } from './tokenJudge.ts';
import type { WireEntry } from './wireTap.ts';
import { nameOf } from './worldRows.ts';

type Found = readonly string[];

/** The last pages of queries that were read to the end and never cut. */
function lastPages(
  { plan }: Evidence,
  { queries }: Stage,
  entries: readonly WireEntry[],
): readonly WireEntry[] {
  return plan.queries.flatMap(({ index, tableName, filter }) => {
    const progress = queries.find((query) => query.index === index);
    if (progress?.state !== 'done' || progress.parts !== undefined) return [];
    const own = entries.filter(
      (entry) => entry.table === tableName && entry.filter === filter && !isOneRow(entry),
    );
    const last = own.findLast(isPage);
    return last === undefined || last.next !== undefined ? [] : [last];
  });
}

/** No row of an accepted page is lost, even if it is repeated, out of order or not requested. */
function keptViolations(evidence: Evidence, stage: Stage): Found {
  const entries = sinceFresh(evidence, stage);
  const held = new Set(stage.stored.map(nameOf));
  const taken = [...takenPages(entries), ...lastPages(evidence, stage, entries)];
  const lost = taken.flatMap(({ table, rows = [] }) =>
    rows.filter((row) => !held.has(nameOf({ table, ...row }))),
  );
  return lost.length === 0
    ? []
    : [`${lost.length} rows of pages that were taken are not there, such as ${lost[0]?.partitionKey ?? ''}`];
}

/** Rows that are reported as odd really arrived like that. */
function oddViolations(evidence: Evidence, stage: Stage): Found {
  const { outOfOrder, repeated, outside } = stage.anomalies;
  if (outOfOrder + repeated + outside === 0) return [];
  const entries = sinceFresh(evidence, stage).filter((entry) => !isOneRow(entry));
  if (!entries.some(isHostile))
    return [`says that rows came oddly (${outOfOrder}, ${repeated}, ${outside}), and none did`];
  const came = entries.flatMap(({ table, rows = [] }) => rows.map((row) => nameOf({ table, ...row })));
  const again = came.length - new Set(came).size;
  return repeated > again ? [`says that ${repeated} rows came twice, of which ${again} did`] : [];
}

/** The rows of a query are in key order, unless they arrived otherwise. */
function orderViolations(evidence: Evidence, stage: Stage): Found {
  if (sinceFresh(evidence, stage).some(isHostile)) return [];
  const last = new Map<number, Stage['stored'][number]>();
  for (const key of stage.stored) {
    const before = last.get(key.queryIndex);
    if (before !== undefined && compareRows(spotRow(before), spotRow(key)) >= 0)
      return [`rows of query ${key.queryIndex} are not in the order of their keys`];
    last.set(key.queryIndex, key);
  }
  return [];
}

/** A Complete result had every gap of the plan checked, with a conclusive answer. */
function lookoutViolations(evidence: Evidence, stage: Stage): Found {
  if (stage.completeness.state !== 'complete') return [];
  const { lookouts, bounds } = evidence.world;
  const answered = sinceFresh(evidence, stage).filter(
    (entry) =>
      isPage(entry) &&
      entry.next === undefined &&
      entry.filter !== undefined &&
      !entry.account.endsWith('-secondary'),
  );
  const unseen = lookouts.filter(
    (spot) => !answered.some(({ table, filter }) => table === spot.table && matcher(filter)(spotRow(spot))),
  );
  const unreached = lookouts.filter((spot) => !isReached(spot, bounds));
  return [
    ...(unseen.length > 0
      ? [`complete, and nobody looked at ${unseen[0]?.partitionKey ?? ''} / ${unseen[0]?.rowKey ?? ''}`]
      : []),
    ...(unreached.length > 0 ? ['complete, and the SAS does not reach where rows might lie'] : []),
  ];
}

/**
 * A Complete result read a continuation token after its last page, from each host that it read. The CORS rule may have changed
 * meanwhile, which makes a page that continues look like the last. Otherwise, what follows that page was requested again and
 * proven.
 */
function proofViolations(evidence: Evidence, stage: Stage): Found {
  if (stage.completeness.state !== 'complete') return [];
  const entries = sinceFresh(evidence, stage);
  const ends = entries.filter((entry) => isPage(entry) && !isProbe(entry) && entry.next === undefined);
  const isProven = ({ account, endedAtMs = 0 }: WireEntry): boolean =>
    entries.some(
      (entry) => entry.account === account && entry.next !== undefined && entry.startedAtMs >= endedAtMs,
    );
  const proven = ends.filter(isProven);
  const unproven = ends.filter((end) => !isProven(end) && !isAskedAnew(evidence, entries, proven, end));
  return unproven.length === 0
    ? []
    : [`complete, and no continuation was read after ${unproven.length} of ${ends.length} last pages`];
}

/** Whether later pages, up to a proven end, cover what may follow a page: the next keys, and the rows of the table. */
function isAskedAnew(
  { world }: Evidence,
  entries: readonly WireEntry[],
  proven: readonly WireEntry[],
  end: WireEntry,
): boolean {
  const { table, filter, startedAtMs, endedAtMs = 0 } = end;
  const later = proven.filter((entry) => entry.table === table && entry.startedAtMs >= endedAtMs);
  // The first page may be empty and continue.
  const isFromStart = (entry: WireEntry): boolean =>
    entries.some(
      (first) =>
        seriesOf(first) === seriesOf(entry) && first.token === undefined && first.startedAtMs >= endedAtMs,
    );
  if (later.some((entry) => entry.filter === filter && isFromStart(entry))) return true;
  const last = entries
    .filter((entry) => seriesOf(entry) === seriesOf(end) && entry.startedAtMs <= startedAtMs)
    .findLast(({ rows = [] }) => rows.length > 0)
    ?.rows?.at(-1);
  if (last === undefined) return isCoveredAnew(world, later, end);
  const { partitionKey, rowKey } = last;
  // A key alone meets no property filter, so it borrows the properties of a row that does.
  const isWanted = matcher(world.request.filter);
  const model = world.rows.find(isWanted);
  if (model === undefined) return true;
  const next = [
    { ...model, table, partitionKey, rowKey: `${rowKey}\u0000` },
    { ...model, table, partitionKey: `${partitionKey}\u0000`, rowKey: '' },
  ];
  const lastRow = spotRow({ table, ...last });
  const behind = [...next, ...world.rows].filter(
    (row) => row.table === table && matcher(filter)(row) && compareRows(row, lastRow) > 0,
  );
  return behind.every(
    (row) => later.some((entry) => matcher(entry.filter)(row)) || isReadAnew(entries, end, row),
  );
}

/** Whether later pages look at all that an empty page may have left out: the table's rows, and both ends of its range. */
function isCoveredAnew(
  world: Evidence['world'],
  later: readonly WireEntry[],
  { table, filter }: WireEntry,
): boolean {
  const model = world.rows.find(matcher(world.request.filter));
  if (model === undefined) return true;
  const bounds = [...(filter ?? '').matchAll(/'((?:[^']|'')*)'/gu)].flatMap(([, text = '']) => {
    const key = text.replaceAll("''", "'");
    return [key, `${key}\u0000`, `${key}~`];
  });
  const edges = bounds.flatMap((partitionKey) =>
    ['', ...bounds].map((rowKey) => ({ ...model, table, partitionKey, rowKey })),
  );
  return [...world.rows, ...edges]
    .filter((row) => row.table === table && matcher(filter)(row))
    .every((row) => later.some((entry) => matcher(entry.filter)(row)));
}

/** Queries may be cut to keep lanes busy, which costs this many first pages, and some per request. */
const CUTS = 24;
const CUT_SHARE = 0.1;
/** Allowed coverage checks and outage checks, besides unanswered ones. */
const CHECKS = 4;
/** Allowed retries: for the run as a whole, and per page. */
const RETRIES = 10;
const RETRY_SHARE = 0.15;
const LANES_OF_BOTH = 12;
/** Requests without an answer before nothing but outage checks is sent. */
const EACH_OUTAGE = 6;

const isEnd = (entry: WireEntry): boolean => entry.next === undefined && !isProbe(entry);
const rowsOf = ({ rows = [] }: WireEntry): number => rows.length;

/** Last pages with as many rows as one that continues: of queries, of their parts, and of what was asked for anew. */
function fullEnds(pages: readonly WireEntry[]): number {
  const full = Math.min(
    ...pages
      .filter(({ next }) => next !== undefined)
      .map(rowsOf)
      .filter(Boolean),
  );
  return pages.filter((page) => isEnd(page) && rowsOf(page) >= full).length;
}

/** Last pages of earlier stages, since the run began. */
function endsBefore(evidence: Evidence, stage: Stage): number {
  const own = new Set(ofStage(evidence, stage));
  return sinceFresh(evidence, stage).filter((entry) => !own.has(entry) && isPage(entry) && isEnd(entry))
    .length;
}

/** Outages that were over: after the check that was answered came a page of a query. An answered check alone proves nothing. */
function outagesOver(pages: readonly WireEntry[]): number {
  return pages.filter((page, at) => {
    const next = pages[at + 1];
    return isProbe(page) && next !== undefined && !isProbe(next);
  }).length;
}

/**
 * How many pages came again in vain. A query that went to the other host and back starts over if it had no row: its token is of no
 * use elsewhere, and no key tells where to go on.
 */
function askedAgain(entries: readonly WireEntry[]): number {
  const came = new Map<string, WireEntry>();
  const withRows = new Set<string>();
  let again = 0;
  for (const page of entries.filter((entry) => isPage(entry) && !isProbe(entry))) {
    const series = seriesOf(page);
    const name = JSON.stringify([series, page.token]);
    const before = came.get(name);
    if (before !== undefined && (withRows.has(series) || !wasElsewhere(entries, before, page))) again += 1;
    if (rowsOf(page) > 0) withRows.add(series);
    came.set(name, page);
  }
  return again;
}

/**
 * Whether a query may have been at the other host between two requests: that host was asked the same and had answered before, or it
 * brought a page meanwhile, so that the query was moved there even if it never got to ask.
 */
function wasElsewhere(entries: readonly WireEntry[], before: WireEntry, after: WireEntry): boolean {
  const others = entries.filter(({ account }) => account !== before.account);
  const hadAnswered = (atMs: number): boolean =>
    others.some((other) => isPage(other) && (other.endedAtMs ?? 0) <= atMs);
  return others.some(({ table, filter, startedAtMs, endedAtMs = 0, rows }) => {
    const wasAsked = startedAtMs > before.startedAtMs && startedAtMs <= after.startedAtMs;
    const isSame = table === before.table && filter === before.filter;
    if (isSame && wasAsked && hadAnswered(startedAtMs)) return true;
    return rows !== undefined && endedAtMs > before.startedAtMs && endedAtMs <= after.startedAtMs;
  });
}

/** No more requests than the pages need, plus allowed retries and outage checks. */
function requestViolations(evidence: Evidence, stage: Stage): Found {
  const { plan, schedule, wire } = evidence;
  const entries = ofStage(evidence, stage).filter((entry) => !isStats(entry));
  const failed = entries.filter(isTrouble).length;
  const pages = entries.filter(isPage);
  const probes = pages.filter(isProbe).length;
  const needed = pages.length - probes;
  const again = askedAgain(entries);
  // If the service mixes up its rows, pages are refused and requested again.
  const mayRefuse = wire.some(isHostile) ? RETRIES + RETRY_SHARE * entries.length : 0;
  const questions = new Set(pages.map(seriesOf)).size;
  const hosts = schedule.copy === undefined ? 1 : 2;
  // The keys after a last page are requested again if nothing proves that end, or if the page is as full as those that continue:
  // the rest of its partition, and what follows.
  const each = wire.some(isHidden) ? 3 : 1;
  const anew = 2 * (fullEnds(pages) + (stage.isFresh ? 0 : endsBefore(evidence, stage)));
  const planned = plan.queries.length + plan.guards.length;
  const lasted = stage.toMs - stage.fromMs;
  // A check that fails while queries run is sent once more after them. An outage that was over cost the requests that showed it.
  const tries =
    RETRIES +
    RETRY_SHARE * needed +
    LANES_OF_BOTH +
    planned +
    plan.guards.length +
    lasted / PROBE_EVERY_MS +
    EACH_OUTAGE * outagesOver(pages);
  return [
    ...(again > mayRefuse ? [`${again} pages came and were asked for again`] : []),
    ...(questions > planned * hosts * each + anew + CUTS + CUT_SHARE * entries.length + 2 * failed
      ? [`${questions} questions for ${planned} queries and checks`]
      : []),
    ...(probes > CHECKS + failed ? [`${probes} checks and probes were answered`] : []),
    ...(failed > tries
      ? [`${failed} of ${entries.length} requests failed, in ${Math.round(lasted)} ms`]
      : []),
  ];
}

/** Requests before the run can notice an outage: those of all lanes, and their first retries. */
const BEFORE_OUTAGE = 60;
/** During an outage, one small request per host and this interval. */
const PROBE_EVERY_MS = 250;

/** While nothing is answered, few requests are sent. */
function outageViolations(evidence: Evidence, stage: Stage): Found {
  let [since, count] = [0, 0];
  for (const entry of ofStage(evidence, stage)) {
    if (!isTrouble(entry) || isLasting(entry)) {
      count = 0;
      continue;
    }
    if (count === 0) since = entry.startedAtMs;
    count += 1;
    const lasted = entry.startedAtMs - since;
    if (count > BEFORE_OUTAGE + lasted / PROBE_EVERY_MS)
      return [`${count} requests in ${Math.round(lasted)} ms while nobody was answered`];
  }
  return [];
}

function isProbe(entry: WireEntry): boolean {
  return isOneRow(entry) && entry.filter === undefined;
}

/** The log has every request, and describes each page as it arrived. */
function logViolations(evidence: Evidence, stage: Stage): Found {
  const { schedule } = evidence;
  // With this transport, one call may be two requests.
  if (schedule.transport === 'refused') return [];
  const sent = sinceFresh(evidence, stage);
  const { requests } = stage;
  const least = sent.filter((entry) => !isStats(entry)).length;
  // What still waited for the transport when the run ended, or when its rows were lost; and what no browser would send, with why.
  const unsent = requests.filter(
    ({ fault, endedAtMs }) =>
      fault?.kind === 'cancelled' || fault?.kind === 'input' || (stage.isLost && endedAtMs === undefined),
  ).length;
  const found: string[] = [];
  if (requests.length < least || requests.length > sent.length + unsent)
    found.push(`${requests.length} requests in the log, ${sent.length} were sent`);
  const pages = new Set(
    sent
      .filter(isPage)
      .map((entry) =>
        JSON.stringify([entry.startedAtMs, entry.filter, entry.bytes, entry.next !== undefined]),
      ),
  );
  const wrong = requests.filter(
    ({ kind, startedAtMs, filter, bytes, hasContinuation, rows }) =>
      kind === 'query' &&
      rows !== undefined &&
      !pages.has(JSON.stringify([startedAtMs, filter, bytes, hasContinuation])),
  );
  if (wrong.length > 0) found.push(`${wrong.length} requests of the log say what did not come`);
  return [...found, ...countViolations(evidence, stage)];
}

/** The counts of each query match the log. */
function countViolations({ stages }: Evidence, stage: Stage): Found {
  if (stages.some(({ isLost }) => isLost)) return [];
  const found: string[] = [];
  for (const { index, label, requests, pages, emptyPages, rows, bytes, retries } of stage.queries) {
    const own = stage.requests.filter(({ kind, queryIndex }) => kind === 'query' && queryIndex === index);
    const taken = own.filter((record) => record.rows !== undefined);
    const sums = [
      ['requests', requests, own.length],
      ['pages', pages, taken.length],
      ['empty pages', emptyPages, taken.filter((record) => record.rows === 0).length],
      ['rows', rows, taken.reduce((sum, record) => sum + (record.rows ?? 0), 0)],
      ['bytes', bytes, taken.reduce((sum, record) => sum + (record.bytes ?? 0), 0)],
    ] as const;
    for (const [name, said, counted] of sums) {
      if (said !== counted) found.push(`${label}: ${said} ${name}, ${counted} by the log`);
    }
    if (retries > requests - pages)
      found.push(`${label}: ${retries} retries of ${requests} requests for ${pages} pages`);
  }
  return found.slice(0, 3);
}

export function wireViolations(evidence: Evidence, stage: Stage): Found {
  return [
    ...(stage.isLost ? [] : keptViolations(evidence, stage)),
    ...oddViolations(evidence, stage),
    ...orderViolations(evidence, stage),
    ...tokenViolations(evidence, stage),
    ...lookoutViolations(evidence, stage),
    ...proofViolations(evidence, stage),
    ...requestViolations(evidence, stage),
    ...outageViolations(evidence, stage),
    ...logViolations(evidence, stage),
  ];
}
