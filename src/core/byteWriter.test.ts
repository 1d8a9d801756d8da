import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter, holdsByte, wordText } from './byteWriter.ts';

const bytes = fc.uint8Array({ maxLength: 40 });

describe('the writer of bytes', () => {
  it('finds a byte exactly where it is, in any four bytes, and never past the end', () => {
    const few = fc.array(fc.constantFrom(0x2c, 0x2d, 0x2b, 0, 1, 0x80, 0xac, 0xff, 0x5c), { maxLength: 12 });
    fc.assert(
      fc.property(few, fc.nat(3), fc.nat(5), fc.constantFrom(0x5c, 0x2c, 0), (all, skip, cut, other) => {
        const source = Uint8Array.from([...all, 0x2c, 0x5c, 0x2c, 0x5c]);
        const from = Math.min(skip, all.length);
        const to = Math.max(from, all.length - cut);
        expect(holdsByte(new DataView(source.buffer), from, to, 0x2c, other)).toBe(
          all.slice(from, to).some((byte) => byte === 0x2c || byte === other),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('writes bytes without certain ones exactly, and nothing at all if one is there', () => {
    const few = fc.array(fc.constantFrom(0x2c, 0x2d, 0x2b, 0, 1, 0x80, 0xac, 0xff, 0x5c), { maxLength: 14 });
    const plain = fc.uint8Array({ min: 0x60, max: 0x7a, maxLength: 600 }).map((all) => [...all]);
    const long = plain.map((all) => [...all, ...all]);
    const source = fc.oneof(
      few,
      plain,
      long,
      fc.tuple(long, few).map(([a, b]) => [...a, ...b]),
    );
    fc.assert(
      fc.property(source, fc.nat(3), fc.nat(5), fc.constantFrom(0x5c, 0x2c, 0), (all, skip, cut, other) => {
        const bytesOf = Uint8Array.from([...all, 0x2c, 0x5c, 0x2c, 0x5c, 0, 0, 0, 0]);
        const from = Math.min(skip, all.length);
        const to = Math.max(from, all.length - cut);
        const wanted = all.slice(from, to);
        const out = new ByteWriter();
        out.byte(7);
        const isWritten = out.wordsWithout(new DataView(bytesOf.buffer), from, to, 0x2c, other);
        expect(isWritten).toBe(!wanted.some((byte) => byte === 0x2c || byte === other));
        out.byte(8);
        expect([...out.cut()]).toEqual([7, ...(isWritten ? wanted : []), 8]);
      }),
      { numRuns: 200 },
    );
  });

  it('copies what was written last to another place', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.nat(20), (before, last, at) => {
        const out = new ByteWriter();
        out.all(before);
        out.all(last);
        const target = new Uint8Array(at + last.length + 8);
        out.copyTo(new DataView(target.buffer), at, before.length);
        expect([...target.subarray(0, at)]).toEqual(Array.from({ length: at }, () => 0));
        expect([...target.subarray(at, at + last.length)]).toEqual([...last]);
        expect([...out.cut()]).toEqual([...before, ...last]);
      }),
    );
  });

  it('writes all pieces, in any order and of any length', () => {
    const piece = fc.oneof(
      bytes.map((each) => ({ each, write: (out: ByteWriter) => out.text(wordText(each)) })),
      bytes.map((each) => ({ each, write: (out: ByteWriter) => out.all(each) })),
      fc.nat(255).map((byte) => ({ each: Uint8Array.of(byte), write: (out: ByteWriter) => out.byte(byte) })),
      fc.nat(9_999_999).map((value) => ({
        each: new TextEncoder().encode(String(value).padStart(7, '0')),
        write: (out: ByteWriter) => out.digits(value, 7),
      })),
      fc.integer({ min: 500, max: 20_000 }).map((length) => {
        const each = Uint8Array.from({ length }, (_, at) => at);
        return { each, write: (out: ByteWriter) => out.text(wordText(each)) };
      }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const out = new ByteWriter();
        for (const { write } of pieces) write(out);
        expect([...out.cut()]).toEqual(pieces.flatMap(({ each }) => [...each]));
        expect(out.length).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
