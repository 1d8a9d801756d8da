// Whether a run told the truth: nothing missing, nothing twice, nothing extra, or it says so and where.
import { canonicalLine, canonicalRow } from '../../scripts/demo/truth.mjs';
import { compareRows, type DemoRow } from '../../scripts/demo/rows.mjs';
import { compileFilter } from '../rig/eval.ts';
import type { Evidence, Stage, StoredKey } from './seededRun.ts';

const LANES = 6;

/** What is wrong with a run, in words; empty: nothing. */
export function violations(evidence: Evidence): readonly string[] {
  const { stages, maxInFlight, methods, undercut } = evidence;
  const found = stages.flatMap((stage, at) =>
    stageViolations(evidence, stage).map((text) => `stage ${at + 1}: ${text}`),
  );
  if (maxInFlight > LANES) found.push(`${maxInFlight} requests in flight at once`);
  if (methods.some((method) => method !== 'GET')) found.push(`sent ${methods.join(', ')}`);
  if (undercut > 0) found.push(`Retry-After undercut ${undercut} times`);
  return [...found, ...endViolations(evidence)];
}

function nameOf({
  partitionKey,
  rowKey,
}: {
  readonly partitionKey: string;
  readonly rowKey: string;
}): string {
  return `${partitionKey}\u0000${rowKey}`;
}

function stageViolations(evidence: Evidence, stage: Stage): readonly string[] {
  const { world } = evidence;
  const { stored, completeness, outcome, sentAfterEnd } = stage;
  const found: string[] = [];
  const names = new Set(stored.map(nameOf));
  if (names.size !== stored.length) found.push(`${stored.length - names.size} rows are stored twice`);
  if (outcome.rows !== stored.length) found.push(`${outcome.rows} rows counted, ${stored.length} stored`);
  if (completeness.rows !== stored.length) found.push(`says ${completeness.rows} rows, has ${stored.length}`);
  if (sentAfterEnd > 0) found.push(`${sentAfterEnd} requests after the end`);
  if (completeness.state === 'running') found.push('has ended and says that it is running');
  if (completeness.state === 'complete') {
    const asked = world.rows.filter(world.isAsked);
    const missing = asked.filter((row) => !names.has(nameOf(row)));
    if (missing.length > 0) found.push(`complete without ${missing.length} of ${asked.length} rows`);
    if (names.size > asked.length - missing.length)
      found.push(`complete with ${names.size - asked.length + missing.length} rows that were not asked for`);
    if (world.strangers === 'some') found.push('complete although rows lie outside the plan');
  }
  return [...found, ...queryViolations(evidence, stage)];
}

/** Every query: all rows up to where it says that it is, and what it counts is what it brought. */
function queryViolations({ plan, world }: Evidence, { outcome, stored }: Stage): readonly string[] {
  const found: string[] = [];
  const byQuery = new Map<number, StoredKey[]>();
  for (const key of stored) byQuery.set(key.queryIndex, [...(byQuery.get(key.queryIndex) ?? []), key]);
  const anywhere = new Set(stored.map(nameOf));
  for (const { index, label, filter } of plan.queries) {
    const progress = outcome.queries.find((query) => query.index === index);
    if (progress === undefined) {
      found.push(`nothing is said of ${label}`);
      continue;
    }
    const own = byQuery.get(index) ?? [];
    if (progress.rows !== own.length)
      found.push(`${label} counts ${progress.rows} rows, ${own.length} are stored`);
    const matches = filter === undefined ? () => true : compileFilter(filter).matches;
    const asked = world.rows.filter((row) => matches(row));
    const isRead = readPart(progress);
    const missing = asked.filter((row) => isRead(row) && !anywhere.has(nameOf(row)));
    if (missing.length > 0)
      found.push(`${label} (${progress.state}) lacks ${missing.length} rows of what it says is read`);
  }
  return found;
}

/** Which rows a query claims to have read. */
function readPart({
  state,
  lastKey,
  headersExposed,
}: Stage['outcome']['queries'][number]): (row: DemoRow) => boolean {
  if (state === 'done' && headersExposed) return () => true;
  if (lastKey === undefined) return () => false;
  const last = { ...lastKey, timestamp: '', properties: [] };
  return (row) => compareRows(row, last) <= 0;
}

/** When nothing goes wrong any more and Continue was pressed, the result is whole, or there is a lasting reason. */
function endViolations({ stages, world, schedule, exported }: Evidence): readonly string[] {
  const last = stages.at(-1) as Stage;
  const { state } = last.completeness;
  if (state !== 'complete') {
    if (world.strangers !== 'none' || mayDoubt(stages, schedule)) return [];
    const reasons = 'reasons' in last.completeness ? last.completeness.reasons.map(({ text }) => text) : [];
    return [`ends ${state} for no lasting reason: ${reasons.join(' ').slice(0, 300)}`];
  }
  const wanted = world.rows.filter(world.isAsked).map(canonicalRow).sort();
  const had = exported.map(canonicalLine).sort();
  const differs = wanted.findIndex((row, at) => row !== had[at]);
  return differs < 0
    ? []
    : [`complete, but exports ${had[differs] ?? 'nothing'} for ${wanted[differs] ?? ''}`];
}

/** Whether the result may stay in doubt: headers were hidden, or a guard has no answer. */
function mayDoubt(stages: readonly Stage[], { rules, hidesTokens }: Evidence['schedule']): boolean {
  const last = stages.at(-1) as Stage;
  if (last.completeness.state === 'incomplete') return false;
  return (
    hidesTokens ||
    rules.some(({ action }) => action.kind === 'hideHeaders') ||
    stages.some(({ outcome }) => outcome.continuation !== 'readable') ||
    last.outcome.guards.some((guard) => guard.state === 'failed' || guard.state === 'not-asked')
  );
}
