import { describe, expect, it } from 'vitest';
import { JsonBytes } from '../bytes/jsonBytes.ts';
import { PageNames } from './pageNames.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { hashWords, wordBytes } from '../bytes/wordBytes.ts';

class CountedBytes extends JsonBytes {
  compared = 0;

  override same(at: number, from: number, length: number): boolean {
    this.compared++;
    return super.same(at, from, length);
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function isPlain(byte: number): boolean {
  return byte >= 0x23 && byte <= 0x7e && byte !== 0x5c;
}

/** Names of eight characters with the same hash, as somebody would craft who knows the hash. */
function meetingNames(count: number): readonly string[] {
  const found: string[] = [];
  const bytes = new Uint8Array(4);
  const words = wordBytes(bytes);
  for (let number = 0; found.length < count; number++) {
    let rest = number;
    for (let at = 0; at < 4; at++) {
      bytes[at] = LETTERS.charCodeAt(rest % LETTERS.length);
      rest = Math.floor(rest / LETTERS.length);
    }
    const head = String.fromCharCode(...bytes);
    // The state after one word; the second word makes all states equal.
    const mixed = Math.imul(words.view.getInt32(0, true), 0x01000193);
    words.view.setInt32(0, mixed ^ (mixed >>> 15) ^ 0x41424344, true);
    if (bytes.every(isPlain)) found.push(head + String.fromCharCode(...bytes));
  }
  return found;
}

describe('PageNames', () => {
  it('tells names apart whose hashes meet, without comparing each with all', () => {
    const texts = meetingNames(3000);
    const bytes = encodeUtf8(`${texts.join('"')}"`);
    const hashes = new Set(texts.map((_text, at) => hashWords(wordBytes(bytes), at * 9, at * 9 + 9, 0)));
    expect([hashes.size, new Set(texts).size]).toEqual([1, 3000]);
    const names = new PageNames();
    const json = new CountedBytes(bytes, 0);
    const first = texts.map(() => names.read(json));
    expect(first).toEqual(texts.map((_text, at) => at));
    json.pos = 0;
    expect(texts.map(() => names.read(json))).toEqual(first);
    expect(names.texts).toEqual(texts);
    expect(json.compared).toBeLessThan(64 * 2 * texts.length + 1);
  });
});
