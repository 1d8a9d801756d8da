import { readKey } from './readKey.ts';
import type { KeyPart, KeySegment } from './scheme.ts';
import { schemeById } from './schemeRegistry.ts';
import { segment } from './segmentBuild.ts';

function isWhole(segments: readonly KeySegment[], text: string): boolean {
  return segments.map((part) => part.text).join('') === text;
}

/**
 * A key cut into segments whose texts, joined, are the key again. By the scheme given where it knows the key, else by
 * the best reading, else one segment of plain text; the empty key has none.
 */
export function keyAnatomy(schemeId: string | undefined, part: KeyPart, text: string): readonly KeySegment[] {
  if (text === '') return [];
  const own = schemeId === undefined ? undefined : schemeById(schemeId)?.segments(text, part);
  if (own !== undefined && isWhole(own, text)) return own;
  for (const reading of readKey(text, { part })) {
    const found = schemeById(reading.schemeId)?.segments(text, part);
    if (found !== undefined && isWhole(found, text)) return found;
  }
  return [segment('text', text, 'text')];
}
