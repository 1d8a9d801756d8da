import { templateProperties } from '../../keys/grammar/keyTemplate.ts';
import { type KeyDesign, rowTemplates } from '../bench/judgeDesign.ts';

/** The group of the time in the regular expressions of generated code. */
export const TIME_GROUP = 'keyTime';

/** The name of a property in the code of one language. */
export type CodeNames = ReadonlyMap<string, string>;

/** What every language here can have in a name. */
function plainName(name: string): string {
  return name.replaceAll(/[^\p{ID_Continue}]/gu, '_');
}

/**
 * Names for the properties of a design that the code itself does not use: `taken`, and the group of the time. Each property has a name
 * of its own.
 */
export function codeNames(design: KeyDesign, taken: Iterable<string>): CodeNames {
  const templates = [design.partition, ...rowTemplates(design)];
  const properties = [...new Set(templates.flatMap((template) => templateProperties(template)))];
  const used = new Set([...taken, TIME_GROUP]);
  const names = new Map<string, string>();
  // Names that need no change are given first, so that no other takes them.
  const isFree = (name: string): boolean => plainName(name) === name && !used.has(name);
  for (const name of [...properties.filter(isFree), ...properties.filter((each) => !isFree(each))]) {
    let own = plainName(name);
    while (used.has(own)) own += 'Value';
    used.add(own);
    names.set(name, own);
  }
  return new Map(properties.map((name) => [name, names.get(name) ?? name]));
}

/** Says which properties have another name in the code; none if none has. */
export function renamedText(names: CodeNames): readonly string[] {
  const renamed = [...names].filter(([name, own]) => name !== own);
  return renamed.map(([name, own]) => `The property ${name} is ${own} here.`);
}
