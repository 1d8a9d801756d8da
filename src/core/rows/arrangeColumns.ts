import type { ColumnProfile, ColumnSet, ProfiledValue } from './columnProfile.ts';
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
  /** Behind the keys; with those in front MOST_PLACED, or few more. */
  readonly back: readonly ArrangedColumn[];
  readonly folded: readonly FoldedColumn[];
  /** Columns that have no place: a person may give one to each. */
  readonly more: number;
  /** How many columns were looked at: those that rows bring later are behind them. */
  readonly known: number;
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
/** Columns that get a place by themselves. A SensorSeries table has 240; one whose rows have names of their own may have any number. */
const MOST_PLACED = 260;
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

type Columns = ColumnSet<ColumnProfile>;

function foldedValue(
  { name, values, count }: ColumnProfile,
  { rowCount }: Pick<Columns, 'rowCount'>,
): FoldedColumn | undefined {
  const [only] = values ?? [];
  const isOne = values?.length === 1 && count === rowCount && rowCount >= LEAST_ROWS_TO_FOLD;
  return isOne && only !== undefined ? { name, ...only } : undefined;
}

function fresh(columns: Columns, { isStill, eventTimes }: ArrangeOptions): ColumnArrangement {
  const { all: profiles, rowCount } = columns;
  const folded = profiles.flatMap((profile) => foldedValue(profile, columns) ?? []);
  const isFolded = new Set(folded.map(({ name }) => name));
  const shown = profiles.filter(({ name }) => !isFolded.has(name));
  const roles = columnRoles(shown, rowCount);
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
  const placed = back.slice(0, MOST_PLACED - front.length);
  return {
    front,
    back: placed,
    folded,
    more: back.length - placed.length,
    known: profiles.length,
    isSettled: rowCount >= ENOUGH_ROWS || (isStill && rowCount > 0),
  };
}

/** Roles shown first. The first page may lack them, or hold the rows of one writer only. */
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
function appended(before: ColumnArrangement, columns: Columns): ColumnArrangement {
  const stays = before.folded.flatMap(({ name }) => {
    const now = columns.of(name);
    return (now && foldedValue(now, columns)) ?? [];
  });
  const isFolded = new Set(stays.map(({ name }) => name));
  const unfolded = before.folded.flatMap(({ name }) => (isFolded.has(name) ? [] : (columns.of(name) ?? [])));
  const late = [...unfolded, ...columns.all.slice(before.known)];
  if (late.length === 0) return before;
  const roles = columnRoles(late, columns.rowCount);
  const taken = new Set([...before.front, ...before.back].map(({ role }) => role));
  let { front, more } = before;
  const back = [...before.back];
  for (const { name, longestChars } of late) {
    const own = roles.get(name) ?? 'detail';
    const role = (own === 'severity' || own === 'message') && taken.has(own) ? 'detail' : own;
    taken.add(role);
    const column = { name, role, chars: longestChars };
    const next = inFront(front, column);
    if (next !== undefined) front = next;
    else if (front.length + back.length < MOST_PLACED) back.push(column);
    else more += 1;
  }
  return { ...before, front, back, folded: stays, more, known: columns.all.length };
}

/**
 * Which columns a grid shows and where, by their roles. Decided from the first rows; after that columns
 * keep their order while the user reads, and new ones are appended (`appended`). Returns the same arrangement if nothing changed.
 */
export function arrangeColumns(
  before: ColumnArrangement | undefined,
  columns: Columns,
  options: ArrangeOptions,
): ColumnArrangement {
  return before?.isSettled === true ? appended(before, columns) : fresh(columns, options);
}
