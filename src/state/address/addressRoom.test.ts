import { describe, expect, it } from 'vitest';
import { writeHash } from './hashAddress.ts';

describe('an address', () => {
  it('has room for 8,087 characters of parameters besides its view, separators included', () => {
    // Four characters each in encoded form.
    const plain = (length: number): string =>
      'T '.repeat(Math.floor(length / 4)) + 'TTT'.slice(0, length % 4);
    const hashOf = (view: string, ...lengths: number[]) =>
      writeHash(
        view,
        lengths.map((length, at) => [`p${at}`, plain(length - 3)]),
      );
    // "p0=" and the value; less than what is left.
    expect([8086, 8087].map((length) => hashOf('query', length).length)).toEqual([8086 + 12, 11]);
    expect([8082, 8083].map((length) => hashOf('a view of', length).length)).toEqual([8082 + 16, 15]);
    expect([3085, 3086].map((length) => hashOf('query', 5000, length).length)).toEqual([8098, 5012]);
  });
});
