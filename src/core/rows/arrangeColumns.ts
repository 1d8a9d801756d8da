import type { ColumnProfile, ColumnSet, ProfiledValue } from './columnProfile.ts';
import { type ColumnRole, columnRoles } from './columnRoles.ts';

/** A property column of the grid. */
export interface ArrangedColumn {
  readonly name: string;
  readonly role: ColumnRole;
  /**
   * Length in UTF-16 units of the longest value known when the column was placed. It is not updated, so that the column keeps its width.
   */
  readonly chars: number;
}

/** A column whose every row has the same value. */
export interface FoldedColumn extends ProfiledValue {
  readonly name: string;
}

export interface ColumnArrangement {
  /** Columns between the time and the keys. */
  readonly front: readonly ArrangedColumn[];
  /** Columns after the keys. `front` and `back` together are at most MOST_PLACED, or a few more if late columns went to the front. */
  readonly back: readonly ArrangedColumn[];
  readonly folded: readonly FoldedColumn[];
  /** Number of columns without a place; the user can add each of them. */
  readonly more: number;
  /** How many columns have been looked at. The columns that later rows bring have indexes from this number on. */
  readonly known: number;
  /** True if columns keep their places from now on and new ones are appended. */
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
/** How many columns are placed by default. A SensorSeries table has 240; a table whose rows have names of their own may have any number. */
const MOST_PLACED = 260;
/** The number of rows after which the arrangement is settled. Fewer rows may all come from one writer. */
const ENOUGH_ROWS = 200;
/** With a single row, every column would have only one value and be folded. */
const LEAST_ROWS_TO_FOLD = 2;

export interface ArrangeOptions {
  /** The run has ended, or waits, so no rows are arriving. */
  readonly isStill: boolean;
  /** Properties that the Time column already shows; they are placed last. */
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

/**
 * Roles that get a place in front even after the arrangement is settled: the first page may lack them, or hold the rows of one writer only.
 */
const SOUGHT: readonly ColumnRole[] = ['severity', 'message', 'source'];

/** Puts a late column among those in front, by its role; undefined if its role is not one of SOUGHT or there is no room. */
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
 * Keeps the order of the columns. New columns, and folded ones that now have several values, are appended. Only those with a role of SOUGHT
 * go to the front, so that their place does not depend on which rows arrived first.
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
 * Decides by their roles which columns a grid shows, and where. The first rows decide; after that columns keep their order while the user
 * reads, and new ones are appended. Returns the same arrangement if nothing changed.
 */
export function arrangeColumns(
  before: ColumnArrangement | undefined,
  columns: Columns,
  options: ArrangeOptions,
): ColumnArrangement {
  return before?.isSettled === true ? appended(before, columns) : fresh(columns, options);
}
