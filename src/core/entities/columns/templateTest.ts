import { ANY_WORD } from './placeholders.ts';
import type { Steps } from '../../steps.ts';

/** Tests whether a text made by `comparedText` has a template: the same words, except where any word may stand. */
export function templateTest(template: string): (text: string) => boolean {
  const words = template.split(' ');
  return (text) => {
    const own = text.split(' ');
    return own.length === words.length && words.every((word, at) => word === ANY_WORD || word === own[at]);
  };
}

/**
 * Merges templates until no text matches two of them: those that share a text become one. The result is in the order of the input.
 * @yields after each template with a word that may be any
 */
export function* disjoint(list: readonly (readonly string[])[]): Steps<readonly string[]> {
  const texts = list.map((words) => words.join(' '));
  const known = new Map(texts.map((text, at) => [text, list[at] as readonly string[]]));
  /** By template: the one that replaced it. */
  const next = new Map<string, string>();
  const byLength = new Map<number, Set<readonly string[]>>();
  for (const words of known.values()) {
    const same = byLength.get(words.length) ?? new Set();
    byLength.set(words.length, same.add(words));
  }
  for (const same of byLength.values()) {
    const open = [...same].filter((words) => words.includes(ANY_WORD));
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      yield undefined;
      if (!same.has(one)) continue;
      for (const other of same) {
        if (other === one || !shareText(one, other)) continue;
        const both: readonly string[] = one.map((word, at) => (word === other[at] ? word : ANY_WORD));
        const isNew = both.some((word, at) => word !== one?.[at]);
        same.delete(other);
        if (!isNew) {
          next.set(other.join(' '), one.join(' '));
          continue;
        }
        same.delete(one);
        for (const part of [one, other]) next.set(part.join(' '), both.join(' '));
        same.add(both);
        open.push(both);
        break;
      }
    }
  }
  return texts.map((text) => {
    let last = text;
    for (let after = next.get(last); after !== undefined && after !== last; after = next.get(last))
      last = after;
    return last;
  });
}

function shareText(one: readonly string[], other: readonly string[]): boolean {
  for (let at = 0; at < one.length; at++) {
    const word = one[at];
    if (word !== other[at] && word !== ANY_WORD && other[at] !== ANY_WORD) return false;
  }
  return true;
}
