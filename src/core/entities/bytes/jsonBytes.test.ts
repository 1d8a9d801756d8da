import { expect, it } from 'vitest';
import { FORM_PLAIN, FORM_STRING, JsonBytes } from './jsonBytes.ts';

/** The form of a string and where it ends, if `after` follows it. */
function scanned(text: string, after: string): readonly [form: number, to: number] {
  const json = new JsonBytes(new TextEncoder().encode(`"${text}"${after}`), 1);
  json.scanString();
  return [json.form, json.valueTo];
}

it('a string is plain if it is ASCII without escapes, whatever its length and whatever follows it', () => {
  for (let length = 0; length <= 17; length++) {
    const text = 'ab~ c'.repeat(4).slice(0, length);
    for (const after of ['', ',', ':"\u00e9\u20ac"}', '\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9'])
      expect(scanned(text, after)).toEqual([FORM_PLAIN, 1 + length]);
    // Each takes two bytes.
    for (const odd of ['\\n', '\u00e9'])
      expect(scanned(`${text}${odd}`, ',"a":1')).toEqual([FORM_STRING, 3 + length]);
  }
});
