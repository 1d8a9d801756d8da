import type { TimeCodec } from '../base/timeCodec.ts';
import type { SegmentKind } from '../base/scheme.ts';
import type { DateLayout } from '../dates/dateLayouts.ts';

/** What is known about the characters of a piece before a text is looked at, which is enough to rule out most texts. */
export interface Sketch {
  readonly least: number;
  readonly most: number;
  /** The kinds of characters (keyShape.ts) that the piece can contain, and those that it always contains. */
  readonly kinds: number;
  readonly needed: number;
}

/** How a template writes a time: as a padded decimal count of units since an instant, as a date, or in a way that only its codec knows. */
export type TimeStyle =
  | {
      readonly kind: 'number';
      readonly name?: string | undefined;
      readonly width: number;
      /** The instant that 0 stands for, and the length of a unit, both in ticks. */
      readonly epoch: bigint;
      readonly unit: bigint;
      /** The number from which the count is subtracted, for a time that counts down. */
      readonly from?: bigint | undefined;
    }
  | { readonly kind: 'date'; readonly layout: DateLayout }
  | { readonly kind: 'other' };

/** What all kinds of pieces have in common: which characters of a key they match. */
interface PieceText {
  /** A regular expression that matches the piece. */
  readonly pattern: string;
  readonly sketch: readonly Sketch[];
  /** The characters with which the piece can begin; undefined if it can be any of its kinds. */
  readonly first?: string;
  /** What a text stands for, such as a number in decimal or a text without its escapes. Undefined if the text is not of this template. */
  readonly show?: (text: string) => string | undefined;
  readonly segment: SegmentKind;
}

export type PieceContent = PieceText &
  (
    | { readonly kind: 'literal'; readonly text: string }
    /**
     * The value of a property. Without a name it is not shown as a field. `width`: the number of digits, padded with zeros. `values`: the
     * only possible values, in key order.
     */
    | {
        readonly kind: 'property';
        readonly name: string;
        readonly width?: number;
        readonly values?: readonly string[];
        /** How a key writes a value; default: as it is. */
        readonly write?: (value: string) => string | undefined;
      }
    /** The time of the event. `name`: the field that shows it as a number. */
    | { readonly kind: 'time'; readonly name: string; readonly style: TimeStyle; readonly codec: TimeCodec }
    /** A hash of a property, modulo `buckets`, to spread rows over partitions. */
    | { readonly kind: 'hash'; readonly name: string; readonly buckets: number; readonly width: number }
    /** A number that each writer chooses for itself, below `buckets`: the prefix of the Azure agents. */
    | { readonly kind: 'writer'; readonly buckets: number; readonly width: number }
    | { readonly kind: 'guid' }
    /** A fact that every key of this form implies, without text of its own. */
    | { readonly kind: 'fact'; readonly name: string; readonly value: string }
  );

/** A piece of a key template. `from` and `to` are its offsets in the template, half-open. */
export type TemplatePart = { readonly from: number; readonly to: number } & PieceContent;

/** How a writer makes its keys, such as `{TenantId}_{yyyyMM}`. */
export interface KeyTemplate {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
}

/** How many characters the parts have in every key; undefined if that varies. */
export function fixedWidth(...parts: readonly TemplatePart[]): number | undefined {
  const sketch = parts.flatMap((part) => part.sketch);
  return sketch.every(({ least, most }) => least === most)
    ? sketch.reduce((sum, { least }) => sum + least, 0)
    : undefined;
}

/** The names of the properties that a writer must know, in order, without repetition. */
export function templateProperties({ parts }: KeyTemplate): readonly string[] {
  const names = parts.flatMap((part) =>
    (part.kind === 'property' || part.kind === 'hash') && part.name !== '' ? [part.name] : [],
  );
  return [...new Set(names)];
}

/** Escapes a literal text for use in a template. */
export function literalText(text: string): string {
  return text.replaceAll('{', '{{').replaceAll('}', '}}');
}

/** The time in a template; undefined if there is none. */
export function timePartOf({ parts }: KeyTemplate): Extract<TemplatePart, { kind: 'time' }> | undefined {
  return parts.find((part) => part.kind === 'time');
}
