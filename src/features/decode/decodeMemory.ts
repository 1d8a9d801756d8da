import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { readKey } from '../../core/keys/readKey.ts';
import { type ReadWord, readWord } from '../../core/keys/pasted/readWord.ts';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import type { KeyReading } from '../../core/keys/base/scheme.ts';

/**
 * The readings of the last decoded text. A keystroke among 200 keys changes one of them; the others are neither read
 * nor drawn again. Keeps only what one text needs.
 */
export interface DecodeMemory {
  readonly readWord: typeof readWord;
  /** The user's own templates, which its readings consider. */
  readonly templates: readonly KeyScheme[];
  /** The readings of a key in the light of others that look like it. */
  readonly readTogether: (key: FoundKey, sample: readonly string[]) => readonly KeyReading[];
  /** Forgets what the text before the last one needed and the last one did not. */
  readonly next: () => void;
}

/** Remembers two texts: the one being decoded, and the one before. */
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
  /** The same number for the same keys. With the keys themselves in 200 names, each keystroke would build 200 kB of text. */
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
