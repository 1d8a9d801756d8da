/** Something that the user can do by name (command palette) or by key (sheet of shortcuts). */
export interface Action {
  /** Unique, such as `query.run`. If two actions have the same id, the one registered last wins. */
  readonly id: string;
  /** Verb and noun: "Run query". */
  readonly title: string;
  /** Heading in both lists, such as "Query". */
  readonly group: string;
  /** Keys to show, each a chord with spaces: "Shift Enter". The view that registers the action listens for them. */
  readonly keys?: readonly string[] | undefined;
  /** One key (KeyboardEvent.key) that runs the action outside text fields. The shell listens for it and shows it. */
  readonly press?: string | undefined;
  /**
   * Undefined: the action is only listed, because a control handles its key ("Zoom in" on the map), or it has nothing to do at the moment.
   */
  readonly run?: (() => void) | undefined;
}

/**
 * `[id, title, run, ...keys]` of an action; without `run` it cannot run now. A lower-case letter or a digit as the only key is its `press`.
 */
export type ActionLine = readonly [
  id: string,
  title: string,
  run: (() => void) | undefined,
  ...keys: string[],
];

/** Actions of one group, without those that cannot run now, because the palette lists only what it can do. */
export function runnable(group: string, lines: readonly ActionLine[]): readonly Action[] {
  return lines.flatMap(([id, title, run, ...keys]) => {
    if (run === undefined) return [];
    const isPress = /^[a-z\d]$/.test(keys.join());
    return [{ id, group, title, run, ...(isPress ? { press: keys[0] } : keys.length > 0 && { keys }) }];
  });
}

export interface Actions {
  /** Adds a source of actions, which is read whenever a list opens. Returns the function that removes it. */
  readonly add: (read: () => readonly Action[]) => () => void;
  /** All current actions, in the order of their sources; one per id. */
  readonly list: () => readonly Action[];
}

/** The one list of actions: the palette, the sheet of shortcuts and the key listener of the shell read it. */
export function createActions(): Actions {
  const sources = new Set<() => readonly Action[]>();
  return {
    add: (read) => {
      sources.add(read);
      return () => void sources.delete(read);
    },
    list: () => {
      const byId = new Map<string, Action>();
      for (const read of sources) for (const action of read()) byId.set(action.id, action);
      return [...byId.values()];
    },
  };
}
