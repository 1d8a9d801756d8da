import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';

/** A key, with a name that does not change when other keys are typed before or after it. */
export interface NamedRow {
  readonly name: string;
  readonly found: FoundKey;
}

/** At most this many rows are drawn for the first time in one task, because each takes a few milliseconds on a slow computer. */
export const NEW_ROWS = 20;

/**
 * A row's name is its text, with a number to tell equal texts apart. If names were positions, every row below a new line would be redrawn.
 */
export function nameRows(keys: readonly FoundKey[]): readonly NamedRow[] {
  const seen = new Map<string, number>();
  return keys.map((found) => {
    const before = seen.get(found.text) ?? 0;
    seen.set(found.text, before + 1);
    return { name: `${before} ${found.text}`, found };
  });
}

/** The rows to draw in the next task, in order: those that are drawn already, and a few new ones. */
export function nextRows(rows: readonly NamedRow[], drawn: ReadonlySet<string>): readonly NamedRow[] {
  let added = 0;
  return rows.filter(({ name }) => {
    if (drawn.has(name)) return true;
    added += 1;
    return added <= NEW_ROWS;
  });
}

export function areDrawn(rows: readonly NamedRow[], drawn: ReadonlySet<string>): boolean {
  return rows.length === drawn.size && rows.every(({ name }) => drawn.has(name));
}
