import type { ColumnProfile, ProfiledValue } from './columnProfile.ts';
import { type ColumnRole, columnRoles } from './columnRoles.ts';

/** A property column of the grid. */
export interface ArrangedColumn {
  readonly name: string;
  readonly role: ColumnRole;
  /** Length of its longest known value when it was placed, UTF-16 units: its width stays. */
  readonly chars: number;
}

/** A column whose every row has the same value. */
export interface FoldedColumn extends ProfiledValue {
  readonly name: string;
}

export interface ColumnArrangement {
  /** Beside the time, before the keys. */
  readonly front: readonly ArrangedColumn[];
  /** Behind the keys. */
  readonly back: readonly ArrangedColumn[];
  readonly folded: readonly FoldedColumn[];
  /** True if columns keep their places from now on, and new ones are appended. */
  readonly isSettled: boolean;
}

/** How many columns of each role are placed before the keys. */
const IN_FRONT: readonly (readonly [role: ColumnRole, most: number])[] = [
  ['severity', 1],
  ['message', 1],
  ['source', 2],
  ['category', 2],
  ['measure', 2],
];
/** Rows that are enough to decide what columns are: fewer may all be of one writer. */
const ENOUGH_ROWS = 200;
/** One row has one value in each column. */
const LEAST_ROWS_TO_FOLD = 2;

export interface ArrangeOptions {
  /** The run has ended, or waits, so no rows are arriving. */
  readonly isStill: boolean;
  /** Properties that the Time column already shows: last. */
  readonly eventTimes: readonly string[];
}

function foldedValue({ name, values, count, rowCount }: ColumnProfile): FoldedColumn | undefined {
  const [only] = values ?? [];
  const isOne = values?.length === 1 && count === rowCount && rowCount >= LEAST_ROWS_TO_FOLD;
  return isOne && only !== undefined ? { name, ...only } : undefined;
}

function fresh(
  profiles: readonly ColumnProfile[],
  { isStill, eventTimes }: ArrangeOptions,
): ColumnArrangement {
  const rowCount = profiles[0]?.rowCount ?? 0;
  const folded = profiles.flatMap((profile) => foldedValue(profile) ?? []);
  const isFolded = new Set(folded.map(({ name }) => name));
  const shown = profiles.filter(({ name }) => !isFolded.has(name));
  const roles = columnRoles(shown);
  const all = shown.map(
    ({ name, longestChars }): ArrangedColumn => ({
      name,
      role: roles.get(name) ?? 'detail',
      chars: longestChars,
    }),
  );
  const isTime = new Set(eventTimes);
  const own = all.filter(({ name }) => !isTime.has(name));
  const front = IN_FRONT.flatMap(([role, most]) =>
    own.filter((column) => column.role === role).slice(0, most),
  );
  const back = [
    ...own.filter((column) => !front.includes(column)),
    ...all.filter(({ name }) => isTime.has(name)),
  ];
  return {
    front,
    back,
    folded,
    isSettled: rowCount >= ENOUGH_ROWS || (isStill && rowCount > 0),
  };
}

/** What a reader looks for first; the first page may lack it, or hold one value of it only, as all rows are of one writer. */
const SOUGHT: readonly ColumnRole[] = ['severity', 'message', 'source'];

/** Puts a column that is looked for first among those in front, by its role; undefined if there is no room, or it is another. */
function inFront(
  front: readonly ArrangedColumn[],
  column: ArrangedColumn,
): readonly ArrangedColumn[] | undefined {
  const rankOf = (role: ColumnRole): number => IN_FRONT.findIndex(([known]) => known === role);
  const [, most = 0] = IN_FRONT[rankOf(column.role)] ?? [];
  if (!SOUGHT.includes(column.role) || front.filter(({ role }) => role === column.role).length >= most)
    return undefined;
  const at = front.findLastIndex(({ role }) => rankOf(role) <= rankOf(column.role)) + 1;
  return front.toSpliced(at, 0, column);
}

/**
 * Columns keep their order. New ones, and those that no longer have one value, come last, but for those that are looked for
 * first: so the rows that arrive first do not decide where these are.
 */
function appended(before: ColumnArrangement, profiles: readonly ColumnProfile[]): ColumnArrangement {
  const placed = new Set([...before.front, ...before.back].map(({ name }) => name));
  const folded = before.folded.flatMap(({ name }) => {
    const now = profiles.find((profile) => profile.name === name);
    return (now && foldedValue(now)) ?? [];
  });
  const isFolded = new Set(folded.map(({ name }) => name));
  const late = profiles.filter(({ name }) => !placed.has(name) && !isFolded.has(name));
  if (late.length === 0 && folded.length === before.folded.length) return before;
  const roles = columnRoles(late);
  let { front } = before;
  const back = [...before.back];
  for (const { name, longestChars } of late) {
    const own = roles.get(name) ?? 'detail';
    const isTaken = [...front, ...back].some((column) => column.role === own);
    const role = (own === 'severity' || own === 'message') && isTaken ? 'detail' : own;
    const column = { name, role, chars: longestChars };
    const next = inFront(front, column);
    if (next === undefined) back.push(column);
    else front = next;
  }
  return { ...before, front, back, folded };
}

/**
 * Which columns a grid shows and where, by their roles. Decided from the first rows; after that columns
 * keep their order while the user reads, and new ones are appended (`appended`). Returns the same arrangement if nothing changed.
 */
export function arrangeColumns(
  before: ColumnArrangement | undefined,
  profiles: readonly ColumnProfile[],
  options: ArrangeOptions,
): ColumnArrangement {
  return before?.isSettled === true ? appended(before, profiles) : fresh(profiles, options);
}
