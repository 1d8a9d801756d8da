import { describe, expect, it } from 'vitest';
import type { KeySegment } from '../base/scheme.ts';
import { textsOf } from '../grammar/parseTemplate.ts';
import { agentRowSegments, cutAgentRowKey, rowIndexParts } from './agentRowKey.ts';
import {
  cutPrefixedKey,
  cutShortKey,
  prefixedHomes,
  prefixedRanges,
  prefixedSegments,
  prefixGroup,
  prefixOf,
  prefixText,
  volumeWord,
} from './prefixedKey.ts';
import { truncatedSegments, truncatedTicks } from './truncatedTicks.ts';

const P12 = '0000000000000000012___';
/** 2024-03-05T10:17:42.1234567Z */
const TICKS = '0638452306621234567';
const MAX = 3_155_378_975_999_999_999n;

function pieces(segments: readonly KeySegment[] | undefined): readonly string[] | undefined {
  return segments?.map(({ kind, text, label, value }) => [kind, text, label, value ?? '-'].join('; '));
}

describe('a key with a prefix', () => {
  it.each([
    [`${P12}${TICKS}`, { prefix: 12, ticksText: TICKS, tail: '' }],
    [`${P12}${TICKS}_x`, { prefix: 12, ticksText: TICKS, tail: '_x' }],
    [`0000000000000009999___${TICKS}`, { prefix: 9999, ticksText: TICKS, tail: '' }],
    [`0000000000000010000___${TICKS}`, undefined],
    [`${P12}${TICKS.slice(1)}`, undefined],
    [`${P12}${TICKS.slice(1)}x`, undefined],
    [`000000000000000001x___${TICKS}`, undefined],
    [`x000000000000000012___${TICKS}`, undefined],
    [`000000000000000012___${TICKS}0`, undefined],
    [`0000000000000000012__0${TICKS}`, undefined],
  ])('%s', (text, expected) => {
    expect(cutPrefixedKey(text)).toEqual(expected);
    // The last text is remembered, and so is that it is none.
    expect([cutPrefixedKey('x'), cutPrefixedKey(text)]).toEqual([undefined, expected]);
  });

  it.each([
    [P12, { prefix: 12, digits: '' }],
    [`${P12}063`, { prefix: 12, digits: '063' }],
    [`${P12}${TICKS.slice(1)}`, { prefix: 12, digits: TICKS.slice(1) }],
    [`${P12}${TICKS}`, undefined],
    [`${P12}06x`, undefined],
    ['0000000000000009999___06', { prefix: 9999, digits: '06' }],
    ['0000000000000010000___06', undefined],
    ['000000000000000001x___06', undefined],
    ['0000000000000000012__06', undefined],
    ['000000000000000012___06', undefined],
  ])('cut short: %s', (text, expected) => {
    expect(cutShortKey(text)).toEqual(expected);
  });

  it('names its prefix', () => {
    expect(prefixText(12)).toBe(P12);
    expect([`${P12}x`, TICKS, '0000000000000012345___', ''].map(prefixOf)).toEqual([12, -1, 2345, -1]);
    expect([`${P12}x`, TICKS, '0000000000000000000___'].map(prefixGroup)).toEqual(['12', 'unprefixed', '0']);
    expect(([1, 10, 100] as const).map(volumeWord)).toEqual(['Small', 'Medium', 'Large']);
  });

  it('is cut into pieces', () => {
    const start = [
      'prefix; 0000000000000000012; prefix (one per writer); 12',
      'separator; ___; separator; -',
    ];
    expect(pieces(prefixedSegments(`${P12}${TICKS}_x`))).toEqual([
      ...start,
      'date; 063845230662; ticks, seconds part; 2024-03-05T10:17:42Z',
      'subsecond; 1234567; ticks, sub-second part; 0.1234567 s',
      'text; _x; tail; -',
    ]);
    expect(pieces(prefixedSegments(`${P12}06384`))?.slice(0, 3)).toEqual([
      ...start,
      'date; 06384; ticks, cut short; 2024-01-04T21:20:00Z .. 2024-04-29T15:06:39Z',
    ]);
    expect(pieces(prefixedSegments(`${P12}06`))).toEqual([...start, 'date; 06; ticks, cut short; -']);
    expect(pieces(prefixedSegments(P12))).toEqual(start);
    expect([prefixedSegments(TICKS), prefixedSegments(`${P12}9999999999999999999`)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('has a range for each prefix, and for keys without one', () => {
    const window = { from: 638_452_306_621_234_567n, to: 638_452_306_621_234_569n };
    const d19 = (text: string) => ({ from: `${text}${TICKS}`, to: `${text}0638452306621234569` });
    const own = { partition: d19(''), exact: true };
    const first = { prefix: 0, partition: d19('0000000000000000000___'), exact: true };
    expect(prefixedRanges(textsOf('{Ticks}', 1n), window, {}, 1, false)).toEqual([first]);
    expect(prefixedRanges(textsOf('{Ticks}', 1n), window, { tableName: 'T' }, 1, true)).toEqual([
      { ...first, tableName: 'T' },
      { ...own, tableName: 'T' },
    ]);
    expect(prefixedRanges(textsOf('{Ticks}', 1n), window, {}, 10, true).map(({ prefix }) => prefix)).toEqual([
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      undefined,
    ]);
  });

  it('is in no range of keys without a prefix, even if the window holds the first minute of year 1', () => {
    const spansOf = (from: bigint, to: bigint) =>
      prefixedRanges(textsOf('{Ticks}', 1n), { from, to }, {}, 1, true)
        .slice(1)
        .map(({ partition }) => [partition.from, partition.to]);
    const zeros = '0'.repeat(19);
    const end = '0000000000000010000';
    expect(spansOf(0n, 9_999n)).toEqual([[zeros, `${zeros}___`]]);
    expect(spansOf(0n, 10_000n)).toEqual([[zeros, `${zeros}___`]]);
    expect(spansOf(0n, 10_001n)).toEqual([
      [zeros, `${zeros}___`],
      [end, '0000000000000010001'],
    ]);
    expect(spansOf(10_000n, 10_001n)).toEqual([[end, '0000000000000010001']]);
    expect(prefixedHomes(1, true)).toEqual([
      { prefix: 0, partition: { from: `${zeros}___`, to: `${zeros}__\`` }, exact: true },
      { partition: { from: '05', to: '07' }, exact: true },
    ]);
    expect(prefixedHomes(10, false).length).toBe(10);
  });
});

describe('ticks that are cut short', () => {
  const tenTo = (zeros: number) => 10n ** BigInt(zeros);
  it.each([
    ['06', false, undefined],
    ['063', false, [63n * tenTo(16), 64n * tenTo(16)]],
    ['063845230662123456', false, [638_452_306_621_234_560n, 638_452_306_621_234_570n]],
    [TICKS, false, undefined],
    ['06x', false, undefined],
    ['315', false, [315n * tenTo(16), 316n * tenTo(16)]],
    ['316', false, undefined],
    ['316', true, undefined],
    ['315', true, [MAX - 316n * tenTo(16) + 1n, MAX - 315n * tenTo(16) + 1n]],
    ['251', true, [MAX - 252n * tenTo(16) + 1n, MAX - 251n * tenTo(16) + 1n]],
    // Just the last instant, and the first.
    ['315537897599999999', false, [MAX - 9n, MAX + 1n]],
    ['315537897600000000', false, undefined],
    ['315537897599999999', true, [0n, 10n]],
  ] as const)('%s, inverted: %s', (digits, isInverted, window) => {
    const cut = truncatedTicks(digits, isInverted)?.window;
    expect(cut && [cut.from, cut.to]).toEqual(window);
  });

  it.each([
    ['063', false, 'date; 063; ticks, cut short; 1997-05-23T16:00:00Z .. 2029-01-29T17:46:39Z'],
    ['315', false, 'date; 315; ticks, cut short; 9982-12-15T08:00:00Z .. 9999-12-31T23:59:59Z'],
    [
      '315',
      true,
      'inverted-date; 315; inverted ticks, cut short; 0001-01-01T00:00:00Z .. 0018-01-17T15:59:59Z',
    ],
  ] as const)('%s is a piece, inverted: %s', (digits, isInverted, piece) => {
    expect(pieces(truncatedSegments(digits, isInverted))).toEqual([piece]);
  });
});

describe("an agent's RowKey", () => {
  const INDEX = '0000000004294967298';
  it.each([
    ['a', undefined],
    ['a__b', undefined],
    ['a___b', { identity: ['a', 'b'], rowIndexText: undefined }],
    [`a___${INDEX}`, { identity: ['a'], rowIndexText: INDEX }],
    [`a___b___${INDEX}`, { identity: ['a', 'b'], rowIndexText: INDEX }],
    [`a___${INDEX.slice(1)}`, { identity: ['a', INDEX.slice(1)], rowIndexText: undefined }],
    [`a___${INDEX.slice(1)}x`, { identity: ['a', `${INDEX.slice(1)}x`], rowIndexText: undefined }],
  ])('%s', (text, expected) => {
    expect(cutAgentRowKey(text)).toEqual(expected);
  });

  it('has an index of three numbers', () => {
    const index = (5n << 54n) | (0xabcden << 32n) | 0xfffffffen;
    expect(rowIndexParts(index)).toEqual({ thread: 5n, unixLow20: 0xabcden, counter: 0xfffffffen });
  });

  it('is cut into pieces, with names if all are known', () => {
    const separator = 'separator; ___; separator; -';
    const index = `index; ${INDEX}; row index; 4294967298`;
    expect(pieces(agentRowSegments(`a___b___${INDEX}`, ['deployment', 'role']))).toEqual([
      'identity; a; deployment; -',
      separator,
      'identity; b; role; -',
      separator,
      index,
    ]);
    expect(pieces(agentRowSegments(`a___${INDEX}`, ['deployment', 'role']))).toEqual([
      'identity; a; identity; -',
      separator,
      index,
    ]);
    expect(agentRowSegments('a', ['deployment'])).toBe(undefined);
  });
});
