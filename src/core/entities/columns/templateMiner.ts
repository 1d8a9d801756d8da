/*
 * Groups texts by their template: the words that texts of one kind share, with names in place of what varies. Numbers, ids, times and
 * hosts are told by their form (`textMask.ts`); other words that vary by comparing texts, as Drain does: He et al., "Drain: An Online Log
 * Parsing Approach with Fixed Depth Tree", ICWS 2017. The same texts in the same order always give the same templates.
 */

import { ANY_WORD } from './placeholders.ts';
import { maskedText } from './textMask.ts';
import { disjoint } from './templateTest.ts';

/** After the beginning of a text. */
const MORE = '\u2026';
/** Of a text that was cut, as where its words are is not sure near its end. */
const MOST_WORDS_OF_CUT = 30;
/** More different texts are free text: the others are one template. */
const MOST_TEXTS = 20_000;
/** Beyond these a text joins the most similar one, so that each is compared with a few. */
const MOST_CLUSTERS = 100;
/** Words that vary less are words of the template: "paid" and "shipped" are two events. */
const MOST_FIXED = 5;
/** Of short texts the one word that differs is the event: "Worker started", "Worker stopped". */
const MOST_FIXED_OF_SHORT = 20;
const SHORT = 3;

/** A word of no letters of its own but a name before it: `uid=<n>`. */
const VALUE = /^[^\w<]*(?:\w+[=:])?[^\w<]*(?:<\w+>[^\w<]*)+$/u;

/** Texts of one length whose words are mostly the same. */
interface Cluster {
  /** By place: the word, or undefined if it varies. */
  readonly words: (string | undefined)[];
  /** By place that varies: its first distinct words, up to one more than are told apart. */
  readonly seen: Map<number, Set<string>>;
}

/** A text without what its form tells, as it is compared with templates. `isCut`: more follows. */
export function comparedText(text: string, isCut: boolean): string {
  const whole = maskedText(text);
  return isCut ? `${whole.split(' ', MOST_WORDS_OF_CUT).join(' ')} ${MORE}` : whole;
}

/** Groups texts as they come. */
export class TemplateMiner {
  /** By length and the first word that does not vary by its form. */
  private readonly branches = new Map<string, Cluster[]>();
  private readonly numbers = new Map<string, number>();
  private readonly texts: { readonly words: readonly string[]; readonly cluster: Cluster }[] = [];
  /** The number of texts that are beyond those that are told apart. */
  others = -1;

  /** The number of a text of `comparedText`, from 0; a text like an earlier one gets its number. */
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
   * By number of a text: its template. No text is of two.
   * @yields after each template with a word that varies
   */
  *templates(): Generator<undefined, readonly string[], undefined> {
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

/** Whether so many words were seen in a place that they are names. Where a value is among them, all are values. */
function varies({ words, seen }: Cluster, place: number): boolean {
  const own = seen.get(place);
  if (own === undefined) return false;
  if (own.size > (words.length > SHORT ? MOST_FIXED : MOST_FIXED_OF_SHORT)) return true;
  return [...own].some((word) => VALUE.test(word)) || [...own].every((word) => word.includes('<'));
}
