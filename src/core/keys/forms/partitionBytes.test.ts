import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRowTime } from '../base/digits.ts';
import type { ByteSource } from '../base/scheme.ts';
import { KEY_SCHEMES } from '../schemeRegistry.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const prefix = fc.nat(10_500).map((value) => String(value).padStart(19, '0'));
const ticks = fc
  .bigInt({ min: 0n, max: 3_255_378_975_999_999_999n })
  .map((value) => String(value).padStart(19, '0'));
const ascii = fc.string({ unit: 'binary-ascii', maxLength: 45 });
const whole = fc.oneof(
  ticks,
  ascii,
  fc
    .tuple(fc.oneof(prefix, digits(19)), fc.constantFrom('___', '__', '_-_'), ticks)
    .map((parts) => parts.join('')),
);
/** Whole keys, keys that are cut, that go on, and with one wrong character. */
const partitionKey = fc.oneof(
  whole,
  fc.tuple(whole, fc.nat(45)).map(([text, end]) => text.slice(0, end)),
  fc.tuple(whole, ascii).map((parts) => parts.join('')),
  fc
    .tuple(whole, fc.nat(41), fc.constantFrom('a', '_', '/', ':', ' '))
    .map(([text, at, wrong]) => text.slice(0, at) + wrong + text.slice(at + 1)),
);

function inBytes(text: string): { source: ByteSource; from: number; to: number } {
  // What stands around a key in a page may look like a part of it.
  const bytes = new TextEncoder().encode(`0000${text}___0638448480000000000`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { source: { bytes, view }, from: 4, to: 4 + text.length };
}

const schemes = KEY_SCHEMES.flatMap(({ partitionBytes, ...scheme }) =>
  partitionBytes === undefined ? [] : [{ scheme, partitionBytes }],
);

describe('PartitionKeys read from bytes', () => {
  it('are those of schemes that look at nothing else', () => {
    expect(schemes.map(({ scheme }) => scheme.id)).toEqual(
      expect.arrayContaining(['wad', 'wad-prefixed', 'mds-prefixed']),
    );
    expect(schemes.every(({ scheme }) => scheme.perPartition === true)).toBe(true);
  });

  it.each(schemes)('$scheme.id: the time that the text has', ({ scheme, partitionBytes }) => {
    const time = newRowTime();
    fc.assert(
      fc.property(partitionKey, (text) => {
        const { source, from, to } = inBytes(text);
        const ofText = scheme.rowTime(text, '', time) ? { ...time } : undefined;
        const ofBytes = partitionBytes.rowTime(source, from, to, time) ? { ...time } : undefined;
        expect(ofBytes).toEqual(ofText);
      }),
      { numRuns: 300 },
    );
  });

  it.each(schemes)('$scheme.id: equal numbers, equal groups', ({ scheme, partitionBytes }) => {
    const numberOf = (text: string): number => {
      const { source, from, to } = inBytes(text);
      return partitionBytes.groupNumber(source, from, to);
    };
    const groups = new Map<number, string>();
    fc.assert(
      fc.property(partitionKey, (text) => {
        const number = numberOf(text);
        const group = scheme.groupOf(text, '');
        expect(number).toBeGreaterThanOrEqual(-1);
        expect(groups.get(number) ?? group).toBe(group);
        groups.set(number, group);
      }),
      { numRuns: 300 },
    );
    expect(groups.size).toBeGreaterThan(1);
  });
});
