import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import { leanKey } from './KeyAnatomy.tsx';

function drawn(text: string, roomChars: number): string {
  return renderToStaticMarkup(leanKey(keyAnatomy('mds-prefixed', 'row', text), roomChars));
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '');
}

const KEY = 'b7c1f0a2d3e84f56___Front___Front_IN_55___0000000004294980401';

describe('a key in a cell', () => {
  it('contains the exact text, with one element per colour and per abbreviation', () => {
    for (const room of [0, 4, 10, 20, 60]) expect(textOf(drawn(KEY, room))).toBe(KEY);
    // The whole key, tenant, role, instance, index, and the dots in two of them.
    expect(drawn(KEY, 60).match(/<span/g)).toHaveLength(7);
  });

  it('keeps dots and the next letter together only if a narrow cell could cut between them', () => {
    const elements = (room: number): number => drawn(KEY, room).match(/<span/g)?.length ?? 0;
    // "b7c1…f56___Front___Front_IN_55___…4294980401": dots are letters 5 and 34.
    expect([7, 6, 35, 36, 37].map((room) => elements(room) - elements(60))).toEqual([1, 2, 1, 0, 0]);
  });

  it('with right-to-left letters does not affect its surroundings', () => {
    const text = KEY.replace('Front', '\u05d0\u05d1\u05d2');
    expect(textOf(drawn(text, 60))).toBe(text);
    expect(drawn(text, 60)).toMatch(/^<bdi [^>]*dir="ltr"/);
    expect(drawn(KEY, 60)).not.toContain('bdi');
  });
});
