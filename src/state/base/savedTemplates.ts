import { findLoneSurrogate } from '../../core/keyText.ts';
import { holdsSecret } from './secrets.ts';
import type { SettingsStorage } from './settings.ts';
import type { ReadableStore } from './store.ts';
import { createStoredList } from './storedList.ts';

/** Named key templates. A template describes the form of keys and contains no values. */
export interface SavedTemplate {
  readonly name: string;
  readonly partition: string;
  readonly row: string;
}

/** Templates that are kept in this browser, in the order in which they were saved. */
export interface SavedTemplates extends ReadableStore<readonly SavedTemplate[]> {
  /** Saves templates under their names, all or none, replacing those of the same names. Returns a message if it could not. */
  readonly save: (...templates: readonly SavedTemplate[]) => string | undefined;
  readonly forget: (name: string) => void;
  readonly forgetAll: () => void;
}

const STORAGE_NAME = 'keyscope.templates.v1';
const MOST_TEMPLATES = 40;
const LONGEST_NAME = 60;
const LONGEST_TEMPLATE = 512;
/** Other code can write to storage: longer text is not even parsed. */
const MOST_STORED_CHARS = 100_000;

function faultOf({ name, partition, row }: SavedTemplate): string | undefined {
  if (name === '') return 'Write a name first.';
  if (name.length > LONGEST_NAME) return `The name is longer than ${LONGEST_NAME} characters.`;
  if (partition.length > LONGEST_TEMPLATE || row.length > LONGEST_TEMPLATE)
    return 'The template is longer than any key.';
  // No key contains a lone surrogate, and the id of the scheme, which is part of addresses, would decode to another template.
  if ([partition, row].some((text) => findLoneSurrogate(text) >= 0))
    return 'The template holds half of a character, which no key can hold. Remove it.';
  return [name, partition, row].some((text) => holdsSecret(text))
    ? 'It looks like it holds a secret, so it is not saved.'
    : undefined;
}

function templateOf(value: unknown): SavedTemplate | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, partition, row } = value as Readonly<Partial<Record<keyof SavedTemplate, unknown>>>;
  if (typeof name !== 'string' || typeof partition !== 'string' || typeof row !== 'string') return undefined;
  const template = { name, partition, row };
  return faultOf(template) === undefined ? template : undefined;
}

function read(items: readonly unknown[]): readonly SavedTemplate[] {
  const found = new Map<string, SavedTemplate>();
  for (const value of items.slice(0, MOST_TEMPLATES)) {
    const template = templateOf(value);
    if (template !== undefined) found.set(template.name, template);
  }
  return [...found.values()];
}

/** Key templates, kept in the browser if it allows; otherwise they last as long as the tab. */
export function createSavedTemplates(storage: () => SettingsStorage): SavedTemplates {
  const list = createStoredList(storage, { name: STORAGE_NAME, mostChars: MOST_STORED_CHARS, read });
  return {
    get: list.get,
    subscribe: list.subscribe,
    save: (...typed) => {
      const templates = typed.map((each) => ({ ...each, name: each.name.trim() }));
      const fault = templates.map(faultOf).find((each) => each !== undefined);
      if (fault !== undefined) return fault;
      list.refresh();
      const names = new Set(templates.map(({ name }) => name));
      const others = list.get().filter(({ name }) => !names.has(name));
      if (others.length + templates.length > MOST_TEMPLATES)
        return `${others.length} templates are saved already, and at most ${MOST_TEMPLATES} can be. Forget ${templates.length === 1 ? 'one' : `${others.length + templates.length - MOST_TEMPLATES}`} first.`;
      list.save([...others, ...templates]);
      return undefined;
    },
    forget: (name) => {
      list.refresh();
      list.save(list.get().filter((each) => each.name !== name));
    },
    forgetAll: () => list.save([]),
  };
}
