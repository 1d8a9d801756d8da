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

const SURE = new WeakMap<readonly Candidate[], readonly Candidate[]>();

/** The same schemes as keyCandidates, by descending highest confidence. */
export function surestCandidates(text: string, part: KeyPart | undefined): readonly Candidate[] {
  const own = keyCandidates(text, part);
  const sorted = SURE.get(own) ?? own.toSorted((a, b) => b.most - a.most);
  SURE.set(own, sorted);
  return sorted;
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

function candidatesOfShape(part: KeyPart | undefined): (text: string) => readonly Candidate[] {
  const own = READERS.filter(({ scheme }) => !isAfterText(scheme));
  return byShape((shape) =>
    own.flatMap(({ scheme, order }) => {
      const { shapes } = scheme;
      if (shapes === undefined)
        return [{ scheme, order, parts: part === undefined ? EVERY : [part], isAlike: false, most: 1 }];
      const parts = partsOf(shapes, shape, part);
      if (parts.length === 0) return [];
      const most = Math.max(...parts.map((each) => mostOf(shapes, shape, each)));
      return [{ scheme, order, parts, isAlike: (shapes.both?.(shape) ?? 0) > 0, most }];
    }),
  );
}

const OF_SHAPE: Readonly<Record<KeyPart | 'any', (text: string) => readonly Candidate[]>> = {
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
  return OF_SHAPE[part ?? 'any'](text);
}

/** Every scheme, to be tried as this kind of key, or as every kind. */
export function everyCandidate(part: KeyPart | undefined): readonly Candidate[] {
  const parts = part === undefined ? EVERY : [part];
  return READERS.map((reader) => ({ ...reader, parts, isAlike: false, most: 1 }));
}
