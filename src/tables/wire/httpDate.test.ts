import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHttpDate } from './httpDate.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function formsOf(atMs: number): readonly string[] {
  const date = new Date(atMs);
  const imf = date.toUTCString();
  const [, day = '', month = '', year = '', time = ''] = imf.split(' ');
  const rfc850 = `${DAYS[date.getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
  const asctime = `${imf.slice(0, 3)} ${month} ${day.replace(/^0/u, ' ')} ${time} ${year}`;
  return [imf, rfc850, asctime].flatMap((text) => [text, text.toLowerCase(), ` ${text} `]);
}

describe('readHttpDate', () => {
  it('reads all three forms of RFC 9110, in any case', () => {
    expect(formsOf(NOW_MS + 5000)).toEqual(
      expect.arrayContaining([
        'Sat, 21 Nov 2026 00:00:05 GMT',
        'Saturday, 21-Nov-26 00:00:05 GMT',
        'Sat Nov 21 00:00:05 2026',
      ]),
    );
    const seconds = fc.integer({ min: Date.UTC(1977) / 1000, max: Date.UTC(2076) / 1000 });
    fc.assert(
      fc.property(seconds, (at) => {
        for (const text of formsOf(at * 1000)) expect(readHttpDate(text, NOW_MS)).toBe(at * 1000);
      }),
    );
  });

  it('a year of two digits is at most 50 years ahead', () => {
    expect(readHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', NOW_MS)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
    expect(readHttpDate('Friday, 06-Nov-76 08:49:37 GMT', NOW_MS)).toBe(Date.UTC(2076, 10, 6, 8, 49, 37));
    expect(readHttpDate('Sunday, 06-Nov-77 08:49:37 GMT', NOW_MS)).toBe(Date.UTC(1977, 10, 6, 8, 49, 37));
  });

  it('reads nothing else', () => {
    const others = [
      '',
      'soon',
      '5',
      '2026-11-21T00:00:05Z',
      'Sat, 99 Nov 2026 00:00:30 GMT',
      'Sat, 31 Feb 2026 00:00:30 GMT',
      'Sat, 21 Nov 2026 25:00:30 GMT',
      'Sat, 21 Nov 2026 00:00:30 PST',
      'Sat, 21 Now 2026 00:00:30 GMT',
      'Nov 21',
    ];
    for (const text of others) expect(readHttpDate(text, NOW_MS)).toBeUndefined();
  });
});
