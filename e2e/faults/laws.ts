// The four laws that every run must obey, whatever goes wrong. They know the true rows (`world`), what the page shows and stores
// (`stages`), and what went over the network (`wire`). No number that the engine counted is used to decide what is true.
import { canonicalLine, canonicalRow } from '../../scripts/demo/truth.mjs';
import { compareRows } from '../../scripts/demo/rows.mjs';
import { isWithin } from '../rig/sasCheck.ts';
import { MOST_ADDRESS_CHARS } from './memoryFetch.ts';
import type { Evidence, Stage } from './seededRun.ts';
import { isHidden, isOneRow, isPage, type WireEntry } from './wireTap.ts';
import { nameOf, type Spot, type WorldRow } from './worldRows.ts';

type Found = readonly string[];
type Doubt = Extract<Stage['completeness'], { readonly unread: unknown }>;
type Reason = Doubt['reasons'][number];
type Unread = Doubt['unread'][number];

const LAWS = [completeIsTrue, storedIsTrue, unreadIsNamed, wireIsKept];

/** Which laws a run broke, in which stage, and how. Empty if none. */
export function violations(evidence: Evidence): Found {
  const found = evidence.stages.flatMap((stage, at) =>
    LAWS.flatMap((law, number) =>
      law(evidence, stage).map((text) => `law ${number + 1}, stage ${at + 1}: ${text}`),
    ),
  );
  return [...found, ...endViolations(evidence).map((text) => `law 3, at the end: ${text}`)];
}

/** Law 1. If a result is Complete, the stored rows are exactly the true rows, unchanged. */
function completeIsTrue(evidence: Evidence, stage: Stage): Found {
  if (stage.completeness.state !== 'complete') return [];
  const { world } = evidence;
  const { bounds, lookouts } = world;
  const stored = new Set(stage.stored.map(nameOf));
  const missing = wantedRows(evidence, stage).filter((row) => !stored.has(nameOf(row)));
  const found: string[] = [];
  if (missing.length > 0) found.push(`complete without ${missing.length} rows`);
  if (extraRows(evidence, stage).length > 0) found.push('complete with rows that nobody asked for');
  if (world.strangers === 'some') found.push('complete although rows exist outside the plan');
  if (bounds && lookouts.some(({ partitionKey, rowKey }) => !isWithin(partitionKey, rowKey, bounds)))
    found.push('complete, and the SAS does not reach where rows might be');
  const hasAbsent = evidence.plan.queries.some(({ tableName }) => !world.tables.includes(tableName));
  if (hasAbsent && stage.completeness.absentNote === undefined)
    found.push('complete, and silent about a table that does not exist');
  return found;
}

/** Compares the exported rows property by property: they must be all true rows if the result is Complete, otherwise some of them. */
function exportViolations(evidence: Evidence, stage: Stage): Found {
  const { exported, world } = evidence;
  const { filter, select } = world.request;
  const shown = select && [...select, ...(filter?.match(/\b[A-Z]\w+/g) ?? [])];
  const wanted = wantedRows(evidence, stage)
    .map((row) => (shown === undefined ? canonicalRow(row) : selectedRow(row, shown)))
    .sort();
  const had = exported.map(canonicalLine).sort();
  const own = new Set(wanted);
  if (stage.completeness.state !== 'complete')
    return had.filter((row) => !own.has(row)).map((row) => `exports ${row}, which is no true row`);
  const at = wanted.findIndex((row, index) => row !== had[index]);
  return at < 0 ? [] : [`exports ${had[at] ?? 'nothing'} for ${wanted[at] ?? ''}`];
}

/** A row with only some of its properties: missing ones are null, and the Timestamp is left out because it was not selected. */
function selectedRow(row: WorldRow, names: readonly string[]): string {
  const properties = [...new Set(names)].map(
    (name) => row.properties.find(([own]) => own === name) ?? ([name, 'Int32', 'null'] as const),
  );
  const members = JSON.parse(canonicalRow({ ...row, properties })) as readonly (readonly string[])[];
  return JSON.stringify(members.filter(([name]) => name !== 'Timestamp'));
}

/** Law 2. The stored rows are true rows, each stored once, in order and counted correctly, and the result says if any are odd. */
function storedIsTrue(evidence: Evidence, stage: Stage): Found {
  const { stored, rows, completeness, anomalies, queries } = stage;
  const found: string[] = [];
  const isOdd = sinceFresh(evidence, stage).some(isHostile);
  const own = new Set(evidence.world.rows.map(nameOf));
  const names = stored.map(nameOf).filter((name) => own.has(name));
  if (names.length > new Set(names).size) found.push('rows are stored twice');
  if (rows !== stored.length || completeness.rows !== stored.length)
    found.push(`counts ${rows} rows, says ${completeness.rows}, has ${stored.length}`);
  const extra = extraRows(evidence, stage).length;
  if (extra > anomalies.outside) found.push(`has ${extra} rows that nobody asked for, in silence`);
  if (!isOdd && anomalies.outOfOrder + anomalies.repeated + anomalies.outside > 0)
    found.push('says that rows arrived oddly, and none did');
  for (const { index, label, rows: said } of queries) {
    const keys = stored.filter((key) => key.queryIndex === index);
    if (said !== keys.length) found.push(`${label} counts ${said} rows, ${keys.length} are stored`);
    const isSorted = keys.every((key, at) => {
      const before = keys[at - 1];
      return before === undefined || compareRows(before, key) < 0;
    });
    if (!isSorted && !isOdd) found.push(`rows of ${label} are not in the order of their keys`);
  }
  const isExported = stage === evidence.stages.at(-1) && !isOdd && found.length === 0;
  return isExported ? exportViolations(evidence, stage) : found;
}

/** Law 3. Read and unread together are exactly what was requested, and a result that is not Complete gives a true reason. */
function unreadIsNamed(evidence: Evidence, stage: Stage): Found {
  const { completeness } = stage;
  if (completeness.state === 'running') return ['has ended and says that it is running'];
  if (!('unread' in completeness)) return [];
  const { unread, resumable, reasons, state } = completeness;
  const found = [...rowViolations(evidence, stage, unread), ...rangeViolations(evidence, unread)];
  if (unread.length === 0 || reasons.length === 0) found.push(`${state}, and says neither what nor why`);
  if (resumable !== unread.some((range) => range.resumable))
    found.push(`can ${resumable ? '' : 'not '}be continued, and its unread ranges say otherwise`);
  const happened = whatHappened(evidence, stage);
  const untrue = reasons.filter(({ kind }) => !CAUSES[kind](happened));
  return [...found, ...untrue.map(({ kind, text }) => `${state} without a cause (${kind}): ${text}`)];
}

/** Every true row is either stored or in exactly one unread range of a planned query. */
function rowViolations(evidence: Evidence, stage: Stage, unread: readonly Unread[]): Found {
  const stored = new Set(stage.stored.map(nameOf));
  const labels = new Set(evidence.plan.queries.map(({ label }) => label));
  const planned = unread.filter(({ query }) => labels.has(query));
  let [lost, both, twice] = [0, 0, 0];
  for (const row of wantedRows(evidence, stage)) {
    const ranges = planned.filter((range) => range.tableName === row.table && isInside(row, range));
    const isStored = stored.has(nameOf(row));
    if (!isStored && ranges.length === 0) lost += 1;
    // Rows that were mixed up, or that came from a lagging copy, are kept although their range must be read again.
    if (isStored && ranges.some(({ why }) => why !== 'anomalies' && why !== 'lagging')) both += 1;
    if (ranges.length > 1) twice += 1;
  }
  return [
    ...(lost > 0 ? [`${lost} rows are neither read nor in a range that is said to be unread`] : []),
    ...(both > 0 ? [`${both} rows are read and in a range that is said to be unread`] : []),
    ...(twice > 0 ? [`${twice} rows are in two unread ranges`] : []),
  ];
}

function isInside({ partitionKey, rowKey }: Spot, { partition, row = {} }: Unread): boolean {
  const isBetween = (key: string, { from, to }: Unread['partition']): boolean =>
    (from === undefined || key >= from) && (to === undefined || key < to);
  return isBetween(partitionKey, partition) && isBetween(rowKey, row);
}

/** No unread range may extend beyond what was requested. */
function rangeViolations({ plan }: Evidence, unread: readonly Unread[]): Found {
  const isWithinSpan = (inner: Unread['partition'] = {}, outer: Unread['partition'] = {}): boolean =>
    (inner.from ?? '') >= (outer.from ?? '') &&
    (outer.to === undefined || (inner.to !== undefined && inner.to <= outer.to));
  const asked = [...plan.queries, ...plan.guards.map(({ label, range }) => ({ label, range }))];
  const beyond = unread.filter(({ query, partition, row }) => {
    const own = asked.find(({ label }) => label === query)?.range;
    return own === undefined || !isWithinSpan(partition, own.partition) || !isWithinSpan(row, own.row);
  });
  return beyond.map(({ query }) => `${query}: its unread range is more than was asked for`);
}

/** What happened until the end of a stage, as far as it can prevent a result from being Complete. */
function whatHappened(evidence: Evidence, stage: Stage) {
  const { schedule, stages, world } = evidence;
  const entries = sinceFresh(evidence, stage);
  const wasCancelled = stage.isLost || (stage === stages[0] && schedule.cancelAtMs !== undefined);
  const isFull = stage.rows >= (schedule.rowBudget ?? Infinity) || isEndless(entries);
  return {
    wasCancelled,
    isFull,
    wasStopped: wasCancelled || isFull,
    // Requests for the statistics of the account have no table, and do not count.
    isDisturbed: entries.some(
      (entry) => (entry.table !== '' && !isPage(entry)) || entry.action !== undefined,
    ),
    wasMixedUp: entries.some((entry) => isHostile(entry) || entry.status === 404),
    hasStrangers: world.strangers !== 'none' || entries.some(({ action }) => action === 'foreign'),
    isBounded: world.bounds !== undefined,
    isUnsendable: entries.some(isUnsendable),
    isUnproven: entries.some(isHidden) || isTooSmall(evidence, entries),
    readCopy: entries.some((entry) => entry.account.endsWith('-secondary') && isPage(entry)),
  };
}

type Happened = ReturnType<typeof whatHappened>;

/** For each reason, what can have caused it. There may be other causes. */
const CAUSES: Readonly<Record<Reason['kind'], (happened: Happened) => boolean>> = {
  failed: ({ isBounded, isDisturbed, isUnsendable: isLong }) => isBounded || isDisturbed || isLong,
  'outside-plan': ({ hasStrangers }) => hasStrangers,
  'outside-sas': ({ isBounded }) => isBounded,
  budget: ({ isFull }) => isFull,
  cancelled: ({ wasCancelled }) => wasCancelled,
  // If a query fails at a token that fits into no address, its full pages are not read on from.
  'headers-hidden': (did) => did.isUnproven || did.isDisturbed || did.wasStopped || did.isUnsendable,
  anomalies: ({ wasMixedUp }) => wasMixedUp,
  'secondary-lag': ({ readCopy }) => readCopy,
  unread: ({ isBounded, wasStopped }) => isBounded || wasStopped,
};

/** If the SAS reaches only one row of a table, no continuation token can be seen. A copy may lack rows too. */
function isTooSmall({ plan, world, schedule }: Evidence, entries: readonly WireEntry[]): boolean {
  const readsCopy = entries.some(({ account }) => account.endsWith('-secondary'));
  if (schedule.copy !== undefined && readsCopy) return true;
  const { bounds, rows } = world;
  const inReach = rows.filter(
    (row) => bounds === undefined || isWithin(row.partitionKey, row.rowKey, bounds),
  );
  return plan.queries.every(({ tableName }) => inReach.filter(({ table }) => table === tableName).length < 2);
}

/** A run stops by itself after so many pages without a row, or characters of continuation tokens. */
const MOST_EMPTY_PAGES = 500;
const MOST_TOKEN_CHARS = 64 * 1024 * 1024;

function isEndless(entries: readonly WireEntry[]): boolean {
  const empty = entries.filter(({ rows, next }) => rows?.length === 0 && next !== undefined).length;
  const chars = entries.reduce((sum, { nextChars }) => sum + nextChars, 0);
  return empty >= MOST_EMPTY_PAGES || chars >= MOST_TOKEN_CHARS;
}

/** Reasons that pressing Continue cannot remove after the faults have ended. */
const LASTING: Readonly<Record<Reason['kind'], (evidence: Evidence) => boolean>> = {
  // If the table did not exist, Continue gets the same answer.
  failed: ({ wire }) => wire.some((entry) => entry.status === 404 || isUnsendable(entry)),
  // A row that was added to the answer to a coverage check cannot be told from a real one.
  'outside-plan': ({ wire }) => wire.some(({ action }) => action === 'foreign'),
  'outside-sas': () => true,
  budget: ({ schedule, wire }) => schedule.budgetStays === true || isEndless(wire),
  cancelled: () => false,
  'headers-hidden': (evidence) => evidence.wire.some(isHidden) || isTooSmall(evidence, evidence.wire),
  anomalies: ({ wire }) => wire.some((entry) => isHostile(entry) || entry.status === 404),
  'secondary-lag': ({ schedule }) => schedule.copy !== undefined,
  unread: () => false,
};

/** After the faults have ended and Continue was pressed, the result must be Complete or have a lasting reason. */
function endViolations(evidence: Evidence): Found {
  const { completeness } = evidence.stages.at(-1) as Stage;
  const { strangers, bounds } = evidence.world;
  if (!('reasons' in completeness) || strangers !== 'none' || bounds !== undefined) return [];
  const { reasons, state } = completeness;
  if (reasons.some(({ kind }) => LASTING[kind](evidence))) return [];
  return [`${state} for no lasting reason: ${reasons.map(({ text }) => text).join(' ')}`];
}

const LANES = 6;

/** Law 4. Rows of accepted pages are never lost, the log is what was sent, tokens return to their host, Retry-After is respected. */
function wireIsKept(evidence: Evidence, stage: Stage): Found {
  const { maxInFlight, strays, wire } = evidence;
  const found: string[] = [];
  if (maxInFlight > LANES) found.push(`${maxInFlight} requests in flight at once at one host`);
  if (strays.length > 0) found.push(`sent ${strays.join(', ')}`);
  const early = sentTooEarly(wire).length;
  if (early > 0) found.push(`Retry-After undercut ${early} times`);
  if (stage.sentAfterEnd > 0) found.push(`${stage.sentAfterEnd} requests after the end`);
  const entries = sinceFresh(evidence, stage);
  const held = new Set(stage.stored.map(nameOf));
  const taken = [...takenPages(entries), ...lastPages(evidence, stage, entries)];
  const lost = taken.flatMap(({ table, rows = [] }) =>
    rows.filter((row) => !held.has(nameOf({ table, ...row }))),
  );
  if (lost.length > 0 && !stage.isLost) found.push(`${lost.length} rows of taken pages are not stored`);
  const given = new Map<string, number>();
  for (const entry of wire) {
    const name = JSON.stringify([questionOf(entry), entry.next]);
    given.set(name, Math.min(given.get(name) ?? Infinity, entry.endedAtMs ?? Infinity));
  }
  const strange = entries.filter((entry) => {
    const givenAtMs = given.get(JSON.stringify([questionOf(entry), entry.token])) ?? Infinity;
    return entry.token !== undefined && givenAtMs > entry.startedAtMs;
  });
  if (strange.length > 0) found.push(`${strange.length} tokens went where nobody had given them`);
  if (entries.some(({ targetChars }) => targetChars > MOST_ADDRESS_CHARS))
    found.push('a request with an address that no browser sends');
  return [...found, ...logViolations(evidence, stage, entries)];
}

/** A longer Retry-After applies only to the same request, and never to one that only asks whether the host answers. */
const LONGEST_OF_HOST_MS = 300_000;

/** The requests that did not wait as long as an answer had asked. */
function sentTooEarly(wire: readonly WireEntry[]): readonly WireEntry[] {
  const requestOf = (entry: WireEntry): string => `${questionOf(entry)} ${entry.top} ${entry.token}`;
  return wire.flatMap((answer) => {
    const { account, answeredAtMs = 0, filter, sentBefore, top, waitMs } = answer;
    if (waitMs === undefined) return [];
    const early = wire.slice(sentBefore).filter(({ startedAtMs }) => startedAtMs < answeredAtMs + waitMs);
    if (waitMs <= LONGEST_OF_HOST_MS) return early.filter((entry) => entry.account === account);
    const isAnyRow = top === '1' && filter === undefined;
    return isAnyRow ? [] : early.filter((entry) => requestOf(entry) === requestOf(answer));
  });
}

/** What a continuation token belongs to: host, table, filter and columns. */
function questionOf({ account, table, filter, select }: WireEntry): string {
  return JSON.stringify([account, table, filter, select]);
}

/** The pages that were accepted, which shows in the fact that reading continued after them. */
function takenPages(entries: readonly WireEntry[]): readonly WireEntry[] {
  const series = new Map<string, WireEntry[]>();
  for (const entry of entries.filter((each) => !isOneRow(each))) {
    const name = `${questionOf(entry)} ${entry.top}`;
    series.set(name, [...(series.get(name) ?? []), entry]);
  }
  return [...series.values()].flatMap((own) =>
    own.filter(({ next, rows }, at) => {
      if (rows === undefined || next === undefined) return false;
      // If the token was sent before, sending it later proves nothing.
      if (own.slice(0, at + 1).some(({ token }) => token === next)) return false;
      return own.slice(at + 1).some(({ token }) => token === next);
    }),
  );
}

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

/** The log has every request, describes each page as it arrived, and gives the counts of each query as its sums. */
function logViolations({ schedule, stages }: Evidence, stage: Stage, sent: readonly WireEntry[]): Found {
  // If the service refuses the first transport, one call may be two requests.
  if (schedule.transport === 'refused' || stages.some(({ isLost }) => isLost)) return [];
  const { requests, queries } = stage;
  const found: string[] = [];
  const unsent = requests.filter(
    ({ fault }) => fault?.kind === 'cancelled' || fault?.kind === 'input',
  ).length;
  const least = sent.filter(({ table }) => table !== '').length;
  if (requests.length < least || requests.length > sent.length + unsent)
    found.push(`${requests.length} requests in the log, ${sent.length} were sent`);
  const pages = new Set(
    sent
      .filter(isPage)
      .map((entry) =>
        JSON.stringify([entry.startedAtMs, entry.filter, entry.bytes, entry.next !== undefined]),
      ),
  );
  const taken = requests.filter(({ kind, rows }) => kind === 'query' && rows !== undefined);
  const wrong = taken.filter(
    ({ startedAtMs, filter, bytes, hasContinuation }) =>
      !pages.has(JSON.stringify([startedAtMs, filter, bytes, hasContinuation])),
  );
  if (wrong.length > 0) found.push(`${wrong.length} requests of the log say what did not arrive`);
  for (const { index, label, rows, bytes, pages: said } of queries) {
    const own = taken.filter(({ queryIndex }) => queryIndex === index);
    const sum = (of: (record: (typeof own)[number]) => number | undefined): number =>
      own.reduce((total, record) => total + (of(record) ?? 0), 0);
    const logged = [own.length, sum((record) => record.rows), sum((record) => record.bytes)];
    if (JSON.stringify([said, rows, bytes]) !== JSON.stringify(logged))
      found.push(`${label}: pages, rows, bytes ${[said, rows, bytes].join()}, by the log ${logged.join()}`);
  }
  return found;
}

/** The rows that the run should read. A table has none if every request for it was told that it does not exist. */
function wantedRows(evidence: Evidence, stage: Stage): readonly WorldRow[] {
  const entries = sinceFresh(evidence, stage);
  const there = new Set(entries.filter(isPage).map(({ table }) => table));
  const absent = new Set(
    entries
      .filter(({ status, isWhole, table }) => status === 404 && isWhole && !there.has(table))
      .map(({ table }) => table),
  );
  return evidence.world.rows.filter((row) => evidence.world.isAsked(row) && !absent.has(row.table));
}

function extraRows({ world }: Evidence, { stored }: Stage): readonly Spot[] {
  const asked = new Set(world.rows.filter(world.isAsked).map(nameOf));
  return stored.filter((key) => !asked.has(nameOf(key)));
}

/** The requests that may have brought rows of a stage: all since a stage last began from nothing. */
function sinceFresh({ stages, wire }: Evidence, stage: Stage): readonly WireEntry[] {
  const at = stages.indexOf(stage);
  const first = stages.slice(0, at + 1).findLastIndex(({ isFresh }) => isFresh) + 1;
  return wire.filter((entry) => entry.stage >= first && entry.stage <= at + 1);
}

/** Whether a request with this page's token would have a longer address than browsers send. */
function isUnsendable({ nextChars }: WireEntry): boolean {
  return nextChars > MOST_ADDRESS_CHARS;
}

/** Faults that make the service lie: repeated rows, rows out of order or not requested, and tokens that go back. */
const HOSTILE = new Set('foreign intruder keysOnly replay overlap reverse sameToken oldToken'.split(' '));

function isHostile({ action }: WireEntry): boolean {
  return action !== undefined && HOSTILE.has(action);
}
