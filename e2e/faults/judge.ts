// Judges whether a run told the truth: no row is missing, repeated or extra, unless the result says so and where.
import { canonicalLine, canonicalRow } from '../../scripts/demo/truth.mjs';
import { compareRows } from '../../scripts/demo/rows.mjs';
import type { FaultAction } from '../rig/faultActions.ts';
import {
  deniedTables,
  isHidden,
  isHostile,
  isOneRow,
  isPage,
  isReached,
  isReplaced,
  isStats,
  isUnsendable,
  matcher,
  ofStage,
  rowsFor,
  spotRow,
} from './ownFacts.ts';
import { reasonViolations } from './reasonJudge.ts';
import { copyRows, mayLag } from './secondaryCopy.ts';
import type { Evidence, Stage, StoredKey } from './seededRun.ts';
import { unreadViolations } from './unreadJudge.ts';
import { wireViolations } from './wireJudge.ts';
import { nameOf, type WorldRow } from './worldRows.ts';

const LANES = 6;

/** What is wrong with a run, in words; empty if nothing is. */
export function violations(evidence: Evidence): readonly string[] {
  const { stages, maxInFlight, methods, undercut } = evidence;
  const found = stages.flatMap((stage, at) =>
    stageViolations(evidence, stage).map((text) => `stage ${at + 1}: ${text}`),
  );
  if (maxInFlight > LANES) found.push(`${maxInFlight} requests in flight at once at one host`);
  if (methods.some((method) => method !== 'GET')) found.push(`sent ${methods.join(', ')}`);
  if (undercut > 0) found.push(`Retry-After undercut ${undercut} times`);
  return [...found, ...planViolations(evidence), ...endViolations(evidence)];
}

/** Every requested row is in exactly one planned query, and no other row is in any. */
function planViolations({ plan, world }: Evidence): readonly string[] {
  const asked = plan.queries.map(({ tableName, filter }) => ({ tableName, matches: matcher(filter) }));
  let [missed, twice, more] = [0, 0, 0];
  for (const row of world.rows) {
    const times = asked.filter(({ tableName, matches }) => tableName === row.table && matches(row)).length;
    if (times > 1) twice += 1;
    if (times === 0 && world.isAsked(row)) missed += 1;
    if (times > 0 && !world.isAsked(row)) more += 1;
  }
  return missed + twice + more === 0
    ? []
    : [`the plan misses ${missed} rows, asks twice for ${twice}, and for ${more} that nobody wants`];
}

function stageViolations(evidence: Evidence, stage: Stage): readonly string[] {
  const { world } = evidence;
  const { stored, completeness, rows, sentAfterEnd } = stage;
  const found: string[] = [];
  const names = new Set(stored.map(nameOf));
  const twice = rowsTwice(evidence, stored);
  if (twice > 0) found.push(`${twice} rows are stored twice`);
  if (rows !== stored.length) found.push(`${rows} rows counted, ${stored.length} stored`);
  if (completeness.rows !== stored.length) found.push(`says ${completeness.rows} rows, has ${stored.length}`);
  if (sentAfterEnd > 0) found.push(`${sentAfterEnd} requests after the end`);
  if (completeness.state === 'running') found.push('has ended and says that it is running');
  found.push(...unaskedViolations(evidence, stage, names));
  if (completeness.state === 'complete') {
    const denied = deniedTables(evidence, stage);
    const asked = world.rows.filter((row) => world.isAsked(row) && !denied.has(row.table));
    const missing = asked.filter((row) => !names.has(nameOf(row)));
    if (missing.length > 0) found.push(`complete without ${missing.length} of ${asked.length} rows`);
    if (world.strangers === 'some') found.push('complete although rows exist outside the plan');
  }
  return [
    ...found,
    ...queryViolations(evidence, stage),
    ...unreadViolations(evidence, stage),
    ...wireViolations(evidence, stage),
    ...reasonViolations(evidence, stage),
  ];
}

const UNASKED: readonly FaultAction['kind'][] = ['foreign', 'intruder', 'keysOnly'];

/** A row that was not requested may be kept if the result says so, and the result may not say so of any other row. */
function unaskedViolations(
  { world, schedule }: Evidence,
  { anomalies, completeness }: Stage,
  names: ReadonlySet<string>,
): readonly string[] {
  const asked = new Set(world.rows.filter(world.isAsked).map(nameOf));
  const extra = [...names].filter((name) => !asked.has(name)).length;
  const found: string[] = [];
  if (extra > anomalies.outside)
    found.push(`${completeness.state} with ${extra} rows that nobody asked for, in silence`);
  if (extra > 0 && completeness.state === 'complete')
    found.push(`complete with ${extra} rows that nobody asked for`);
  if (anomalies.outside > 0 && !schedule.rules.some(({ action }) => UNASKED.includes(action.kind)))
    found.push(`says of ${anomalies.outside} rows that nobody asked for them, and none were sent`);
  return found;
}

/** Rows of the table that are stored more than once. Rows made up by a fault may be in the answer to any request. */
function rowsTwice({ world }: Evidence, stored: readonly StoredKey[]): number {
  const own = new Set(world.rows.map(nameOf));
  const names = stored.map(nameOf).filter((name) => own.has(name));
  return names.length - new Set(names).size;
}

/** Whether the service sent rows twice, out of order or not matching the query, and the app says so. */
function saysOdd({ anomalies, completeness }: Stage): boolean {
  const odd = anomalies.outOfOrder + anomalies.repeated + anomalies.outside;
  return odd > 0 && completeness.state !== 'complete';
}

/** Every query has all rows up to the point that it claims, and counts what it received. */
function queryViolations(evidence: Evidence, stage: Stage): readonly string[] {
  const { plan, world } = evidence;
  const { queries, stored } = stage;
  const found: string[] = [];
  const byQuery = new Map<number, StoredKey[]>();
  for (const key of stored) byQuery.set(key.queryIndex, [...(byQuery.get(key.queryIndex) ?? []), key]);
  const anywhere = new Set(stored.map(nameOf));
  const lacking = lackingThere(evidence);
  const denied = deniedTables(evidence, stage);
  for (const query of plan.queries) {
    const { index, label } = query;
    const progress = queries.find((each) => each.index === index);
    if (progress === undefined) {
      found.push(`nothing is said of ${label}`);
      continue;
    }
    const own = byQuery.get(index) ?? [];
    if (progress.rows !== own.length)
      found.push(`${label} counts ${progress.rows} rows, ${own.length} are stored`);
    const asked = rowsFor(query, world);
    const isRead = readPart(progress);
    const missing = asked.filter(
      (row) =>
        isRead(row) &&
        !anywhere.has(nameOf(row)) &&
        !denied.has(row.table) &&
        !(progress.readsSecondary === true && lacking.has(nameOf(row))),
    );
    // A service that mixes up its pages loses rows undetectably; it is enough that the result says that it does.
    if (missing.length > 0 && !saysOdd(stage))
      found.push(`${label} (${progress.state}) lacks ${missing.length} rows of what it says is read`);
  }
  return found;
}

/** Rows of the primary that its copy lacks. Queries that read the copy may lack these, and no others. */
function lackingThere({ seed, world, schedule: { copy } }: Evidence): ReadonlySet<string> {
  if (copy === undefined) return new Set();
  const held = copy.lacksTable ? [] : copyRows(seed, world, copy);
  const there = new Set(held.map(nameOf));
  return new Set(world.rows.map(nameOf).filter((name) => !there.has(name)));
}

type Progress = Stage['queries'][number];
type Part = NonNullable<Progress['parts']>[number];

/** Which rows a query claims to have read. */
function readPart({ state, lastKey, headersExposed, parts }: Progress): (row: WorldRow) => boolean {
  if (state === 'done' && headersExposed) return () => true;
  if (parts !== undefined) {
    return readInParts(parts, headersExposed);
  }
  return upTo(lastKey);
}

/** A part that was cut ends where the parts after it begin, so the last part that contains a row decides about it. */
function readInParts(parts: readonly Part[], headersExposed: boolean): (row: WorldRow) => boolean {
  const last = parts
    .toSorted((a, b) => b.order - a.order)
    .map(({ filter, state, lastKey }) => ({
      isInside: matcher(filter),
      isRead: state === 'done' && headersExposed ? () => true : upTo(lastKey),
    }));
  return (row) => last.find(({ isInside }) => isInside(row))?.isRead(row) ?? false;
}

function upTo(lastKey: Progress['lastKey']): (row: WorldRow) => boolean {
  if (lastKey === undefined) return () => false;
  const last = spotRow({ ...lastKey, table: '' });
  return (row) => compareRows(row, last) <= 0;
}

/** After the faults end and Continue was pressed, the result must be complete, or have a lasting reason not to be. */
function endViolations(evidence: Evidence): readonly string[] {
  const { stages, world, exported } = evidence;
  const last = stages.at(-1) as Stage;
  const { state } = last.completeness;
  if (state !== 'complete') {
    if (world.strangers !== 'none' || mayDoubt(evidence) || lags(evidence, last)) return [];
    const reasons = 'reasons' in last.completeness ? last.completeness.reasons.map(({ text }) => text) : [];
    return [`ends ${state} for no lasting reason: ${reasons.join(' ').slice(0, 300)}`];
  }
  const { filter, select } = world.request;
  const shown = select === undefined ? undefined : [...select, ...(filter?.match(/\b[A-Z]\w+/g) ?? [])];
  const denied = deniedTables(evidence, last);
  const wanted = world.rows
    .filter((row) => world.isAsked(row) && !denied.has(row.table))
    .map((row) => (shown === undefined ? canonicalRow(row) : selectedRow(row, shown)))
    .sort();
  const asked = new Set(wanted);
  const said = exported.map(canonicalLine);
  // Rows that do not match the query are judged above.
  const had = (last.anomalies.outside > 0 ? said.filter((row) => asked.has(row)) : said).sort();
  const differs = wanted.findIndex((row, at) => row !== had[at]);
  return differs < 0
    ? []
    : [`complete, but exports ${had[differs] ?? 'nothing'} for ${wanted[differs] ?? ''}`];
}

/** A row with some of its properties: missing ones are null, and the Timestamp was not selected. */
function selectedRow(row: WorldRow, names: readonly string[]): string {
  const properties = [...new Set(names)].map(
    (name) => row.properties.find(([own]) => own === name) ?? ([name, 'Int32', 'null'] as const),
  );
  const members = JSON.parse(canonicalRow({ ...row, properties })) as readonly (readonly string[])[];
  return JSON.stringify(members.filter(([name]) => name !== 'Timestamp'));
}

/** Whether the only doubt left is how recent the copy is, and that doubt is justified. */
function lags({ world, schedule }: Evidence, { completeness }: Stage): boolean {
  const { copy, rules, offline, time } = schedule;
  if (copy === undefined || completeness.state !== 'unverifiable') return false;
  if (completeness.reasons.some(({ kind }) => kind !== 'secondary-lag')) return false;
  // Faults may have prevented reading the Last Sync Time. So may a SAS that ends, or a service that refuses simple requests,
  // because the stats are read with one.
  const isQuiet =
    schedule.transport !== 'refused' &&
    [...copy.rules, ...rules, ...offline, ...(time.frozen ?? [])].length === 0 &&
    schedule.expiresInMs === undefined &&
    schedule.revokedAtMs === undefined;
  return !isQuiet || mayLag(world, copy);
}

/** Whether queries failed, and a table does not exist as far as anybody could know: Continue would hear the same. */
function isDenied(evidence: Evidence, last: Stage): boolean {
  const { completeness } = last;
  const hasFailed = 'reasons' in completeness && completeness.reasons.some(({ kind }) => kind === 'failed');
  return hasFailed && (deniedTables(evidence, last).size > 0 || wasDenied(evidence, last));
}

/** Whether a table that answered before was missing when Continue was pressed, and has not answered since. */
function wasDenied(evidence: Evidence, last: Stage): boolean {
  const asked = ofStage(evidence, last).filter((entry) => !isStats(entry) && entry.isWhole);
  const missing = asked
    .filter(({ status, account }) => status === 404 && !account.endsWith('-secondary'))
    .map(({ table }) => table);
  return missing.some((table) => !asked.some((entry) => entry.table === table && isPage(entry)));
}

/**
 * Lasting reasons: odd rows, hidden headers, a SAS that does not reach everything, a full row budget, a token too long to send, a
 * table that does not exist as far as anybody could know.
 */
function mayDoubt(evidence: Evidence): boolean {
  const { stages, wire, world, schedule } = evidence;
  const last = stages.at(-1) as Stage;
  const kinds = 'reasons' in last.completeness ? last.completeness.reasons.map(({ kind }) => kind) : [];
  if (kinds.includes('anomalies') && (wire.some(isHostile) || isReplaced(wire))) return true;
  if (world.rows.some((row) => !isReached(row, world.bounds)) || world.bounds !== undefined) return true;
  // A row injected into the answer to a coverage check is believed.
  if (kinds.includes('outside-plan') && wire.some((entry) => entry.action === 'foreign' && isOneRow(entry)))
    return true;
  if (wire.some(isUnsendable) || isDenied(evidence, last)) return true;
  if (schedule.budgetStays === true && kinds.includes('budget')) return true;
  if (last.completeness.state === 'incomplete') return false;
  return kinds.includes('headers-hidden') || wire.some(isHidden);
}
