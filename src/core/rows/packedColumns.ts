import type { ColumnArrangement } from './arrangeColumns.ts';
import type { ColumnProfiles, ColumnSet, ColumnSummary, ProfiledValue } from './columnProfile.ts';

/** The state of the columns that the page has. Only what changed since is sent to it; after another run, everything. */
export interface ColumnsKnown {
  readonly runId: number;
  /** See `ColumnProfiles.takeChanges`; 0: the page has no columns. */
  readonly epoch: number;
}

/** The columns with their places in a grid. */
export interface ArrangedColumns extends ColumnSet {
  readonly arrangement: ColumnArrangement;
}

/**
 * Changes of the columns as the worker sends them to the page. There may be tens of thousands of columns, and receiving an object for each
 * would hold up the page. So all texts are in one string, and all numbers in a few arrays.
 */
export interface PackedColumns extends ColumnsKnown {
  /** The state that the changes build on; epoch 0: none, so these are all columns. */
  readonly since: ColumnsKnown;
  readonly rowCount: number;
  /** The numbers of the changed columns, ascending. Columns are numbered in order of first occurrence. */
  readonly columns: Uint32Array<ArrayBuffer>;
  /** The name of each column, followed by its values as JSON (empty if they are not listed), all joined. */
  readonly text: string;
  /** Two numbers for each column: the UTF-16 units of its name and of its values. */
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly longestChars: Uint32Array<ArrayBuffer>;
  /** By column: 1 if its texts may have templates. */
  readonly holdsTexts: Uint8Array<ArrayBuffer>;
  /** By column: the index of its list of types in `typeLists`. */
  readonly types: Uint32Array<ArrayBuffer>;
  readonly typeLists: readonly (readonly string[])[];
  /** Undefined: unchanged. */
  readonly arrangement?: ColumnArrangement;
}

/** An arrangement, and the epoch in which it last changed. */
export interface ArrangedAt {
  readonly arrangement: ColumnArrangement;
  readonly epoch: number;
}

/** Packs what changed since the last answer to the page, and ends the epoch. */
export function packColumns(
  profiles: ColumnProfiles,
  runId: number,
  since: ColumnsKnown,
  arranged: ArrangedAt,
): PackedColumns {
  const known = since.runId === runId ? since : { runId, epoch: 0 };
  const { epoch } = profiles;
  const columns = profiles.takeChanges(known.epoch);
  const texts: string[] = [];
  const lengths = new Uint32Array(2 * columns.length);
  const [counts, longestChars, types] = [columns.slice(), columns.slice(), columns.slice()];
  const holdsTexts = new Uint8Array(columns.length);
  const typeLists = new Map<string, { readonly at: number; readonly names: readonly string[] }>();
  for (const [at, number] of columns.entries()) {
    const profile = profiles.all[number] as ColumnSummary;
    const { name, types: names, values } = profile;
    const json = values === undefined ? '' : JSON.stringify(values);
    texts.push(name, json);
    lengths[2 * at] = name.length;
    lengths[2 * at + 1] = json.length;
    counts[at] = profile.count;
    longestChars[at] = profile.longestChars;
    holdsTexts[at] = Number(profile.holdsTexts);
    const key = JSON.stringify(names);
    const list = typeLists.get(key) ?? { at: typeLists.size, names };
    typeLists.set(key, list);
    types[at] = list.at;
  }
  return {
    runId,
    epoch,
    since: known,
    rowCount: profiles.rowCount,
    columns,
    text: texts.join(''),
    lengths,
    counts,
    longestChars,
    holdsTexts,
    types,
    typeLists: Array.from(typeLists.values(), ({ names }) => names),
    ...(arranged.epoch > known.epoch && { arrangement: arranged.arrangement }),
  };
}

/** A column of a message. Its values are parsed on access. */
class SentColumn implements ColumnSummary {
  readonly name: string;
  readonly types: readonly string[];
  readonly count: number;
  readonly longestChars: number;
  readonly holdsTexts: boolean;
  private readonly text: string;
  private readonly from: number;
  private readonly to: number;

  /** `from`: where its name begins in `packed.text`. */
  constructor(packed: PackedColumns, at: number, from: number) {
    const { text, lengths } = packed;
    const named = from + (lengths[2 * at] as number);
    this.name = text.slice(from, named);
    this.types = packed.typeLists[packed.types[at] as number] ?? [];
    this.count = packed.counts[at] as number;
    this.longestChars = packed.longestChars[at] as number;
    this.holdsTexts = packed.holdsTexts[at] === 1;
    this.text = text;
    this.from = named;
    this.to = named + (lengths[2 * at + 1] as number);
  }

  get values(): readonly ProfiledValue[] | undefined {
    const { text, from, to } = this;
    return from === to ? undefined : (JSON.parse(text.slice(from, to)) as readonly ProfiledValue[]);
  }
}

/** The answer after all rows were dropped. It replaces what the page knows. */
export function noColumns(since: ColumnsKnown): PackedColumns {
  const none = new Uint32Array(0);
  return {
    ...since,
    since: { ...since, epoch: 0 },
    rowCount: 0,
    columns: none,
    text: '',
    lengths: none,
    counts: none,
    longestChars: none,
    holdsTexts: new Uint8Array(0),
    types: none,
    typeLists: [],
    arrangement: NO_ARRANGEMENT,
  };
}

const NO_ARRANGEMENT: ColumnArrangement = {
  front: [],
  back: [],
  folded: [],
  more: 0,
  known: 0,
  isSettled: false,
};

export const NO_COLUMNS: ArrangedColumns = columnsOf([], new Map(), 0, NO_ARRANGEMENT);

/** The columns of a worker's rows as a page knows them. Each answer brings what changed. */
export class KnownColumns {
  /** The state to send with the next request, so that only later changes come back. */
  known: ColumnsKnown = { runId: 0, epoch: 0 };
  private set = NO_COLUMNS;
  private numbers = new Map<string, number>();

  /** Answers may overlap or arrive late; one that is older than what is known changes nothing. */
  take(packed: PackedColumns): ArrangedColumns {
    const { runId, epoch, since, columns, lengths, rowCount, arrangement } = packed;
    if (runId < this.known.runId || (runId === this.known.runId && epoch < this.known.epoch)) return this.set;
    const isWhole = since.epoch === 0;
    if (isWhole) this.numbers = new Map();
    const all = isWhole ? [] : this.set.all.slice();
    let from = 0;
    for (const [at, number] of columns.entries()) {
      const column = new SentColumn(packed, at, from);
      from += (lengths[2 * at] as number) + (lengths[2 * at + 1] as number);
      all[number] = column;
      this.numbers.set(column.name, number);
    }
    this.known = { runId, epoch };
    this.set = columnsOf(all, this.numbers, rowCount, arrangement ?? this.set.arrangement);
    return this.set;
  }
}

function columnsOf(
  all: readonly ColumnSummary[],
  numbers: ReadonlyMap<string, number>,
  rowCount: number,
  arrangement: ColumnArrangement,
): ArrangedColumns {
  return { rowCount, all, of: (name) => all[numbers.get(name) ?? -1], arrangement };
}
