import type { TimeCodec } from '../base/timeCodec.ts';
import type { SegmentKind } from '../base/scheme.ts';
import type { DateLayout } from '../dates/dateLayouts.ts';

/** What is known of the characters of a piece before a text is looked at: enough to rule most texts out. */
export interface Sketch {
  readonly least: number;
  readonly most: number;
  /** Kinds of characters (keyShape.ts) that may be in it, and that are. */
  readonly kinds: number;
  readonly needed: number;
}

/** How a template writes a time: a padded decimal count of units since an instant, a date, or what only its codec can write. */
export type TimeStyle =
  | {
      readonly kind: 'number';
      /** Its short name, such as `InvertedTicks`, if it has one. */
      readonly name?: string | undefined;
      readonly width: number;
      /** The instant of 0, and a unit, in ticks. */
      readonly epoch: bigint;
      readonly unit: bigint;
      /** The number from which the count is subtracted, if it counts down. */
      readonly from?: bigint | undefined;
    }
  | { readonly kind: 'date'; readonly layout: DateLayout }
  | { readonly kind: 'other' };

/** What every kind of piece has: which characters of a key it can match. */
interface PieceText {
  /** Regular expression of its characters. */
  readonly pattern: string;
  readonly sketch: readonly Sketch[];
  /** The characters with which it can begin; undefined: any of its kinds. */
  readonly first?: string;
  /** What a text means: a number in decimal, a text without its escapes. Undefined: not of this template. */
  readonly show?: (text: string) => string | undefined;
  readonly segment: SegmentKind;
}

/** What a piece is. */
export type PieceContent = PieceText &
  (
    | { readonly kind: 'literal'; readonly text: string }
    /**
     * The value of a property; without a name, it is not shown as a field. `width`: number of digits, padded with zeros. `values`: the only
     * values, in key order.
     */
    | {
        readonly kind: 'property';
        readonly name: string;
        readonly width?: number;
        readonly values?: readonly string[];
        /** What a key holds for a value; default: the value itself. */
        readonly write?: (value: string) => string | undefined;
      }
    /** The time of the event; `name`: the field that shows its count. */
    | { readonly kind: 'time'; readonly name: string; readonly style: TimeStyle; readonly codec: TimeCodec }
    /** A hash of a property, modulo `buckets`. */
    | { readonly kind: 'hash'; readonly name: string; readonly buckets: number; readonly width: number }
    /** A number that each writer chooses for itself, below `buckets`: the prefix of the Azure agents. */
    | { readonly kind: 'writer'; readonly buckets: number; readonly width: number }
    | { readonly kind: 'guid' }
    /** What a key of this form says without holding it. */
    | { readonly kind: 'fact'; readonly name: string; readonly value: string }
  );

/** A piece of a key template. `from` and `to` are its offsets in the template, half-open. */
export type TemplatePart = { readonly from: number; readonly to: number } & PieceContent;

/** A key as its writer makes it: `{TenantId}_{yyyyMM}`. */
export interface KeyTemplate {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
}

/** Characters of some parts in every key; undefined if they vary. */
export function fixedWidth(...parts: readonly TemplatePart[]): number | undefined {
  const sketch = parts.flatMap((part) => part.sketch);
  return sketch.every(({ least, most }) => least === most)
    ? sketch.reduce((sum, { least }) => sum + least, 0)
    : undefined;
}

/** Names of the properties that a template needs, in order, each once. */
export function templateProperties({ parts }: KeyTemplate): readonly string[] {
  const names = parts.flatMap((part) =>
    (part.kind === 'property' || part.kind === 'hash') && part.name !== '' ? [part.name] : [],
  );
  return [...new Set(names)];
}

/** A literal text as a template writes it. */
export function literalText(text: string): string {
  return text.replaceAll('{', '{{').replaceAll('}', '}}');
}

/** The time in a template; undefined if there is none. */
export function timePartOf({ parts }: KeyTemplate): Extract<TemplatePart, { kind: 'time' }> | undefined {
  return parts.find((part) => part.kind === 'time');
}
