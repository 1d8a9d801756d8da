import { describe, expect, it } from 'vitest';
import { zoneClock } from '../../core/time/zoneClock.ts';
import { cutInside, LABEL_LETTER_PX, shownLevels } from './labelTexts.ts';

const digits = (value: number | bigint): string => String(value).padStart(19, '0');
/** 2026-01-01T00:00:00Z */
const START = 639_028_224_000_000_000n;
const HOUR = 36_000_000_000n;

function texts(labels: readonly string[], width = 300, zone?: string): readonly (readonly string[])[] {
  const clock = zone === undefined ? undefined : zoneClock(zone);
  return shownLevels(labels, '___', clock, width).map((level) => level.texts);
}

describe('labels beside the map', () => {
  it('of partitions say prefix and time, not nineteen digits', () => {
    const labels = [0n, 1n, 30n].map((hour) => `${digits(37)}___${digits(START + hour * HOUR)}`);
    expect(texts(labels)).toEqual([['37'], ['01-01 00:00', '01-01 01:00', '01-02 06:00']]);
    expect(texts(labels, 300, 'America/New_York')[1]?.[0]).toBe('2025-12-31 19:00');
    const countedDown = labels.map((label) => digits(3_155_378_975_999_999_999n - BigInt(label.slice(22))));
    expect(texts(countedDown)[0]?.[0]).toBe('01-01 00:00');
  });

  it('that are too long lose their middle, and the ends that tell them apart stay', () => {
    const labels = ['from 2026-11-21T14:05:00Z', 'from 2026-11-21T14:10:00Z'];
    const [shown = []] = texts(labels, 16 * LABEL_LETTER_PX);
    expect(new Set(shown).size).toBe(2);
    for (const text of shown) expect(text).toMatch(/^from 2\u202614:\d\d:00Z$/);
    expect(cutInside('short', 400)).toBe('short');
  });

  it('share the space: a narrow level takes what it needs', () => {
    const labels = Array.from({ length: 5 }, (_, at) => `${digits(at)}___WebRole_IN_00000000000000000${at}`);
    const [outer, inner] = shownLevels(labels, '___', undefined, 140);
    expect(outer?.width).toBeCloseTo(LABEL_LETTER_PX, 6);
    expect((inner?.left ?? 0) + (inner?.width ?? 0)).toBeCloseTo(140, 6);
    expect(outer?.texts).toEqual(['0', '1', '2', '3', '4']);
  });

  it('that are not all times stay as they are', () => {
    expect(texts([digits(START), 'Web'])[0]).toEqual([digits(START), 'Web']);
    expect(texts(['007', '08'])[0]).toEqual(['007', '08']);
    expect(texts([])).toHaveLength(1);
  });
});
