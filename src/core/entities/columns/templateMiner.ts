/*
 * Groups texts by their template: the words that texts of one kind share, with placeholders for what varies. Numbers, ids, times and hosts
 * are recognised by their form (`textMask.ts`); other words that vary are found by comparing texts, as Drain does: He et al., "Drain: An
 * Online Log Parsing Approach with Fixed Depth Tree", ICWS 2017. The same texts in the same order always give the same templates.
 */

import { ANY_WORD } from './placeholders.ts';
import { maskedText } from './textMask.ts';
import { disjoint } from './templateTest.ts';
import type { Steps } from '../../steps.ts';

/** Follows the beginning of a text that was cut. */
const MORE = '\u2026';
/** How many words of a cut text are compared. Nearer to the cut, it is not sure which word is in which place. */
const MOST_WORDS_OF_CUT = 30;
/** How many different texts are told apart. If there are more, they are free text, and the others share one template. */
const MOST_TEXTS = 20_000;
/** With so many clusters, a text joins the most similar one, so that each text is compared with only a few. */
const MOST_CLUSTERS = 100;
/** Up to so many different words in one place are words of the template: "paid" and "shipped" are two events. */
const MOST_FIXED = 5;
/** The same for short texts, where the one word that differs is the event: "Worker started", "Worker stopped". */
const MOST_FIXED_OF_SHORT = 20;
const SHORT = 3;

/** A word without letters of its own, apart from a name before its placeholder: `uid=<n>`. */
const VALUE = /^[^\w<]*(?:\w+[=:])?[^\w<]*(?:<\w+>[^\w<]*)+$/u;

/** Texts with the same number of words, most of which are equal. */
interface Cluster {
  /** By place: the word, or undefined if it varies. */
  readonly words: (string | undefined)[];
  /** By place that varies: its first distinct words, up to one more than may be told apart. */
  readonly seen: Map<number, Set<string>>;
}

/** A text as it is compared with templates: with placeholders for what has a known form. `isCut`: more text follows. */
export function comparedText(text: string, isCut: boolean): string {
  const whole = maskedText(text);
  return isCut ? `${whole.split(' ', MOST_WORDS_OF_CUT).join(' ')} ${MORE}` : whole;
}

/** Groups texts in the order in which they are added. */
export class TemplateMiner {
  /** By the number of words and the first word without a placeholder. */
  private readonly branches = new Map<string, Cluster[]>();
  private readonly numbers = new Map<string, number>();
  private readonly texts: { readonly words: readonly string[]; readonly cluster: Cluster }[] = [];
  /** The number that all texts beyond MOST_TEXTS share; -1: there are none. */
  others = -1;

  /** Returns the number, from 0, of a text made by `comparedText`. Equal texts have one number. */
  add(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    if (this.texts.length >= MOST_TEXTS && text !== ANY_WORD) return (this.others = this.add(ANY_WORD));
    const words = text.split(' ');
    const cluster = this.clusterOf(words);
    for (const [place, word] of words.entries()) {
      const before = cluster.words[place];
      if (before === word) continue;
      if (before !== undefined) cluster.seen.set(place, new Set([before]));
      cluster.words[place] = undefined;
      const seen = cluster.seen.get(place);
      if (seen !== undefined && seen.size <= MOST_FIXED_OF_SHORT) seen.add(word);
    }
    this.numbers.set(text, this.texts.length);
    return this.texts.push({ words, cluster }) - 1;
  }

  /** The texts, by number. */
  get added(): readonly string[] {
    return [...this.numbers.keys()];
  }

  /**
   * The template of each text, by its number. No text matches two templates.
   * @yields after each template with a word that varies
   */
  *templates(): Steps<readonly string[]> {
    const found = this.texts.map(({ words, cluster }) =>
      words.map((word, place) => (varies(cluster, place) ? ANY_WORD : word)),
    );
    return yield* disjoint(found);
  }

  private clusterOf(words: readonly string[]): Cluster {
    const name = `${words.length} ${words.find((word) => !word.includes('<')) ?? ''}`;
    const branch = this.branches.get(name) ?? [];
    this.branches.set(name, branch);
    let best: Cluster | undefined;
    let most = 0;
    for (const cluster of branch) {
      let same = 0;
      for (const [place, word] of words.entries()) if (cluster.words[place] === word) same += 1;
      if (same > most) [best, most] = [cluster, same];
    }
    // At least half of the words are the same.
    if (best !== undefined && most * 2 >= words.length) return best;
    if (branch.length >= MOST_CLUSTERS) return best ?? (branch[0] as Cluster);
    const cluster: Cluster = { words: [...words], seen: new Map() };
    branch.push(cluster);
    return cluster;
  }
}

/**
 * Whether the words seen in a place are values: there are too many for the template, one of them has the form of a value, or all of them
 * contain a placeholder.
 */
function varies({ words, seen }: Cluster, place: number): boolean {
  const own = seen.get(place);
  if (own === undefined) return false;
  if (own.size > (words.length > SHORT ? MOST_FIXED : MOST_FIXED_OF_SHORT)) return true;
  return [...own].some((word) => VALUE.test(word)) || [...own].every((word) => word.includes('<'));
}
