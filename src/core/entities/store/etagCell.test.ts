import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { restatesTimestamp } from './etagCell.ts';

/** Whether an etag is taken for that of a Timestamp. */
function restates(etag: string, timestamp: string): boolean {
  const to = etag.length;
  return restatesTimestamp(encodeUtf8(`${etag}${timestamp}`), 0, to, to, to + timestamp.length);
}

describe('an etag that restates the Timestamp', () => {
  // As a page has it: quotes escaped, colons as %3A.
  const etag = String.raw`W/\"datetime'2024-03-05T10%3A17%3A10.1234567Z'\"`;
  const timestamp = '2024-03-05T10:17:10.1234567Z';

  it('is known', () => {
    expect(restates(etag, timestamp)).toBe(true);
  });

  it('is another one if any character differs, is missing or is added', () => {
    for (let at = 0; at < etag.length; at++) {
      const others = [etag.slice(0, at) + etag.slice(at + 1), `${etag.slice(0, at)}x${etag.slice(at)}`];
      for (const letter of ['x', '0'])
        if (etag.charAt(at) !== letter) others.push(`${etag.slice(0, at)}${letter}${etag.slice(at + 1)}`);
      for (const other of others) expect([other, restates(other, timestamp)]).toEqual([other, false]);
    }
  });
});
