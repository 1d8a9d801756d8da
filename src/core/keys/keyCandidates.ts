import type { KeyScheme } from './base/keyScheme.ts';
import { byShape, type KeyShape, type KeyShapes } from './base/keyShape.ts';
import type { KeyPart } from './base/scheme.ts';
import { isAfterText, isVariant } from './base/schemeSpec.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { timePlaces } from './dates/timePlaces.ts';

/** A scheme that may read a text, and as which kinds of key. */
export interface Candidate {
  readonly scheme: KeyScheme;
  /** Index in the registry, which decides between readings of equal confidence. */
  readonly order: number;
  readonly parts: readonly KeyPart[];
  /** True if it reads PartitionKeys and RowKeys the same way. The RowKey is then only tried if the PartitionKey gave nothing. */
  readonly isAlike: boolean;
  /** The highest confidence of its readings. */
  readonly most: number;
}

const EVERY: readonly KeyPart[] = ['partition', 'row', 'table'];

/** How sure a scheme can be of a kind of key; 0: it does not read it. */
function mostOf(shapes: KeyShapes, shape: KeyShape, part: KeyPart): number {
  const alike = part === 'table' ? 0 : (shapes.both?.(shape) ?? 0);
  return Math.max(alike, shapes[part]?.(shape) ?? 0);
}

/** As which kinds of key to try a text. If the kind is unknown and both are read the same way, the PartitionKey is enough. */
function partsOf(shapes: KeyShapes, shape: KeyShape, part: KeyPart | undefined): readonly KeyPart[] {
  if (part !== undefined) return mostOf(shapes, shape, part) > 0 ? [part] : [];
  return EVERY.filter(
    (each) => (each === 'row' ? (shapes.row?.(shape) ?? 0) : mostOf(shapes, shape, each)) > 0,
  );
}

const READERS = KEY_SCHEMES.map((scheme, order) => ({ scheme, order })).filter(
  ({ scheme }) => !isVariant(scheme),
);

/** Schemes that read a time among other parts of a key. They read every kind of key alike. */
const BESIDE: readonly Candidate[] = READERS.flatMap(({ scheme, order }) => {
  const { either } = scheme.entry;
  const isBeside = scheme.time !== undefined && (either === 'parts' || typeof either === 'number');
  return isBeside ? [{ scheme, order, parts: ['partition'], isAlike: true, most: 1 }] : [];
});

/** The same schemes in registry order, and by descending highest confidence. */
interface OfShape {
  readonly inOrder: readonly Candidate[];
  readonly surestFirst: readonly Candidate[];
}

function candidatesOfShape(part: KeyPart | undefined): (text: string) => OfShape {
  const own = READERS.filter(({ scheme }) => !isAfterText(scheme));
  return byShape((shape) => {
    const inOrder = own.flatMap(({ scheme, order }) => {
      const { shapes = {} } = scheme;
      const parts = partsOf(shapes, shape, part);
      if (parts.length === 0) return [];
      const most = Math.max(...parts.map((each) => mostOf(shapes, shape, each)));
      return [{ scheme, order, parts, isAlike: (shapes.both?.(shape) ?? 0) > 0, most }];
    });
    return { inOrder, surestFirst: inOrder.toSorted((a, b) => b.most - a.most) };
  });
}

const OF_SHAPE: Readonly<Record<KeyPart | 'any', (text: string) => OfShape>> = {
  partition: candidatesOfShape('partition'),
  row: candidatesOfShape('row'),
  table: candidatesOfShape('table'),
  any: candidatesOfShape(undefined),
};

/** Schemes that may read a part of a text as its time, in registry order. */
export function besideCandidates(text: string, part: KeyPart | undefined): readonly Candidate[] {
  return part === 'table' || timePlaces(text).length === 0 ? [] : BESIDE;
}

/**
 * The schemes that may read a whole text from an unknown table, in registry order. Their `shapes` select them;
 * `keyCandidates.test.ts` checks that the others would read nothing.
 */
export function keyCandidates(text: string, part: KeyPart | undefined): readonly Candidate[] {
  return OF_SHAPE[part ?? 'any'](text).inOrder;
}

/** The same, the surest first. */
export function surestCandidates(text: string, part: KeyPart | undefined): readonly Candidate[] {
  return OF_SHAPE[part ?? 'any'](text).surestFirst;
}

/** Every scheme, to be tried as this kind of key, or as every kind. */
export function everyCandidate(part: KeyPart | undefined): readonly Candidate[] {
  const parts = part === undefined ? EVERY : [part];
  return READERS.map((reader) => ({ ...reader, parts, isAlike: false, most: 1 }));
}
