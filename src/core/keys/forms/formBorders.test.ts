import { describe, expect, it } from 'vitest';
import type { KeySegment } from '../base/scheme.ts';
import { cutTicks } from '../codecs/cutTicks.ts';
import { timeIn } from '../grammar/keyForm.ts';
import { codecOf } from '../grammar/parseTemplate.ts';
import { schemeById } from '../schemeRegistry.ts';
import {
  agentIdentity,
  rowIndexParts,
  cutPrefixedKey,
  prefixGroup,
  prefixOf,
  prefixText,
} from './prefixedKey.ts';
import { prefixedMembers } from '../grammar/prefixes.ts';

const P12 = '0000000000000000012___';
/** 2024-03-05T10:17:42.1234567Z */
const TICKS = '0638452306621234567';
const MAX = 3_155_378_975_999_999_999n;
/** A writer that puts prefixes before exact ticks. */
const SPREAD = prefixedMembers(
  { id: 'x', title: 'x', family: 'agent', source: 'x', volume: [1, 10, 100] },
  codecOf('{Ticks}'),
  () => undefined,
);
const mds = schemeById('mds-prefixed');

function pieces(segments: readonly KeySegment[] | undefined): readonly string[] | undefined {
  return segments?.map(({ kind, text, label, value }) => [kind, text, label, value ?? '-'].join('; '));
}

describe('a key with a prefix', () => {
  it.each([
    [`${P12}${TICKS}`, { prefix: 12, ticksText: TICKS }],
    [`${P12}${TICKS}_x`, { prefix: 12, ticksText: TICKS }],
    [`0000000000000009999___${TICKS}`, { prefix: 9999, ticksText: TICKS }],
    [`0000000000000010000___${TICKS}`, undefined],
    [`${P12}${TICKS.slice(1)}`, undefined],
    [`${P12}${TICKS.slice(1)}x`, undefined],
    [`000000000000000001x___${TICKS}`, undefined],
    [`x000000000000000012___${TICKS}`, undefined],
    [`000000000000000012___${TICKS}0`, undefined],
    [`0000000000000000012__0${TICKS}`, undefined],
  ])('%s', (text, expected) => {
    expect(cutPrefixedKey(text)).toEqual(expected);
  });

  it('names its prefix', () => {
    expect(prefixText(12)).toBe(P12);
    expect([`${P12}x`, TICKS, '0000000000000012345___', ''].map(prefixOf)).toEqual([12, -1, -1, -1]);
    expect([`${P12}x`, TICKS, '0000000000000000000___'].map(prefixGroup)).toEqual(['12', 'unprefixed', '0']);
  });

  it('is cut into pieces', () => {
    const start = ['prefix; 0000000000000000012; prefix; 12', 'separator; ___; separator; -'];
    const cut = (text: string) => pieces(mds?.segments(text, 'partition'));
    expect(cut(`${P12}${TICKS}_x`)).toEqual([
      ...start,
      'date; 063845230662; ticks, seconds part; 2024-03-05T10:17:42Z',
      'subsecond; 1234567; ticks, sub-second part; 0.1234567 s',
      'identity; _x; after the time; -',
    ]);
    expect(cut(`${P12}06384`)?.slice(0, 3)).toEqual([
      ...start,
      'date; 06384; ticks, cut short; 2024-01-04T21:20:00Z .. 2024-04-29T15:06:39Z',
    ]);
    expect(cut(P12)).toEqual(start);
    expect([cut(TICKS), cut(`${P12}9999999999999999999`)]).toEqual([undefined, undefined]);
  });

  it('has a range for each prefix, and for keys without one', () => {
    const window = { from: 638_452_306_621_234_567n, to: 638_452_306_621_234_569n };
    const d19 = (text: string) => ({ from: `${text}${TICKS}`, to: `${text}0638452306621234569` });
    const own = { partition: d19(''), exact: true };
    const first = { prefix: 0, partition: d19('0000000000000000000___'), exact: true };
    expect(SPREAD.ranges?.(window, { volume: 1 })).toEqual([first]);
    expect(SPREAD.ranges?.(window, { volume: 1, unprefixed: true, tableName: 'T' })).toEqual([
      { ...first, tableName: 'T' },
      { ...own, tableName: 'T' },
    ]);
    const ofTen = SPREAD.ranges?.(window, { volume: 10, unprefixed: true });
    expect(ofTen?.map(({ prefix }) => prefix)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, undefined]);
  });

  it('is in no range of keys without a prefix, even if the window holds the first minute of year 1', () => {
    const spansOf = (from: bigint, to: bigint) =>
      SPREAD.ranges?.({ from, to }, { volume: 1, unprefixed: true })
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
    expect(SPREAD.homes?.({ volume: 1, unprefixed: true })).toEqual([
      { prefix: 0, partition: { from: `${zeros}___`, to: `${zeros}__\`` }, exact: true },
      { partition: { from: '05', to: '07' }, exact: true },
    ]);
    expect(SPREAD.homes?.({ volume: 10 })?.length).toBe(10);
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
    // These digits cover the last instant and, inverted, the first.
    ['315537897599999999', false, [MAX - 9n, MAX + 1n]],
    ['315537897600000000', false, undefined],
    ['315537897599999999', true, [0n, 10n]],
  ] as const)('%s, inverted: %s', (digits, isInverted, window) => {
    const codec = cutTicks(/^\d{3,18}$/, isInverted);
    const cut = timeIn(codec, digits, 0, digits.length, {})?.window;
    expect(cut && [cut.from, cut.to]).toEqual(window);
  });
});

describe("an agent's RowKey", () => {
  const INDEX = '0000000004294967298';
  it.each([
    ['a', undefined],
    ['a__b', undefined],
    ['a___b', undefined],
    [`a___${INDEX}`, 'a'],
    [`a___b___${INDEX}`, 'a___b'],
    [`a___${INDEX.slice(1)}`, undefined],
    [`a___${INDEX.slice(1)}x`, undefined],
  ])('%s', (text, expected) => {
    expect(agentIdentity(text)).toEqual(expected);
  });

  it('has an index of three numbers', () => {
    const index = (5n << 54n) | (0xabcden << 32n) | 0xfffffffen;
    expect(rowIndexParts(index)).toEqual({ thread: 5n, unixLow20: 0xabcden, counter: 0xfffffffen });
  });

  it('is cut into pieces, with names if all are known', () => {
    const separator = 'separator; ___; separator; -';
    const index = `index; ${INDEX}; row index; 4294967298`;
    expect(pieces(mds?.segments(`a___b___c___${INDEX}`, 'row'))).toEqual([
      'identity; a; tenant; -',
      separator,
      'identity; b; role; -',
      separator,
      'identity; c; role instance; -',
      separator,
      index,
    ]);
    expect(pieces(mds?.segments(`a___${INDEX}`, 'row'))).toEqual([
      'identity; a; identity; -',
      separator,
      index,
    ]);
    expect(mds?.segments('a', 'row')).toBe(undefined);
  });
});
