import { templateProperties } from '../../keys/grammar/keyTemplate.ts';
import { type KeyDesign, templatesOf } from '../bench/judgeDesign.ts';

/** The name of the regular expression group that matches the time, in generated code. */
export const TIME_GROUP = 'keyTime';

/** How the code of one language names each property. */
export type CodeNames = ReadonlyMap<string, string>;

/** A name reduced to characters that all of these languages allow. */
function plainName(name: string): string {
  return name.replaceAll(/[^\p{ID_Continue}]/gu, '_');
}

/**
 * A unique name for each property of a design. It avoids the names that the code uses itself: those in `taken`, and the group of the time.
 */
export function codeNames(design: KeyDesign, taken: Iterable<string>): CodeNames {
  const properties = [...new Set(templatesOf(design).flatMap(templateProperties))];
  const used = new Set([...taken, TIME_GROUP]);
  const names = new Map<string, string>();
  // Names that need no change are assigned first, so that no other property takes them.
  const isFree = (name: string): boolean => plainName(name) === name && !used.has(name);
  for (const name of [...properties.filter(isFree), ...properties.filter((each) => !isFree(each))]) {
    let own = plainName(name);
    while (used.has(own)) own += 'Value';
    used.add(own);
    names.set(name, own);
  }
  return new Map(properties.map((name) => [name, names.get(name) ?? name]));
}
