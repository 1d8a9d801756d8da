import type { Action } from '../../state/base/actions.ts';

export interface ActionGroup {
  readonly title: string;
  readonly actions: readonly Action[];
}

/** Groups, in the order of their first actions. */
export function grouped(actions: readonly Action[]): readonly ActionGroup[] {
  const groups = new Map<string, Action[]>();
  for (const action of actions) {
    const group = groups.get(action.group);
    if (group === undefined) groups.set(action.group, [action]);
    else group.push(action);
  }
  return [...groups].map(([title, found]) => ({ title, actions: found }));
}

/** All keys of an action as shown. */
export function keysOf({ keys = [], press }: Action): readonly string[] {
  return press === undefined ? keys : [...keys, press];
}

/**
 * The actions whose title, group or keys contain every typed word. Those with a title word that starts with
 * the first typed word are first. Without text: all that can be run.
 */
export function matching(actions: readonly Action[], text: string): readonly Action[] {
  const [first, ...rest] = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (first === undefined) return actions.filter(({ run }) => run !== undefined);
  const found = actions.filter((action) => {
    const where = `${action.title} ${action.group} ${keysOf(action).join(' ')}`.toLowerCase();
    return [first, ...rest].every((word) => where.includes(word));
  });
  const isClose = ({ title }: Action): boolean =>
    title
      .toLowerCase()
      .split(/\s+/u)
      .some((word) => word.startsWith(first));
  const rank = (action: Action): number => (action.run === undefined ? 2 : 0) + (isClose(action) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
