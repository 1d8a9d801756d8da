import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { readKey } from '../../core/keys/readKey.ts';
import { type ReadWord, readWord } from '../../core/keys/pasted/readWord.ts';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import type { KeyReading } from '../../core/keys/base/scheme.ts';

/**
 * Remembers the readings of the last decoded text. A keystroke among 200 keys changes only one of them; the others are neither read nor
 * drawn again. Keeps no more than one text needs.
 */
export interface DecodeMemory {
  readonly readWord: typeof readWord;
  /** The user's own templates, which the readings take into account. */
  readonly templates: readonly KeyScheme[];
  /** Reads a key with other keys that look like it as evidence. */
  readonly readTogether: (key: FoundKey, sample: readonly string[]) => readonly KeyReading[];
  /** Call after each text: forgets what the previous text needed and this one did not. */
  readonly next: () => void;
}

/** Remembers values for two texts: the one that is being decoded, and the previous one. */
function remembered<T>(): { readonly of: (name: string, read: () => T) => T; readonly next: () => void } {
  let before = new Map<string, T>();
  let now = new Map<string, T>();
  return {
    of: (name, read) => {
      const known = now.get(name);
      if (known !== undefined) return known;
      const value = before.get(name) ?? read();
      now.set(name, value);
      return value;
    },
    next: () => {
      before = now;
      now = new Map();
    },
  };
}

export function createDecodeMemory(templates: readonly KeyScheme[] = []): DecodeMemory {
  const words = remembered<{ readonly found: ReadWord | undefined }>();
  const together = remembered<readonly KeyReading[]>();
  const own = templates.length === 0 ? {} : { templates };
  const samples = remembered<number>();
  let lastSample = 0;
  const numbers = new WeakMap<readonly string[], number>();
  /** Equal samples of keys get the same number. If the names contained the keys themselves, each keystroke would build 200 kB of text. */
  const numberOf = (sample: readonly string[]): number => {
    const known = numbers.get(sample);
    if (known !== undefined) return known;
    const number = samples.of(JSON.stringify(sample), () => (lastSample += 1));
    numbers.set(sample, number);
    return number;
  };
  return {
    templates,
    readWord: (word, place, hint) => {
      const name = JSON.stringify([place, hint.part, hint.tableName, word]);
      return words.of(name, () => ({ found: readWord(word, place, { ...hint, ...own }) })).found;
    },
    readTogether: ({ text, part, tableName }, sample) =>
      together.of(JSON.stringify([part, tableName, numberOf(sample), text]), () =>
        readKey(text, {
          sample,
          ...own,
          part,
          tableName,
        }),
      ),
    next: () => {
      words.next();
      together.next();
      samples.next();
    },
  };
}
