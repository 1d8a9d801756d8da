import { type CellFormat, cellFormatOf } from '../../core/rows/cellFormats.ts';
import { type ColumnChoice, NO_CHOICE } from '../../core/rows/columnChoice.ts';
import { holdsSecret } from '../base/secrets.ts';
import type { SettingsStorage } from '../base/settings.ts';
import type { ReadableStore } from '../base/store.ts';
import { createStoredList } from '../base/storedList.ts';

/** How columns are arranged, per table, stored on this computer: column names, never values. */
export interface ColumnChoices extends ReadableStore<ReadonlyMap<string, ColumnChoice>> {
  readonly of: (table: string) => ColumnChoice;
  readonly change: (table: string, choice: ColumnChoice) => void;
  /** Makes the arrangement of a table automatic again. */
  readonly reset: (table: string) => void;
}

const STORAGE_NAME = 'keyscope.columns.v1';
const MOST_TABLES = 30;
/** An entity has at most 255 properties. */
const MOST_NAMES = 300;
const MOST_NAME_CHARS = 300;
const MOST_STORED_CHARS = 500_000;
const MOST_WIDTH = 2000;

function namesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, MOST_NAMES)
    .filter((name): name is string => typeof name === 'string' && mayKeep(name));
}

/** Whether a name may be stored. A property may be called anything, even like a secret. */
function mayKeep(name: string): boolean {
  return name.length <= MOST_NAME_CHARS && !holdsSecret(name);
}

function isWidth(pair: unknown): pair is readonly [string, number] {
  if (!Array.isArray(pair)) return false;
  const [name, width]: readonly unknown[] = pair;
  return (
    typeof name === 'string' && mayKeep(name) && typeof width === 'number' && width > 0 && width <= MOST_WIDTH
  );
}

function formatsOf(value: unknown): ReadonlyMap<string, CellFormat> {
  const found = new Map<string, CellFormat>();
  for (const pair of Array.isArray(value) ? value.slice(0, MOST_NAMES) : []) {
    const [name, text]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    const format = typeof text === 'string' ? cellFormatOf(text) : undefined;
    if (typeof name === 'string' && mayKeep(name) && format !== undefined) found.set(name, format);
  }
  return found;
}

/** Reads a choice from storage or a link, without what must not be kept; undefined if it is not a choice. */
export function choiceOf(value: unknown): ColumnChoice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const saved: { readonly [name: string]: unknown } = { ...value };
  const widths = Array.isArray(saved.widths) ? saved.widths.slice(0, MOST_NAMES).filter(isWidth) : [];
  return {
    order: namesOf(saved.order),
    hidden: namesOf(saved.hidden),
    shown: namesOf(saved.shown),
    ...(Array.isArray(saved.pinned) && { pinned: namesOf(saved.pinned) }),
    widths: new Map(widths),
    wraps: saved.wraps === true,
    formats: formatsOf(saved.formats),
  };
}

function read(items: readonly unknown[]): ReadonlyMap<string, ColumnChoice> {
  const found = new Map<string, ColumnChoice>();
  for (const pair of items.slice(0, MOST_TABLES)) {
    const [table, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    const choice = choiceOf(value);
    if (typeof table === 'string' && mayKeep(table) && choice !== undefined) found.set(table, choice);
  }
  return found;
}

/** A choice as JSON, without what must not be kept; `choiceOf` reads it. */
export function plainChoice({ order, hidden, shown, pinned, widths, wraps, formats }: ColumnChoice): object {
  const keep = (names: readonly string[]): readonly string[] => names.filter(mayKeep);
  return {
    order: keep(order),
    hidden: keep(hidden),
    shown: keep(shown),
    pinned: pinned && keep(pinned),
    widths: [...widths].filter(([name]) => mayKeep(name)),
    ...(wraps && { wraps }),
    formats: [...formats].filter(([name]) => mayKeep(name)),
  };
}

function print(choices: ReadonlyMap<string, ColumnChoice>): readonly unknown[] {
  return [...choices]
    .filter(([table]) => mayKeep(table))
    .map(([table, choice]) => [table, plainChoice(choice)]);
}

/** The arrangements of the most recently used tables. */
export function createColumnChoices(storage: () => SettingsStorage): ColumnChoices {
  const list = createStoredList(storage, { name: STORAGE_NAME, mostChars: MOST_STORED_CHARS, read, print });
  const put = (table: string, choice: ColumnChoice | undefined): void => {
    list.refresh();
    const others = [...list.get()].filter(([name]) => name !== table);
    // The most recently used one goes to the end; the oldest is dropped.
    const next = choice === undefined ? others : [...others.slice(1 - MOST_TABLES), [table, choice] as const];
    list.save(new Map(next));
  };
  return {
    get: list.get,
    subscribe: list.subscribe,
    of: (table) => list.get().get(table) ?? NO_CHOICE,
    change: put,
    reset: (table) => put(table, undefined),
  };
}
