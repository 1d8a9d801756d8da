// Judges the doubts of a result: every reason that it gives, and every range that it lists as unread, must have a cause in what
// the service, the network, the clock or the user did. Without a cause, the result must be Complete.
import { copyRows, mayLag } from './secondaryCopy.ts';
import {
  isHidden,
  isHostile,
  isLasting,
  isOneRow,
  isPage,
  isReached,
  isReplaced,
  isStats,
  isTrouble,
  isUnsendable,
  matcher,
  MOST_TOKEN_CHARS,
  ofStage,
  sinceFresh,
  spotRow,
} from './ownFacts.ts';
import { isCutBySas } from './sasReach.ts';
import type { Evidence, Stage } from './seededRun.ts';
import type { WireEntry } from './wireTap.ts';
import type { World } from './worldTypes.ts';

type Found = readonly string[];
type Doubt = Extract<Stage['completeness'], { readonly unread: unknown }>;
type Reason = Doubt['reasons'][number];
type Unread = Doubt['unread'][number];

function doubtOf({ completeness }: Stage): Doubt | undefined {
  return 'reasons' in completeness ? completeness : undefined;
}

/** Least number of tries for a page: if its own query fails alone, and if others used the retries before. */
const OWN_TRIES = 4;
const ALL_TRIES = 8;
/** Longer waits are not waited for. */
const LONG_WAIT_MS = 300_000;

function isGivenUpAtOnce(entry: WireEntry): boolean {
  return isLasting(entry) || (entry.retryAfterMs ?? 0) > LONG_WAIT_MS;
}

/**
 * Whether coverage checks were not asked because the primary endpoint was down: only that one is asked, and the last that came of it
 * were two failed requests for any one row. Queries had moved to the secondary by then.
 */
function isPrimaryDown(evidence: Evidence, stage: Stage, labels: readonly string[]): boolean {
  const last = ofStage(evidence, stage)
    .filter(({ account }) => !account.endsWith('-secondary'))
    .slice(-2);
  return (
    evidence.schedule.copy !== undefined &&
    labels.every((label) => evidence.plan.guards.some((guard) => guard.label === label)) &&
    last.length === 2 &&
    last.every((entry) => isTrouble(entry) && isOneRow(entry) && entry.filter === undefined)
  );
}

/** A query or check failed. Its requests brought no page, and often enough if another try might have helped. */
function mayFail(evidence: Evidence, stage: Stage, labels: readonly string[]): boolean {
  const { plan, schedule } = evidence;
  const troubles = ofStage(evidence, stage).filter(isTrouble);
  if (sinceFresh(evidence, stage).some(isUnsendable)) return true;
  // A token from before the service mixed up its rows may mislead later.
  if (sinceFresh(evidence, stage).some(isHostile)) return true;
  if (troubles.some(isGivenUpAtOnce) || troubles.length >= ALL_TRIES) return true;
  if (isPrimaryDown(evidence, stage, labels)) return true;
  // Where nobody can help, a run waits for five minutes and no longer.
  if (troubles.length > 0 && !schedule.hasControl && stage.toMs - stage.fromMs > LONG_WAIT_MS) return true;
  // The page may be unable to read the answer that says so.
  if (troubles.length > 0 && mayRefuse(schedule)) return true;
  const tables = [...plan.queries, ...plan.guards]
    .filter(({ label }) => labels.includes(label))
    .map(({ tableName }) => tableName);
  // A table that was not there, and is: what was read while it was not is of nothing.
  if (sinceFresh(evidence, stage).some(({ status, table }) => status === 404 && tables.includes(table)))
    return true;
  return tables.some((name) => troubles.filter(({ table }) => table === name).length >= OWN_TRIES);
}

/** How long the first SAS lasts, unless the schedule says otherwise. */
const HOUR_MS = 3_600_000;

/** Whether the SAS ends before the run does, or has ended by the computer's clock because that was changed. */
function mayRefuse({ expiresInMs, revokedAtMs, time }: Evidence['schedule']): boolean {
  const isSetPast = (time.jumps ?? []).some(({ byMs }) => byMs >= HOUR_MS);
  return expiresInMs !== undefined || revokedAtMs !== undefined || isSetPast;
}

/** A table with one row shows no continuation token. The copy may lack rows, so it counts without them. */
function isTooSmall(
  { seed, plan, world, schedule: { copy } }: Evidence,
  reads: readonly WireEntry[],
): boolean {
  const names = new Set(plan.queries.map(({ tableName }) => tableName));
  const isSmall = (rows: World['rows']): boolean =>
    [...names].every(
      (name) => rows.filter((row) => row.table === name && isReached(row, world.bounds)).length < 2,
    );
  const readsCopy = reads.some(({ account }) => account.endsWith('-secondary'));
  return isSmall(world.rows) || (copy !== undefined && readsCopy && isSmall(copyRows(seed, world, copy)));
}

/** The stages that count, up to this one. */
function stagesUpTo({ stages }: Evidence, stage: Stage): readonly Stage[] {
  const counted = stages.slice(0, stages.indexOf(stage) + 1);
  return counted.slice(
    Math.max(
      0,
      counted.findLastIndex(({ isFresh }) => isFresh),
    ),
  );
}

function isStopped(stage: Stage): boolean {
  return stage.completeness.state === 'stopped';
}

/** One row was asked for and more came, the last ones: that page need not go on, and proves nothing. */
function ignoresTop(entry: WireEntry): boolean {
  return (
    isOneRow(entry) && entry.filter === undefined && (entry.rows?.length ?? 0) > 1 && entry.next === undefined
  );
}

/** An end of an earlier stage was not proven, and mixed-up rows keep the query from being read on from there. */
function isLeftOpen(evidence: Evidence, stage: Stage, reads: readonly WireEntry[]): boolean {
  const earlier = stagesUpTo(evidence, stage).slice(0, -1);
  const isOpen = earlier.some((each) => doubtOf(each)?.reasons.some(({ kind }) => kind === 'headers-hidden'));
  return isOpen && reads.some(isHostile);
}

/** Nothing could be proven: continuations were hidden, the tables too small, or nobody asked or answered at the end. */
function mayHide(evidence: Evidence, stage: Stage): boolean {
  const { schedule, stages } = evidence;
  const reads = sinceFresh(evidence, stage);
  if (isTooSmall(evidence, reads) || reads.some(isHidden) || reads.some(ignoresTop)) return true;
  if (isLeftOpen(evidence, stage, reads)) return true;
  return stagesUpTo(evidence, stage).some((each) => {
    const sent = ofStage(evidence, each);
    return (
      isStopped(each) ||
      (schedule.cancelAtMs !== undefined && stages.indexOf(each) === 0) ||
      sent.filter(isTrouble).length >= ALL_TRIES ||
      sent.some((entry) => isTrouble(entry) && mayKeepFromCheck(entry, evidence.schedule))
    );
  });
}

/** Whether what brought no page is, or tells why there was no, check of the continuation. */
function mayKeepFromCheck(entry: WireEntry, schedule: Evidence['schedule']): boolean {
  const isCheck = isOneRow(entry) && entry.filter === undefined;
  return isCheck || isGivenUpAtOnce(entry) || schedule.copy !== undefined || mayRefuse(schedule);
}

/** A copy was read, and may lack rows, or nobody could say how far it is. */
function mayLagBehind(evidence: Evidence, stage: Stage): boolean {
  const { copy } = evidence.schedule;
  const sent = sinceFresh(evidence, stage).filter(({ account }) => account.endsWith('-secondary'));
  const isRead = sent.some((entry) => isPage(entry) && !isStats(entry));
  if (copy === undefined || !isRead) return false;
  const asked = sent.filter(isStats);
  const isTold = asked.every(
    ({ isWhole, status, action }) => isWhole && status === 200 && action === undefined,
  );
  return asked.length === 0 || !isTold || mayLag(evidence.world, copy);
}

/** A row where the plan has none, that is there or was put in. */
function mayBeOutside(evidence: Evidence, stage: Stage): boolean {
  const { world, plan } = evidence;
  const hits = stage.guards.filter(({ state }) => state === 'hit');
  return hits.every(({ index, key }) => {
    if (sinceFresh(evidence, stage).some(({ action }) => action === 'foreign')) return true;
    const guard = plan.guards.find((each) => each.index === index);
    return (
      guard !== undefined &&
      key !== undefined &&
      world.rows.some((row) => row.table === guard.tableName && row.partitionKey === key.partitionKey) &&
      matcher(guard.filter)(spotRow({ table: guard.tableName, ...key }))
    );
  });
}

/** Rows of a page at most, as the service has it. */
const MOST_PAGE_ROWS = 1000;
/** Pages without a row in a row after which a query is stopped. */
const MOST_EMPTY_PAGES = 500;

/** Whether so many pages brought nothing but a continuation that nobody would wait for their end. */
function isEndless(evidence: Evidence, stage: Stage): boolean {
  const empty = sinceFresh(evidence, stage).filter(
    ({ rows, next }) => rows?.length === 0 && next !== undefined,
  );
  return empty.length >= MOST_EMPTY_PAGES;
}

/** Whether the tokens of a stage, as far as they are known, are more than a run reads. */
function hasManyTokens(evidence: Evidence, stage: Stage): boolean {
  const chars = ofStage(evidence, stage).reduce((sum, { nextChars }) => sum + nextChars, 0);
  return chars >= MOST_TOKEN_CHARS;
}

function wasStopped(evidence: Evidence, stage: Stage, kind: 'budget' | 'cancelled'): boolean {
  const { schedule, stages } = evidence;
  const isFirst = stages.indexOf(stage) === 0;
  const { rowBudget, budgetStays, cancelAtMs } = schedule;
  if (kind === 'cancelled') return stage.isLost || (isFirst && cancelAtMs !== undefined);
  if (isEndless(evidence, stage) || hasManyTokens(evidence, stage)) return true;
  return rowBudget !== undefined && (isFirst || budgetStays === true) && stage.rows >= rowBudget;
}

/**
 * Whether the queries in doubt failed, after a last page of theirs as full as those that go on: its token may have been hidden for a
 * while, and a query that failed is not read on from there.
 */
function endedFull(evidence: Evidence, stage: Stage, labels: readonly string[]): boolean {
  const reasons = doubtOf(stage)?.reasons ?? [];
  const failed = new Set(reasons.flatMap(({ kind, queries }) => (kind === 'failed' ? queries : [])));
  return (
    labels.length > 0 && labels.every((label) => failed.has(label) && hasFullEnd(evidence, stage, label))
  );
}

function hasFullEnd(evidence: Evidence, stage: Stage, label: string): boolean {
  const query = evidence.plan.queries.find((each) => each.label === label);
  const pages = sinceFresh(evidence, stage).filter((entry) => isPage(entry) && !isOneRow(entry));
  const rowsOf = ({ rows }: WireEntry): number => rows?.length ?? 0;
  const goOn = pages.filter((page) => page.next !== undefined && rowsOf(page) > 0).map(rowsOf);
  return pages.some(
    (page) =>
      page.table === query?.tableName &&
      page.next === undefined &&
      rowsOf(page) > 0 &&
      rowsOf(page) >= Math.min(...goOn, MOST_PAGE_ROWS),
  );
}

function isCaused(evidence: Evidence, stage: Stage, { kind, queries }: Reason): boolean {
  const isUnreachable = isCutBySas(evidence);
  switch (kind) {
    case 'failed':
      return isUnreachable || mayFail(evidence, stage, queries);
    case 'outside-plan':
      return mayBeOutside(evidence, stage);
    case 'outside-sas':
      return isUnreachable;
    case 'budget':
    case 'cancelled':
      return wasStopped(evidence, stage, kind);
    case 'headers-hidden':
      return mayHide(evidence, stage) || endedFull(evidence, stage, queries);
    case 'anomalies': {
      const entries = sinceFresh(evidence, stage);
      return entries.some(isHostile) || isReplaced(entries);
    }
    case 'secondary-lag':
      return mayLagBehind(evidence, stage);
    case 'unread':
      return isUnreachable || isStopped(stage);
  }
}

const REASONS_OF: Readonly<Record<Unread['why'], readonly Reason['kind'][]>> = {
  failed: ['failed'],
  stopped: ['cancelled', 'budget', 'unread'],
  'outside-sas': ['outside-sas', 'failed', 'unread', 'outside-plan'],
  unproven: ['headers-hidden'],
  anomalies: ['anomalies'],
  lagging: ['secondary-lag'],
  'outside-plan': ['outside-plan'],
  unchecked: ['failed', 'unread', 'cancelled', 'budget'],
};

/** Every unread range has one of the reasons, and every reason has its unread range. */
function rangeViolations(evidence: Evidence, stage: Stage, { reasons, unread }: Doubt): Found {
  const kinds = new Set(reasons.map(({ kind }) => kind));
  const found = unread.flatMap(({ why, query }) =>
    REASONS_OF[why].some((kind) => kinds.has(kind))
      ? []
      : [`${query} is unread (${why}), which no reason says`],
  );
  const whys = new Set(unread.map(({ why }) => why));
  const leaves = (kind: Reason['kind'], why: Unread['why']): Found =>
    kinds.has(kind) && !whys.has(why) && !hasOther(why, whys)
      ? [`${kind}, and no range is unread for it`]
      : [];
  const { bounds } = evidence.world;
  const wrong = unread.filter(
    ({ why, tableName, partition, row = {} }) =>
      why === 'outside-sas' &&
      evidence.world.rows.some(
        (each) =>
          each.table === tableName &&
          isReached(each, bounds) &&
          each.partitionKey >= (partition.from ?? '') &&
          (partition.to === undefined || each.partitionKey < partition.to) &&
          each.rowKey >= (row.from ?? '') &&
          (row.to === undefined || each.rowKey < row.to),
      ),
  );
  return [
    ...found,
    ...(hitsOnlyBeyondSas(evidence, stage, unread) ? [] : leaves('outside-plan', 'outside-plan')),
    ...leaves('outside-sas', 'outside-sas'),
    ...leaves('anomalies', 'anomalies'),
    ...(wrong.length > 0
      ? [`${wrong[0]?.query ?? ''}: the SAS reaches what is said to be outside of it`]
      : []),
  ];
}

/**
 * Whether all checks that found a row look only where the SAS does not reach. Only a service that answers with foreign rows
 * makes them find one; their ranges are unread because of the SAS.
 */
function hitsOnlyBeyondSas({ plan }: Evidence, { guards }: Stage, unread: Doubt['unread']): boolean {
  const hits = guards.filter(({ state }) => state === 'hit');
  return (
    hits.length > 0 &&
    hits.every(({ index }) => {
      const ranges = unread.filter(({ query }) => query === plan.guards[index]?.label);
      return ranges.length > 0 && ranges.every(({ why }) => why === 'outside-sas');
    })
  );
}

/** Whether another reason explains a range: mixed-up rows hide all others, and keys outside the SAS are not read at all. */
function hasOther(why: Unread['why'], whys: ReadonlySet<Unread['why']>): boolean {
  return why === 'anomalies' ? whys.has('outside-sas') : whys.has('anomalies');
}

/** Reasons that are always about some queries or coverage checks. */
const NAMES_QUERIES: ReadonlySet<Reason['kind']> = new Set([
  'failed',
  'outside-plan',
  'outside-sas',
  'headers-hidden',
  'anomalies',
  'secondary-lag',
  'unread',
]);

function untrueReason(evidence: Evidence, stage: Stage, { state }: Doubt, reason: Reason): Found {
  const { kind, text, queries } = reason;
  return [
    ...(NAMES_QUERIES.has(kind) && queries.length === 0 ? [`${kind} names no query`] : []),
    ...(isCaused(evidence, stage, reason)
      ? []
      : [`${state} without a cause (${kind}): ${text.slice(0, 120)}`]),
  ];
}

export function reasonViolations(evidence: Evidence, stage: Stage): Found {
  const doubt = doubtOf(stage);
  const { plan, world } = evidence;
  const absent = plan.queries.some(({ tableName }) => !world.tables.includes(tableName));
  const saysAbsent = stage.completeness.absentNote !== undefined;
  const isDenied = sinceFresh(evidence, stage).some(
    ({ status, action }) => status === 404 && action !== undefined,
  );
  const found: string[] = [];
  if (saysAbsent && !absent && !isDenied) found.push('says that a table does not exist, and all do');
  if (stage.completeness.state === 'complete' && isReplaced(sinceFresh(evidence, stage)))
    found.push('complete, of a table that was gone meanwhile');
  if (doubt === undefined) {
    if (stage.completeness.state === 'complete' && isCutBySas(evidence))
      found.push('complete, and the SAS does not reach all');
    if (stage.completeness.state === 'complete' && absent && !saysAbsent)
      found.push('complete, and says nothing of a table that is not there');
    return found;
  }
  if (doubt.reasons.length === 0) found.push(`${doubt.state} without a reason`);
  const untrue = doubt.reasons.flatMap((reason) => untrueReason(evidence, stage, doubt, reason));
  return [...found, ...untrue, ...rangeViolations(evidence, stage, doubt)];
}
