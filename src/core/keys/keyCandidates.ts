import type { KeyScheme } from './base/keyScheme.ts';
import { byShape, type KeyShape, type KeyShapes } from './base/keyShape.ts';
import type { KeyPart } from './base/scheme.ts';
import { isAfterText, isVariant } from './base/schemeSpec.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { timePlaces } from './dates/timePlaces.ts';

/** A scheme that may read a text, and the kinds of key as which it should be tried. */
export interface Candidate {
  readonly scheme: KeyScheme;
  /** The scheme's position in the registry, which decides between readings of equal confidence. */
  readonly order: number;
  readonly parts: readonly KeyPart[];
  /**
   * True if the scheme reads PartitionKeys and RowKeys alike. Then the text is only tried as a RowKey if it was not read as a PartitionKey.
   */
  readonly isAlike: boolean;
  /** The highest confidence that its readings can have. */
  readonly most: number;
}

const EVERY: readonly KeyPart[] = ['partition', 'row', 'table'];

/** The highest confidence of a scheme for a kind of key; 0 if it does not read that kind. */
function mostOf(shapes: KeyShapes, shape: KeyShape, part: KeyPart): number {
  const alike = part === 'table' ? 0 : (shapes.both?.(shape) ?? 0);
  return Math.max(alike, shapes[part]?.(shape) ?? 0);
}

/** The kinds of key as which a text should be tried. If the kind is unknown and both keys are read alike, the PartitionKey is enough. */
function partsOf(shapes: KeyShapes, shape: KeyShape, part: KeyPart | undefined): readonly KeyPart[] {
  if (part !== undefined) return mostOf(shapes, shape, part) > 0 ? [part] : [];
  return EVERY.filter(
    (each) => (each === 'row' ? (shapes.row?.(shape) ?? 0) : mostOf(shapes, shape, each)) > 0,
  );
}

const READERS = KEY_SCHEMES.map((scheme, order) => ({ scheme, order })).filter(
  ({ scheme }) => !isVariant(scheme),
);

/** Schemes that find a time among other parts of a key. They read all kinds of keys alike. */
const BESIDE: readonly Candidate[] = READERS.flatMap(({ scheme, order }) => {
  const { either } = scheme.entry;
  const isBeside = scheme.time !== undefined && (either === 'parts' || typeof either === 'number');
  return isBeside ? [{ scheme, order, parts: ['partition'], isAlike: true, most: 1 }] : [];
});

function candidatesOfShape(part: KeyPart | undefined): (text: string) => readonly Candidate[] {
  const own = READERS.filter(({ scheme }) => !isAfterText(scheme));
  return byShape((shape) =>
    own
      .flatMap(({ scheme, order }) => {
        const { shapes = {} } = scheme;
        const parts = partsOf(shapes, shape, part);
        if (parts.length === 0) return [];
        const most = Math.max(...parts.map((each) => mostOf(shapes, shape, each)));
        return [{ scheme, order, parts, isAlike: (shapes.both?.(shape) ?? 0) > 0, most }];
      })
      .toSorted((a, b) => b.most - a.most),
  );
}

const OF_SHAPE: Readonly<Record<KeyPart | 'any', ReturnType<typeof candidatesOfShape>>> = {
  partition: candidatesOfShape('partition'),
  row: candidatesOfShape('row'),
  table: candidatesOfShape('table'),
  any: candidatesOfShape(undefined),
};

/** Schemes that may read a part of the text as its time, in registry order. */
export function besideCandidates(text: string, part: KeyPart | undefined): readonly Candidate[] {
  return part === 'table' || timePlaces(text).length === 0 ? [] : BESIDE;
}

/**
 * The schemes that may read a whole text of an unknown table, those with the highest confidence first. They are selected by their `shapes`;
 * `keyCandidates.test.ts` checks that the others would not read it.
 */
export function keyCandidates(text: string, part: KeyPart | undefined): readonly Candidate[] {
  return OF_SHAPE[part ?? 'any'](text);
}

/** Every scheme, to be tried as the given kind of key, or as all kinds. */
export function everyCandidate(part: KeyPart | undefined): readonly Candidate[] {
  const parts = part === undefined ? EVERY : [part];
  return READERS.map((reader) => ({ ...reader, parts, isAlike: false, most: 1 }));
}
