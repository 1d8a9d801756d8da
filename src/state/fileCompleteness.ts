/** Ends the name of the file that an export is accompanied by. */
const COMPANION_TAIL = '.completeness.json';
/** A companion is a few lines; anything larger is none. */
const MOST_COMPANION_BYTES = 1_000_000;
const MOST_WORDS_CHARS = 500;

export function isCompanion(name: string): boolean {
  return name.endsWith(COMPANION_TAIL);
}

/** The first of these members that is a text. */
function textOf(members: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = members.get(name);
    if (typeof value === 'string' && value !== '') return value.slice(0, MOST_WORDS_CHARS);
  }
  return undefined;
}

/** What a companion says: its state, and its words. Undefined where it is none. */
function companionWords(text: string): { readonly state: string; readonly words: string } | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const members = new Map<string, unknown>(Object.entries(parsed));
    const words = textOf(members, ['words', 'text', 'summary', 'sentence', 'completeness']);
    const state = textOf(members, ['state', 'status']) ?? words?.split(/[^A-Za-z]/, 1)[0];
    return state === undefined ? undefined : { state: state.toLowerCase(), words: words ?? state };
  } catch {
    return undefined;
  }
}

/**
 * Whether an export says of itself that it does not hold all rows: by the companion that was dropped beside it, else by its name.
 * In words; undefined: it does not say so.
 */
export async function fileCompleteness(name: string, files: readonly File[]): Promise<string | undefined> {
  const companion = files.find((file) => file.name === `${name}${COMPANION_TAIL}`);
  if (companion !== undefined && companion.size <= MOST_COMPANION_BYTES) {
    const said = companionWords(await companion.text());
    if (said !== undefined && said.state !== 'complete') return `The export says of itself: ${said.words}`;
    if (said !== undefined) return undefined;
  }
  return name.includes('.incomplete.')
    ? 'Incomplete by its name: the export did not hold every row that was asked for.'
    : undefined;
}
