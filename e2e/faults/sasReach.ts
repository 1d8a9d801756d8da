// Whether a SAS reaches all keys that a plan asks for.
import type { Evidence } from './seededRun.ts';
import type { KeyBounds } from '../rig/sasCheck.ts';

type Planned = Evidence['plan']['queries'][number];

/** Whether a SAS covers the first key of a range. */
function startsWithin(
  { partition, row = {} }: Planned['range'],
  { startPk, startRk = '' }: KeyBounds,
): boolean {
  const from = partition.from ?? '';
  return startPk === undefined || from > startPk || (from === startPk && (row.from ?? '') >= startRk);
}

/** Whether it covers the last key. A `to` is not part of its range; without one the range is open. */
function endsWithin({ partition: { to }, row = {} }: Planned['range'], { endPk, endRk }: KeyBounds): boolean {
  if (endPk === undefined) return true;
  if (to === undefined || to > `${endPk}\u0000`) return false;
  if (to <= endPk || endRk === undefined) return true;
  return row.to !== undefined && row.to <= `${endRk}\u0000`;
}

function isWithinBounds(range: Planned['range'], bounds: KeyBounds | undefined): boolean {
  return bounds === undefined || (startsWithin(range, bounds) && endsWithin(range, bounds));
}

/** Whether a planned query or coverage check asks for keys outside the SAS. */
export function isCutBySas({ plan, world }: Evidence): boolean {
  const asked = [
    ...plan.queries.map(({ range }) => range),
    ...plan.guards.map(({ range }) => ({ partition: {}, exact: true, ...range })),
  ];
  return asked.some((range) => !isWithinBounds(range, world.bounds));
}
