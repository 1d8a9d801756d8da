/*
 * Groups texts by their template: the words that texts of one kind share, with names in place of what varies. Numbers, ids, times and
 * hosts are told by their form (`maskedText`); other words that vary by comparing texts, as Drain does: He et al., "Drain: An Online Log
 * Parsing Approach with Fixed Depth Tree", ICWS 2017. The same texts in the same order always give the same templates.
 */

/** In place of a number, and of hexadecimal digits, in what `TemplateMiner.add` takes: no text holds these characters. */
export const NUMBER = '\u0001';
export const HEX = '\u0003';

/** In place of other words that vary. */
const ANY_WORD = '<text>';
/** After the beginning of a text. */
const MORE = '\u2026';

const N = NUMBER;
const DATE = `${N}[-/.]${N}[-/.]${N}`;
const CLOCK = `${N}:${N}(?::${N}(?:[.,]${N})?)?`;
const ZONE = `(?: ?(?:Z|UTC|[+-]${N}(?::${N})?))?`;
/** What is replaced by which name, in this order: a number may be a part of a time, an id or a host, so it comes last. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  // Of hexadecimal digits, and GUIDs.
  [new RegExp(`${HEX}+(?:-${HEX}+)*`, 'g'), '<id>'],
  // Digits that were cut into pieces are one number.
  [new RegExp(`${N}{2,}`, 'g'), N],
  [new RegExp(`${DATE}[T ]${CLOCK}${ZONE}|${N}:${N}:${N}(?:[.,]${N})?${ZONE}|${N}-${N}-${N}`, 'g'), '<time>'],
  [new RegExp(`\\b${N}\\.${N}\\.${N}\\.${N}(?::${N})?|${N}\\.${N}\\.${N}\\.${N}(?::${N})?`, 'g'), '<host>'],
  // Names of hosts are small letters, with a number or under a domain that is known.
  [
    new RegExp(
      `(?<![\\w.${N}-])(?=[^\\s/]*(?:${N}|\\.(?:com|net|org|io|local|internal|cloud|svc)\\b))[a-z${N}][a-z${N}-]*(?:\\.[a-z${N}-]+){2,}(?::${N})?(?![\\w.])`,
      'g',
    ),
    '<host>',
  ],
  // A word with several numbers among its letters.
  [new RegExp(`(?<![A-Za-z${N}])(?:[A-Za-z]*${N}[A-Za-z]+${N})[A-Za-z${N}]*`, 'g'), '<id>'],
  [new RegExp(`(?<=^|[\\s=:([,])[-+](?=${N})`, 'g'), ''],
  [new RegExp(`${N}(?:[.,]${N})*`, 'g'), '<n>'],
];

/** A text with names in place of numbers, ids, times and hosts. */
function maskedText(text: string): string {
  return FORMS.reduce((masked, [form, name]) => masked.replace(form, name), text);
}

/** Of a text that was cut, as where its words are is not sure near its end. */
const MOST_WORDS_OF_CUT = 30;
/** More different texts are free text: the others are one template. */
const MOST_TEXTS = 20_000;
/** Beyond these a text joins the most similar one, so that each is compared with a few. */
const MOST_CLUSTERS = 100;
/** Words that vary less are words of the template: "paid" and "shipped" are two events. */
const MOST_FIXED = 5;

/** Texts of one length whose words are mostly the same. */
interface Cluster {
  /** By place: the word, or undefined if it varies. */
  readonly words: (string | undefined)[];
  /** By place that varies: its first words, one more than are told apart. */
  readonly seen: Map<number, Set<string>>;
}

/** Groups texts as they come. */
export class TemplateMiner {
  /** By length and the first word that does not vary by its form. */
  private readonly branches = new Map<string, Cluster[]>();
  private readonly numbers = new Map<string, number>();
  private readonly texts: { readonly words: readonly string[]; readonly cluster: Cluster }[] = [];

  /** The number of a text, from 0; a text like an earlier one gets its number. `isCut`: more follows. */
  add(text: string, isCut = false): number {
    const whole = maskedText(text);
    const masked = isCut ? `${whole.split(' ', MOST_WORDS_OF_CUT).join(' ')} ${MORE}` : whole;
    const known = this.numbers.get(masked);
    if (known !== undefined) return known;
    if (this.texts.length >= MOST_TEXTS && masked !== ANY_WORD) return this.add(ANY_WORD);
    const words = masked.split(' ');
    const cluster = this.clusterOf(words);
    for (const [place, word] of words.entries()) {
      const before = cluster.words[place];
      if (before === word) continue;
      if (before !== undefined) cluster.seen.set(place, new Set([before]));
      cluster.words[place] = undefined;
      const seen = cluster.seen.get(place);
      if (seen !== undefined && seen.size <= MOST_FIXED) seen.add(word);
    }
    this.numbers.set(masked, this.texts.length);
    return this.texts.push({ words, cluster }) - 1;
  }

  /** By number of a text: its template. */
  templates(): readonly string[] {
    return this.texts.map(({ words, cluster }) =>
      words
        .map((word, place) => {
          const varies = (cluster.seen.get(place)?.size ?? 0) > MOST_FIXED;
          return varies ? ANY_WORD : word;
        })
        .join(' '),
    );
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
