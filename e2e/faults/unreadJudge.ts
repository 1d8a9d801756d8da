// Judges whether an incomplete result names the keys that it lacks: rows read plus rows in its unread ranges must be those
// requested. Ranges are compared by text order only, without code of the product.
import type { Evidence, Stage } from './seededRun.ts';
import { deniedTables } from './ownFacts.ts';
import { nameOf, type Spot } from './worldRows.ts';

type Unread = Extract<Stage['completeness'], { readonly unread: unknown }>['unread'][number];
type Span = Unread['partition'];
type Key = Pick<Spot, 'partitionKey' | 'rowKey'>;

const isBetween = (key: string, { from, to }: Span = {}): boolean =>
  (from === undefined || key >= from) && (to === undefined || key < to);

const lies = (
  { partitionKey, rowKey }: Key,
  { partition, row }: Pick<Unread, 'partition' | 'row'>,
): boolean => isBetween(partitionKey, partition) && isBetween(rowKey, row);

/** Unread ranges of planned queries. The others are outside the plan. */
function planned({ plan }: Evidence, unread: readonly Unread[]): readonly Unread[] {
  const labels = new Set(plan.queries.map(({ label }) => label));
  return unread.filter(({ query }) => labels.has(query));
}

/** Every true row is either stored or in exactly one unread range, never both. */
function rowViolations(evidence: Evidence, stage: Stage, unread: readonly Unread[]): readonly string[] {
  const { world } = evidence;
  const stored = new Set(stage.stored.map(nameOf));
  const inPlan = planned(evidence, unread);
  const denied = deniedTables(evidence, stage);
  let lost = 0;
  let both = 0;
  let overlaps = 0;
  for (const row of world.rows.filter(world.isAsked)) {
    const ranges = inPlan.filter((range) => range.tableName === row.table && lies(row, range));
    const isRead = stored.has(nameOf(row));
    if (!isRead && ranges.length === 0 && !denied.has(row.table)) lost += 1;
    if (isRead && ranges.some(({ why }) => why !== 'anomalies' && why !== 'lagging')) both += 1;
    if (ranges.length > 1) overlaps += 1;
  }
  return [
    ...(lost > 0 ? [`${lost} rows are neither read nor in a range that is said to be unread`] : []),
    ...(both > 0 ? [`${both} rows are read and in a range that is said to be unread`] : []),
    ...(overlaps > 0 ? [`${overlaps} rows lie in two unread ranges`] : []),
  ];
}

/** No unread range extends beyond what was requested. */
function rangeViolations({ plan }: Evidence, unread: readonly Unread[]): readonly string[] {
  const isWithin = (inner: Span = {}, outer: Span = {}): boolean =>
    (inner.from ?? '') >= (outer.from ?? '') &&
    (outer.to === undefined || (inner.to !== undefined && inner.to <= outer.to));
  const asked = [...plan.queries, ...plan.guards.map(({ label, range }) => ({ label, range }))];
  const beyond = unread.filter(({ query, partition, row }) => {
    const own = asked.find(({ label }) => label === query)?.range;
    return own === undefined || !isWithin(partition, own.partition) || !isWithin(row, own.row);
  });
  return beyond.length === 0
    ? []
    : [`${beyond[0]?.query ?? ''}: its unread range is more than was asked for`];
}

/** What is wrong with the list of unread ranges; empty if nothing is. */
export function unreadViolations(evidence: Evidence, stage: Stage): readonly string[] {
  const { completeness } = stage;
  if (!('unread' in completeness)) return [];
  const { unread, resumable, state } = completeness;
  const found = [...rowViolations(evidence, stage, unread), ...rangeViolations(evidence, unread)];
  if (unread.length === 0) found.push(`${state}, and nothing is said to be unread`);
  if (resumable !== unread.some((range) => range.resumable))
    found.push(`can ${resumable ? '' : 'not '}be continued, and its unread ranges say otherwise`);
  return found;
}
