import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableKeyRange } from '../base/scheme.ts';
import { detectScheme } from '../detectScheme.ts';
import { keyRanges } from '../keyRanges.ts';
import { isInRange } from '../rangeTruth.fixture.ts';
import { readKey } from '../readKey.ts';
import { KEY_SCHEMES } from '../schemeRegistry.ts';
import { MINUTE, MS, SECOND, UNIX } from '../../time/units.fixture.ts';

const NO_RANGE: TableKeyRange = { partition: { from: '', to: '' }, exact: true };

/** The lengths of an ISO text without its zone, each with the unit of its last field in ticks. */
const LENGTHS: readonly (readonly [length: number, step: bigint])[] = [
  [16, MINUTE],
  [19, SECOND],
  ...[1, 2, 3, 4, 5, 6, 7].map((digits) => [20 + digits, 10n ** BigInt(7 - digits)] as const),
];

/** The text of an instant through Date, which holds milliseconds, and the ticks that it cannot hold. */
function isoText(ticks: bigint, length: number): string {
  const ms = new Date(Number((ticks - UNIX) / MS)).toISOString().slice(0, 23);
  return (ms + ((ticks - UNIX) % MS).toString().padStart(4, '0')).slice(0, length);
}

const floor = (ticks: bigint, step: bigint): bigint => ticks - (ticks % step);
const ceil = (ticks: bigint, step: bigint): bigint => floor(ticks + step - 1n, step);

/** Instants of 1975 to 2100 that are whole multiples of the unit of some length. */
const instants = fc
  .tuple(
    fc.bigInt({ min: 622900000000000000n, max: 662380416000000000n }),
    fc.constantFrom(...LENGTHS.map(([, step]) => step)),
  )
  .map(([ticks, step]) => floor(ticks, step));

const lengths = fc
  .tuple(fc.constantFrom(1n, 7n, 5_000n, SECOND, MINUTE), fc.bigInt({ min: 1n, max: 120n }))
  .map(([step, count]) => step * count);

/** Keys of every length, with and without a zone, for instants at, between and near the ends of a window. */
function keysAround(from: bigint, to: bigint): readonly { key: string; ticks: bigint }[] {
  const near = [from, to, (from + to) / 2n].flatMap((at) =>
    [0n, -1n, 1n, MS, -SECOND, SECOND, -MINUTE, MINUTE].map((beside) => at + beside),
  );
  return near.flatMap((at) =>
    LENGTHS.flatMap(([length, step]) =>
      ['', 'Z', 'z', '+00:00', 'Z_7', '_7'].map((after) => ({
        key: isoText(at, length) + after,
        ticks: floor(at, step),
      })),
    ),
  );
}

describe('ranges of ISO 8601 keys of every length, with and without Z', () => {
  it.each([
    ['iso-o', false],
    ['iso-o-row', true],
    ['text-iso-o', false],
  ])('%s: hold every key of the window, and say whether they hold others', (schemeId, isRow) => {
    const before = schemeId.startsWith('text-') ? 'dev7_' : '';
    fc.assert(
      fc.property(instants, lengths, fc.constantFrom(1n, 1n, MINUTE), (from, length, end) => {
        const to = ceil(from + length, end);
        const [range = NO_RANGE, ...more] = keyRanges(
          schemeId,
          { from, to },
          {
            ...(isRow ? { partitionKey: 'p' } : {}),
            ...(before === '' ? {} : { textBefore: before }),
          },
        );
        expect(more).toEqual([]);
        const isWhole = from % MINUTE === 0n && to % MINUTE === 0n;
        expect([range.exact, range.reason === undefined]).toEqual([isWhole, isWhole]);
        for (const { key, ticks } of keysAround(from, to)) {
          const written = before + key;
          const isIn = isRow ? isInRange('p', written, range) : isInRange(written, '', range);
          const isAsked = ticks >= from && ticks < to;
          const mayBeIn = ticks >= floor(from, MINUTE) && ticks < ceil(to, MINUTE);
          expect([written, isIn]).toEqual([written, isAsked || (isIn && mayBeIn)]);
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['2024-03-05T14:00:00Z', 5_000_000n],
    ['2024-03-05T14:00Z', 5_000_000n],
    ['2024-03-05T14:00:00.5Z', 5_005_000n],
    ['2024-03-05T14:00:00.500Z', 5_005_000n],
    ['2024-03-05T14:00Z', 30n * SECOND],
    ['2024-03-05T14:00', 1n],
  ])('%s is read up to %s ticks after the minute', (key, ticks) => {
    const minute = 638452440000000000n;
    const [range = NO_RANGE] = keyRanges('iso-o', { from: minute - MINUTE, to: minute + ticks });
    expect([isInRange(key, '', range), range.exact]).toEqual([true, false]);
  });

  it('the last minute of 9999 and an open end are exact', () => {
    const from = 3155378975400000000n;
    expect(keyRanges('iso-o', { from, to: 3155378976000000000n })).toEqual([
      { partition: { from: '9999-12-31T23:59', to: ':' }, exact: true },
    ]);
    const [range] = keyRanges('iso-o', { from, to: 3155378975999999999n });
    expect(range).toMatchObject({ partition: { to: ':' }, exact: false });
  });
});

/** The key of an instant in local time. */
function localText(ticks: bigint, offsetMinutes: number, length: number): string {
  const [sign, away] = offsetMinutes < 0 ? ['-', -offsetMinutes] : ['+', offsetMinutes];
  const zone = [Math.floor(away / 60), away % 60].map((part) => String(part).padStart(2, '0'));
  return `${isoText(ticks + BigInt(offsetMinutes) * MINUTE, length)}${sign}${zone.join(':')}`;
}

describe('ranges of ISO 8601 keys in local time', () => {
  /** Quarters of an hour, up to 14 hours. */
  const offsets = fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15);

  it.each([
    ['iso-offset', false],
    ['iso-offset-row', true],
    ['text-iso-offset', false],
  ])(
    '%s: hold every key of the window, whatever its offset, and are not said to be exact',
    (schemeId, isRow) => {
      const before = schemeId.startsWith('text-') ? 'dev7_' : '';
      fc.assert(
        fc.property(instants, lengths, offsets, (from, length, offset) => {
          const to = from + length;
          const [range = NO_RANGE, ...more] = keyRanges(
            schemeId,
            { from, to },
            { ...(isRow ? { partitionKey: 'p' } : {}), ...(before === '' ? {} : { textBefore: before }) },
          );
          expect(more).toEqual([]);
          expect([range.exact, range.reason?.includes('local time')]).toEqual([false, true]);
          for (const at of [from, from + 1n, (from + to) / 2n, to - 1n])
            for (const [width, step] of LENGTHS) {
              const ticks = floor(at, step);
              if (ticks < from) continue;
              const key = before + localText(ticks, offset, width);
              expect([key, isRow ? isInRange('p', key, range) : isInRange(key, '', range)]).toEqual([
                key,
                true,
              ]);
            }
        }),
        { numRuns: 30 },
      );
    },
  );

  it('a key whose offset is not zero is read as one in local time, and only as that', () => {
    fc.assert(
      fc.property(instants, offsets, fc.constantFrom(...LENGTHS), (at, offset, [width, step]) => {
        const ticks = floor(at, step);
        const key = localText(ticks, offset, width);
        const found = readKey(key).filter(({ confidence }) => confidence > 0.5);
        const [best] = found;
        expect([key, best?.ticks, best?.schemeId]).toEqual([
          key,
          ticks,
          offset === 0 ? 'iso-o' : 'iso-offset',
        ]);
        expect(found.some(({ schemeId }) => schemeId === 'iso-o')).toBe(offset === 0);
      }),
      { numRuns: 100 },
    );
  });

  it('is not said to sort by time: what is newest, and what is unread, cannot be told from the order of its keys', () => {
    const [late, early] = [638452440000000000n, 638452440000000000n - 60n * MINUTE];
    expect(localText(late, -60, 27) < localText(early, 120, 27)).toBe(true);
    const known = KEY_SCHEMES.filter(({ id }) => /^(?:text-)?iso-o(?:ffset)?(?:-row)?$/u.test(id));
    expect(known).toHaveLength(8);
    for (const { id, order } of known)
      expect([id, order]).toEqual([id, id.includes('offset') ? 'none' : 'ascending']);
  });

  it.each([
    { offsets: [60, 60, 60, 60], schemeId: 'iso-offset' },
    { offsets: [0, 60, 60, 0], schemeId: 'iso-offset' },
    { offsets: [-210, 0, -210, -210], schemeId: 'iso-offset' },
    { offsets: [0, 0, 0, 0], schemeId: 'iso-o' },
  ])('a table with the offsets $offsets is proposed as $schemeId', (table) => {
    const start = 638452440000000000n;
    const rows = table.offsets.map((offset, row) => ({
      partitionKey: localText(start + BigInt(row) * 73n * SECOND, offset, 27),
      rowKey: 'r',
    }));
    expect(detectScheme('Events', rows)[0]?.schemeId).toBe(table.schemeId);
  });
});

describe('dates and times with another mark between them', () => {
  // Keys with a space sort apart from those with a T, so ranges for a T would contain none of them.
  it.each([
    '2024-03-05 14:00:00',
    '2024-03-05t14:00:00',
    '2024-03-05 14:00',
    '2024-03-05 14:00:00.123',
    '2024-03-05 14:00:00Z',
    '2024-03-05_14:00:00',
  ])('%s is read, and is in the range of its window', (key) => {
    const [best] = readKey(key);
    if (best?.ticks === undefined) throw new Error('no time');
    expect(best.ticks - (best.ticks % SECOND)).toBe(638452440000000000n);
    const ranges = keyRanges(best.schemeId, { from: best.ticks - SECOND, to: best.ticks + SECOND });
    expect(ranges.some((range) => isInRange(key, '', range))).toBe(true);
  });
});
