import type { KeyHint, KeyPart, KeyReading, KeyScheme, SchemeFamily } from '../base/scheme.ts';
import type { KeyFormEntry } from './keyForm.ts';

/** A key of the entry, and its time: the entry's test. */
export interface SchemeExample {
  readonly table?: string;
  readonly partition?: string;
  readonly row?: string;
  /** ISO 8601; absent: no time. */
  readonly time?: string;
}

/** A key scheme, as data. One list in schemes/ holds those of a family; `compileScheme` makes them work. */
export interface SchemeEntry {
  readonly id: string;
  /** Its name everywhere: list option, reading, accessible name. */
  readonly title: string;
  /** Who writes such keys; default: any. */
  readonly writer?: string;
  readonly family: SchemeFamily;
  /** Where the rule is documented. */
  readonly source: string;
  /** Names of the writer's tables. */
  readonly tables?: RegExp;
  /** Names with the time that a table holds. */
  readonly table?: KeyFormEntry | readonly KeyFormEntry[];
  readonly partition?: KeyFormEntry | readonly KeyFormEntry[];
  readonly row?: KeyFormEntry | readonly KeyFormEntry[];
  /**
   * Set if both keys are read alike, so that there is a variant with the time in the other key. 'alone': not within longer text,
   * where it is often something else; 'parts': also as one of several parts of a key, and after text; a number: the confidence as a part.
   * 'orders': each key keeps its form, and there is a variant in the other order, whose forms are the extra ones.
   */
  readonly either?: 'alone' | 'whole' | 'parts' | 'orders' | number;
  /**
   * How times are rounded, in words; default: what the form says. `rounding.ts` relies on two forms: "exact" alone if keys are exact to
   * the tick, and "floor ..." if they hold the start of an interval.
   */
  readonly rounding?: string;
  /** Numbers of prefixes over which the writers spread their rows, for small to large event volumes; 0: keys without a prefix. */
  readonly volume?: readonly number[];
  /** Properties with the exact time, best first. */
  readonly exactTime?: readonly string[];
  /** Changes a reading by what the grammar cannot say. */
  readonly refine?: (
    reading: KeyReading,
    text: string,
    part: KeyPart,
    hint: KeyHint,
  ) => KeyReading | undefined;
  readonly example?: SchemeExample;
  /** What the grammar cannot say: from codecs/. */
  readonly code?: Partial<Omit<KeyScheme, 'id' | 'title' | 'entry'>>;
}

/** The forms of a kind of key. */
export function formList(forms: SchemeEntry['row'] = []): readonly KeyFormEntry[] {
  return 'template' in forms ? [forms] : forms;
}
