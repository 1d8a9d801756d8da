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

/** What people type, and words of the titles that they mean by it. */
const SYNONYMS: readonly (readonly [typed: string, meant: readonly string[]])[] = [
  ['share', ['link']],
  ['url', ['link']],
  ['excel', ['csv', 'tsv']],
  ['spreadsheet', ['csv']],
  ['download', ['export', 'save']],
  ['save', ['export', 'save']],
  ['duckdb', ['parquet']],
  ['json', ['ndjson']],
  ['errors', ['finding', 'failed', 'group']],
  ['anomalies', ['finding']],
  ['problems', ['finding']],
  ['tail', ['newest', 'follow', 'read again']],
  ['latest', ['newest']],
  ['live', ['follow', 'newest']],
  ['refresh', ['read again', 'run query']],
  ['start', ['run']],
  ['stop', ['cancel']],
  ['abort', ['cancel']],
  ['group', ['group']],
  ['aggregate', ['group']],
  ['count', ['group', 'chart']],
  ['sum', ['group']],
  ['top', ['group']],
  ['graph', ['chart']],
  ['plot', ['chart']],
  ['heatmap', ['map']],
  ['find', ['search']],
  ['where', ['filter']],
  ['date', ['time range']],
  ['period', ['time range']],
  ['login', ['connect']],
  ['account', ['connect', 'disconnect']],
  ['sas', ['replace', 'connect']],
  ['token', ['replace', 'connect']],
  ['timezone', ['show times']],
  ['mode', ['theme']],
  ['history', ['recent', 'used before']],
  ['diff', ['compare', 'differ']],
  ['help', ['keyboard']],
  ['shortcuts', ['keyboard']],
];

/** How well one typed word fits an action, 0 best; undefined: not at all. */
function fitOf(word: string, action: Action): number | undefined {
  const title = action.title.toLowerCase();
  const words = title.split(/[^\p{L}\p{N}]+/u);
  if (words[0] === word) return 0;
  if (words.includes(word)) return 1;
  if (words.some((each) => each.startsWith(word))) return 2;
  // Three letters of a synonym are enough to mean it.
  const meant = SYNONYMS.filter(([typed]) => typed === word || (word.length > 2 && typed.startsWith(word)));
  if (meant.some(([, all]) => all.some((each) => title.includes(each)))) return 3;
  if (title.includes(word)) return 4;
  return `${action.group} ${keysOf(action).join(' ')}`.toLowerCase().includes(word) ? 5 : undefined;
}

/**
 * The actions that every typed word means: by a word of the title, a synonym, the group or a key. Best match first, and keys of
 * single controls, which cannot be run here, last. Without text: all that can be run.
 */
export function matching(actions: readonly Action[], text: string): readonly Action[] {
  const typed = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (typed.length === 0) return actions.filter(({ run }) => run !== undefined);
  return actions
    .flatMap((action) => {
      const fits = typed.map((word) => fitOf(word, action));
      const sum = fits.reduce((all = 0, fit) => (fit === undefined ? undefined : all + fit), 0);
      return fits.includes(undefined) || sum === undefined
        ? []
        : [{ action, fit: sum + (action.run === undefined ? 100 : 0) }];
    })
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ action }) => action);
}
