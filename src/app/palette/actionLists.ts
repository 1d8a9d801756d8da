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

export function keysOf({ keys = [], press }: Action): readonly string[] {
  if (press === undefined) return keys;
  return [...keys, /^[A-Z]$/u.test(press) ? `Shift ${press}` : press];
}

/** Words that people type, and the parts of action titles that they mean by them. */
const SYNONYMS = [
  ['share url', 'link'],
  ['excel spreadsheet', 'export csv'],
  ['duckdb', 'parquet'],
  ['download save', 'export|save'],
  ['errors problems anomalies', 'finding|failed'],
  ['tail latest live follow', 'newest|follow|read again'],
  ['refresh', 'read again|run query'],
  ['stop abort', 'cancel'],
  ['count aggregate sum top', 'group|chart'],
  ['graph plot', 'chart'],
  ['tracks perfetto correlate', 'timeline|same window'],
  ['where', 'filter'],
  ['find', 'search'],
  ['date period', 'time range'],
  ['login account', 'connect'],
  ['mode', 'theme'],
  ['history', 'recent|used before'],
  ['diff', 'compare|differ'],
  ['help shortcuts', 'keyboard'],
  ['details evidence incomplete unverifiable', 'proof'],
].map(([typed = '', meant = '']) => ({ typed: typed.split(' '), meant: new RegExp(meant) }));

/** How well one typed word fits an action, 0 best; undefined: not at all. */
function fitOf(word: string, action: Action): number | undefined {
  const title = action.title.toLowerCase();
  const words = title.split(/[^\p{L}\p{N}]+/u);
  if (words[0] === word) return 0;
  if (words.includes(word)) return 1;
  if (words.some((each) => each.startsWith(word))) return 2;
  // Three letters of a synonym are enough.
  const isMeant = (each: string): boolean => each === word || (word.length > 2 && each.startsWith(word));
  if (SYNONYMS.some(({ typed, meant }) => typed.some(isMeant) && meant.test(title))) return 3;
  if (title.includes(word)) return 4;
  return `${action.group} ${keysOf(action).join(' ')}`.toLowerCase().includes(word) ? 5 : undefined;
}

/**
 * The actions that match every typed word: by a word of the title, a synonym, the group or a key. The best match is first; keys of single
 * controls, which cannot be run here, are last. Without text: all actions that can be run.
 */
export function matching(actions: readonly Action[], text: string): readonly Action[] {
  const typed = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (typed.length === 0) return actions.filter(({ run }) => run !== undefined);
  return actions
    .map((action) => {
      const fits = typed.map((word) => fitOf(word, action) ?? Number.POSITIVE_INFINITY);
      return { action, fit: fits.reduce((sum, fit) => sum + fit, action.run === undefined ? 100 : 0) };
    })
    .filter(({ fit }) => fit < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ action }) => action);
}
