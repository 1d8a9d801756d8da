import { fail, ok, type Result } from '../../result.ts';
import { chooseName, choiceNote } from './csvColumns.ts';

/** A JSON entity as the service would write it, and what was changed. */
export interface SoundEntity {
  readonly json: string;
  readonly notes: readonly string[];
}

type Members = readonly (readonly [string, unknown])[];

/** Reads a typed value that `az storage entity query` writes as an object: `{"value": "5", "edm_type": "Edm.Int64"}`. */
function typedValue(value: object): { readonly value: unknown; readonly type: string } | undefined {
  const members = new Map<string, unknown>(Object.entries(value));
  const type = members.get('edm_type') ?? members.get('edmType') ?? members.get('type');
  return members.has('value') && typeof type === 'string' ? { value: members.get('value'), type } : undefined;
}

/** A member as the Table service writes it. Nested values are unwrapped, or kept as text. */
function flat(name: string, value: unknown): Members {
  if (typeof value !== 'object' || value === null) return [[name, value]];
  const typed = typedValue(value);
  if (typed === undefined) return [[name, JSON.stringify(value)]];
  const isPlain = typeof typed.value !== 'object';
  return [
    [`${name}@odata.type`, typed.type],
    [name, isPlain ? typed.value : JSON.stringify(typed.value)],
  ];
}

function isSame(member: Members[number] | undefined, name: string, value: unknown): boolean {
  return member !== undefined && member[0] === name && Object.is(member[1], value);
}

/**
 * Reads an entity that the page decoder refused, for example because its keys have other names or its values are nested. An error
 * says what is wrong with it.
 */
export function soundEntity(text: string): Result<SoundEntity, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return fail('no JSON: cut short, or broken');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return fail('no JSON object');
  const members: Members = Object.entries(parsed);
  const names = members.map(([name]) => name);
  const notes: string[] = [];
  const keys = new Map<string, string>();
  for (const wanted of ['PartitionKey', 'RowKey', 'Timestamp']) {
    const choice = chooseName(names, wanted);
    const note = choiceNote(wanted, choice);
    if (note !== undefined) notes.push(note);
    if (choice.name !== undefined) keys.set(choice.name, wanted);
    else if (wanted !== 'Timestamp') return fail(`no ${wanted} in it`);
  }
  const written = members.flatMap(([name, value]) => {
    const key = keys.get(name);
    if (key === undefined) return flat(name, value);
    if (key === 'Timestamp' && typeof value !== 'string') return [];
    return typeof value === 'string' || typeof value === 'number' ? [[key, String(value)] as const] : [];
  });
  for (const wanted of ['PartitionKey', 'RowKey']) {
    if (!written.some(([name]) => name === wanted)) return fail(`its ${wanted} is not text`);
  }
  // If nothing has to change, the text is kept, because parsing loses the spelling of numbers and all but one of repeated names.
  if (
    written.length === members.length &&
    written.every(([name, value], at) => isSame(members[at], name, value))
  )
    return ok({ json: text, notes });
  // Builds the JSON by hand, so that a name like __proto__ stays a name.
  const json = `{${written.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
  return ok({ json, notes });
}
