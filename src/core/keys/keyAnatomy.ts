import { LONGEST_KEY } from './base/entityKey.ts';
import { readKey } from './readKey.ts';
import type { KeyPart, KeySegment } from './base/scheme.ts';
import { schemeById } from './schemeRegistry.ts';
import { segment } from './base/segmentBuild.ts';

function isWhole(segments: readonly KeySegment[], text: string): boolean {
  return segments.map((part) => part.text).join('') === text;
}

/**
 * Cuts a key into segments whose texts, joined, are the key. It uses the given scheme if that reads the key, otherwise the best reading. A
 * key that nothing reads, or that is too long, is one segment of plain text. The empty key has no segments.
 */
export function keyAnatomy(schemeId: string | undefined, part: KeyPart, text: string): readonly KeySegment[] {
  if (text === '') return [];
  if (text.length > LONGEST_KEY) return [segment('text', text, 'text')];
  const own = schemeId === undefined ? undefined : schemeById(schemeId)?.segments(text, part);
  if (own !== undefined && isWhole(own, text)) return own;
  for (const reading of readKey(text, { part })) {
    const found = schemeById(reading.schemeId)?.segments(text, part);
    if (found !== undefined && isWhole(found, text)) return found;
  }
  return [segment('text', text, 'text')];
}
