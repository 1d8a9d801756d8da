import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findForbiddenInKey,
  findLoneSurrogate,
  holdsNoKey,
  keyAfterPrefix,
  sendableEdge,
  textAfterPrefix,
  isTableName,
} from './keyText.ts';

/** Code points on either side of every edge of the key order. */
const LEGAL = [
  0x20, 0x21, 0x22, 0x24, 0x2e, 0x30, 0x39, 0x3e, 0x40, 0x41, 0x5b, 0x5d, 0x5f, 0x60, 0x7a, 0x7e, 0xa0, 0xe9,
  0xd7fe, 0xd7ff, 0x10000, 0x103ff, 0x10400, 0x1f600, 0x10fffe, 0x10ffff, 0xe000, 0xfffd, 0xfffe, 0xffff,
].map((codePoint) => String.fromCodePoint(codePoint));
const ILLEGAL = ['\u0000', '\u0001', '\u001f', '#', '/', '?', '\\', '\u007f', '\u0080', '\u009f'];
const BROKEN = ['\ud800', '\ud83d', '\udbff', '\udc00', '\ude00', '\udfff'];

const key = fc.array(fc.constantFrom(...LEGAL), { maxLength: 4 }).map((parts) => parts.join(''));
const anyBound = fc
  .array(fc.constantFrom(...LEGAL, ...ILLEGAL, ...BROKEN), { maxLength: 4 })
  .map((parts) => parts.join(''));

describe('the order of keys', () => {
  it('has exactly the keys with a prefix between it and the text after it', () => {
    fc.assert(
      fc.property(key, key, fc.boolean(), (prefix, other, isTail) => {
        const candidate = isTail ? prefix + other : other;
        const after = keyAfterPrefix(prefix);
        const isBetween = candidate >= prefix && (after === undefined || candidate < after);
        expect(isBetween).toBe(candidate.startsWith(prefix));
        expect(after === undefined || findForbiddenInKey(after) === undefined).toBe(true);
      }),
      { numRuns: 1200 },
    );
  });

  it('holds for property values too, which may contain any character', () => {
    const text = fc
      .array(fc.constantFrom(...LEGAL, ...ILLEGAL), { maxLength: 4 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.boolean(), (prefix, other, isTail) => {
        const candidate = isTail ? prefix + other : other;
        const after = textAfterPrefix(prefix);
        expect(candidate >= prefix && (after === undefined || candidate < after)).toBe(
          candidate.startsWith(prefix),
        );
        expect(after === undefined || findLoneSurrogate(after) === -1).toBe(true);
      }),
      { numRuns: 1200 },
    );
  });

  it.each([
    ['ab', 'ac'],
    ['a.', 'a0'],
    ['a~', 'a\u00a0'],
    ['a[', 'a]'],
    ['DeploymentId_', 'DeploymentId`'],
    ['a\ud7ff', 'a\ud800\udc00'],
    ['a\ud83d\ude00', 'a\ud83d\ude01'],
    ['a\ud83d\udfff', 'a\ud83e\udc00'],
    ['a\udbff\udfff', 'a\ue000'],
    ['a\uffff', 'b'],
    ['a\uffff\uffff', 'b'],
    ['\uffff', undefined],
    ['', undefined],
  ])('after %j comes %j', (prefix, after) => {
    expect(keyAfterPrefix(prefix)).toBe(after);
  });

  it('the text after a prefix counts up over any character, but never into half a surrogate pair', () => {
    expect(textAfterPrefix('a\ud7ff')).toBe('a\u{10000}');
    expect(textAfterPrefix('a.')).toBe('a/');
  });

  it.each([
    ['a b', 'a b', false],
    ['a\u0000', 'a', true],
    ['a\u001fb', 'a', true],
    ['a#', 'a$', false],
    ['a/b', 'a0', false],
    ['a?', 'a@', false],
    ['a\\', 'a]', false],
    ['a\u007f', 'a\u00a0', false],
    ['a\u009f', 'a\u00a0', false],
    ['\uffff/', '\uffff0', false],
    // No key contains half of a surrogate pair, so the next key has the first whole pair or, after all pairs, U+E000.
    ['a\ud800', 'a\u{10000}', false],
    ['a\ud800b', 'a\u{10000}', false],
    ['a\ud800\ud800', 'a\u{10000}', false],
    ['a\ud800\ue000', 'a\u{10400}', false],
    ['a\udbff', 'a\u{10fc00}', false],
    ['a\udbff\ue000', 'a\ue000', false],
    ['a\udc00b', 'a\ue000', false],
    ['a\udfff', 'a\ue000', false],
  ])('the bound %j is sent as %j', (bound, text, after) => {
    expect(sendableEdge(bound)).toEqual({ text, after });
  });

  it('moves a bound that cannot be sent without skipping a key', () => {
    fc.assert(
      fc.property(anyBound, key, fc.nat(4), (bound, tail, cut) => {
        const edge = sendableEdge(bound);
        expect(findForbiddenInKey(edge.text)).toBeUndefined();
        const head = bound.slice(0, cut);
        const candidates = [tail, head + tail, edge.text + tail].filter(
          (candidate) => findForbiddenInKey(candidate) === undefined,
        );
        for (const candidate of candidates) {
          expect(edge.after ? candidate > edge.text : candidate >= edge.text).toBe(candidate >= bound);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('knows which spans cannot contain a key', () => {
    fc.assert(
      fc.property(anyBound, anyBound, fc.array(key, { maxLength: 5 }), (from, to, keys) => {
        const between = keys.filter((each) => each >= from && each < to);
        expect(holdsNoKey(from, to) ? between : []).toEqual([]);
      }),
      { numRuns: 1200 },
    );
    expect(holdsNoKey('a', 'a\u0000')).toBe(false);
    expect(holdsNoKey('a\u0000', 'a ')).toBe(true);
    expect(holdsNoKey('a/', 'a0')).toBe(true);
    expect(holdsNoKey('b', 'a')).toBe(true);
    expect(holdsNoKey(undefined, undefined)).toBe(false);
    expect(holdsNoKey(undefined, '')).toBe(true);
  });

  it('names the first forbidden character', () => {
    expect(findForbiddenInKey('a/b')).toEqual({ from: 1, to: 2, name: '/' });
    expect(findForbiddenInKey('\ud83d\ude00\u0000')).toEqual({
      from: 2,
      to: 3,
      name: 'the control character U+0000',
    });
    expect(findForbiddenInKey('a\udc00')?.name).toBe('half of a surrogate pair (U+DC00)');
    expect(findForbiddenInKey("it's %27 \u202e")).toBeUndefined();
    expect(findLoneSurrogate('\ud83d\ude00\ud83d')).toBe(2);
    for (const half of ['\ud800', '\udfff']) expect(findLoneSurrogate(`a${half}`)).toBe(1);
    expect(findLoneSurrogate('\ud7ff\ue000')).toBe(-1);
  });
});

describe('isTableName', () => {
  it.each([
    'abc',
    'WADLogsTable',
    'A1b',
    'x'.repeat(63),
    '$MetricsHourPrimaryTransactionsBlob',
    '$MetricsCapacityBlob',
    '$MetricsTransactionsQueue',
    '$MetricsMinuteSecondaryTransactionsFile',
    `$Metrics${'a'.repeat(55)}`,
  ])('takes %s', (name) => {
    expect(isTableName(name)).toBe(true);
  });

  it.each([
    '',
    'ab',
    '1abc',
    'a-bc',
    'a_bc',
    'x'.repeat(64),
    'abc\n',
    'ab\u200bc',
    'ab\u00e9',
    '$abc',
    '$Metrics',
    `$Metrics${'a'.repeat(56)}`,
  ])('refuses %j', (name) => {
    expect(isTableName(name)).toBe(false);
  });
});

/** What keys cannot hold. With the `u` flag, the class Cs matches only halves of surrogate pairs that stand alone. */
const FORBIDDEN = /[/\\#?\p{Cc}\p{Cs}]/u;

describe('what keys cannot hold', () => {
  it('is found at its first place: marks, control characters, and halves of pairs, but no whole pair', () => {
    const unit = fc.constantFrom('a', '/', '\\', '#', '?', '\u001f', ' ', '\u007f', '\u009f', '\u00a0', '😀');
    const half = fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '\ud7ff', '\ue000');
    fc.assert(
      fc.property(fc.array(fc.oneof(unit, half, fc.constant('b')), { maxLength: 6 }), (units) => {
        const text = units.join('');
        expect(findForbiddenInKey(text)?.from ?? -1).toBe(text.search(FORBIDDEN));
      }),
      { numRuns: 800 },
    );
  });
});
