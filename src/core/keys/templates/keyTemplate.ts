import type { DateLayout } from '../dates/dateLayouts.ts';

/** How a template writes a time: ticks, Unix time, either counted down, or a date. */
export type TimeStyle =
  | { readonly kind: 'number'; readonly name: NumberTimeName; readonly width: number }
  | { readonly kind: 'date'; readonly layout: DateLayout };

export type NumberTimeName =
  | 'Ticks'
  | 'InvertedTicks'
  | 'Unix'
  | 'InvertedUnix'
  | 'UnixMs'
  | 'InvertedUnixMs';

/** A piece of a key template. `from` and `to` are its offsets in the template, half-open. */
export type TemplatePart = { readonly from: number; readonly to: number } & (
  | { readonly kind: 'literal'; readonly text: string }
  /** The value of a property; `width`: a whole number, padded with zeros; `values`: one of these texts, in order. */
  | {
      readonly kind: 'property';
      readonly name: string;
      readonly width?: number;
      readonly values?: readonly string[];
    }
  /** The time of the event, rounded down to `stepTicks`. */
  | { readonly kind: 'time'; readonly style: TimeStyle; readonly stepTicks: bigint }
  /** A hash of a property, modulo `buckets`. */
  | { readonly kind: 'hash'; readonly name: string; readonly buckets: number; readonly width: number }
  /** A number that each writer chooses for itself, below `buckets`: the prefix of the Azure agents. */
  | { readonly kind: 'writer'; readonly buckets: number; readonly width: number }
  | { readonly kind: 'guid' }
);

/** A key as its writer makes it: `{TenantId}_{yyyyMM}`. */
export interface KeyTemplate {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
}

const GUID_LENGTH = 36;

/** Characters of a part in every key; undefined if they vary. */
export function fixedWidth(part: TemplatePart): number | undefined {
  switch (part.kind) {
    case 'literal':
      return part.text.length;
    case 'property':
      return part.width;
    case 'time':
      return part.style.kind === 'number' ? part.style.width : part.style.layout.length;
    case 'guid':
      return GUID_LENGTH;
    default:
      return part.width;
  }
}

/** Names of the properties that a template needs, in order, each once. */
export function templateProperties({ parts }: KeyTemplate): readonly string[] {
  const names = parts.flatMap((part) =>
    part.kind === 'property' || part.kind === 'hash' ? [part.name] : [],
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
