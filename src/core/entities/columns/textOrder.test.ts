import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORM_PLAIN, FORM_STRING } from '../bytes/jsonBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { orderTexts, type TextSource } from './textOrder.ts';
import { runSteps } from '../../steps.ts';

/** Texts as the arena holds them: plain ASCII, JSON strings in raw bytes, and some of which only the text is known. */
function sourceOf(texts: readonly string[]): TextSource {
  const stored = new Map<number, ArenaValue>();
  return {
    textAt: (id) => texts[id] ?? '',
    storedAt: (id) => {
      const text = texts[id] ?? '';
      if (id % 3 === 2) return undefined;
      const known = stored.get(id);
      if (known !== undefined) return known;
      const isPlain = /^[ !#-[\]-~]*$/.test(text);
      const bytes = encodeUtf8(isPlain ? `--${text}` : `--${JSON.stringify(text).slice(1, -1)}`);
      const form = isPlain && id % 2 === 0 ? FORM_PLAIN : FORM_STRING;
      const view = new DataView(bytes.buffer);
      const slot = { bytes, view, form, duplicate: false, type: 0, from: 2, to: bytes.length };
      stored.set(id, slot);
      return slot;
    },
  };
}

const unit = fc.oneof(
  fc.constantFrom('a', 'b', '\u0000', '\u007f', 'é', '\ue000', '\uffff', '\ud800', '\udfff', '\u{10000}'),
  fc.string({ maxLength: 2 }),
);
const text = fc
  .tuple(
    fc.constantFrom('', 'a', 'seven77', 'eight888', 'exactly sixteen!', 'more than sixteen bytes of text'),
    fc.array(unit, { maxLength: 4 }),
    fc.constantFrom('', 'eight888', 'exactly sixteen!'),
  )
  .map(([start, units, end]) => start + units.join('') + end);

describe('the order of texts', () => {
  it('is that of UTF-16 units, and marks where a text differs, whatever part of a text is looked at together', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 90 }), fc.constantFrom(8, 16, 24, undefined), (texts, most) => {
        const ids = Uint32Array.from(texts.keys());
        const begins = runSteps(orderTexts(ids, sourceOf(texts), most));
        const expected = [...texts.keys()].sort((a, b) => {
          const [left, right] = [texts[a] ?? '', texts[b] ?? ''];
          return left < right ? -1 : left > right ? 1 : 0;
        });
        expect([...ids]).toEqual(expected);
        expect([...begins]).toEqual(
          expected.map((id, at) => (at > 0 && texts[id] === texts[expected[at - 1] ?? 0] ? 0 : 1)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('holds for thousands of texts that begin alike', () => {
    const texts = Array.from(
      { length: 5000 },
      (_, at) => `${'x'.repeat(100)}${(at * 7919) % 2500}${at % 2 === 0 ? '' : ' and more'}`,
    );
    const ids = Uint32Array.from(texts.keys());
    runSteps(orderTexts(ids, sourceOf(texts), 16));
    const sorted = Array.from(ids, (id) => texts[id] ?? '');
    expect(sorted).toEqual([...texts].sort());
  });

  it('reads long texts that begin alike a few times, however long they are', () => {
    for (const size of [60_000, 1_000_000]) {
      const alike = 'é'.repeat(size / 2);
      const texts = ['b', 'a', '', 'b'].map((end, at) => `${alike.slice(at === 2 ? 9000 : 0)}${end}`);
      const source = sourceOf(texts);
      let reads = 0;
      const counted: TextSource = { ...source, storedAt: (id) => (reads++, source.storedAt(id)) };
      const ids = Uint32Array.from(texts.keys());
      const begins = runSteps(orderTexts(ids, counted));
      expect([[...ids], [...begins]]).toEqual([
        [2, 1, 0, 3],
        [1, 1, 1, 0],
      ]);
      expect(reads).toBeLessThanOrEqual(4 * (2 + Math.ceil(Math.log2((2 * size) / 4096))));
    }
  });

  it('pauses after each megabyte of long texts', () => {
    const alike = 'x'.repeat(1_000_000);
    const texts = Array.from({ length: 12 }, (_, at) => `${alike}${at}`);
    const source = sourceOf(texts.flatMap((text) => [text, text, '']));
    const ids = Uint32Array.from(texts.keys(), (at) => at * 3);
    let reads = 0;
    const counted: TextSource = { ...source, storedAt: (id) => (reads++, source.storedAt(id)) };
    const work = orderTexts(ids, counted);
    let most = 0;
    for (;;) {
      const before = reads;
      const { done } = work.next();
      // With windows of half a megabyte, so many reads are some megabytes.
      if (before > 80) most = Math.max(most, reads - before);
      if (done === true) break;
    }
    expect(reads).toBeGreaterThan(90);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(4);
  });
});
