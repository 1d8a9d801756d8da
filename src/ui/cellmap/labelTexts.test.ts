import { describe, expect, it } from 'vitest';
import { clockOf } from '../../core/time/zoneClock.ts';
import { besideMarked, cutInside, LABEL_LETTER_PX, placedLabels, shownLevels } from './labelTexts.ts';

const digits = (value: number | bigint): string => String(value).padStart(19, '0');
/** 2026-01-01T00:00:00Z */
const START = 639_028_224_000_000_000n;
const HOUR = 36_000_000_000n;

function texts(labels: readonly string[], width = 300, zone?: string): readonly (readonly string[])[] {
  const clock = clockOf(zone);
  return shownLevels(labels, '___', clock, width).map((level) => level.texts);
}

describe('the row labels of the map', () => {
  it('show prefix and time for partition keys, not nineteen digits', () => {
    const labels = [0n, 1n, 30n].map((hour) => `${digits(37)}___${digits(START + hour * HOUR)}`);
    expect(texts(labels)).toEqual([['37'], ['01-01 00:00', '01-01 01:00', '01-02 06:00']]);
    expect(texts(labels, 300, 'America/New_York')[1]?.[0]).toBe('2025-12-31 19:00');
    const countedDown = labels.map((label) => digits(3_155_378_975_999_999_999n - BigInt(label.slice(22))));
    expect(texts(countedDown)[0]?.[0]).toBe('01-01 00:00');
  });

  it('are cut in the middle if too long, because their ends tell them apart', () => {
    const labels = ['from 2026-11-21T14:05:00Z', 'from 2026-11-21T14:10:00Z'];
    const [shown = []] = texts(labels, 16 * LABEL_LETTER_PX);
    expect(new Set(shown).size).toBe(2);
    for (const text of shown) expect(text).toMatch(/^from 2\u202614:\d\d:00Z$/);
    expect(cutInside('short', 400)).toBe('short');
  });

  it('share the width: a narrow level takes only what it needs', () => {
    const labels = Array.from({ length: 5 }, (_, at) => `${digits(at)}___WebRole_IN_00000000000000000${at}`);
    const [outer, inner] = shownLevels(labels, '___', undefined, 140);
    expect(outer?.width).toBeCloseTo(LABEL_LETTER_PX, 6);
    expect((inner?.left ?? 0) + (inner?.width ?? 0)).toBeCloseTo(140, 6);
    expect(outer?.texts).toEqual(['0', '1', '2', '3', '4']);
  });

  it('within one day are times of day, even if the last row stands for others', () => {
    const labels = [...[0n, 1n].map((hour) => `${digits(37)}___${digits(START + hour * HOUR)}`), '12 others'];
    expect(texts(labels)).toEqual([
      ['37', '12 others'],
      ['00:00', '01:00', ''],
    ]);
  });

  it('that are the same for every row are dropped if there is no room', () => {
    const labels = Array.from({ length: 5 }, (_, at) => `b7c1f0a2d3e84f56___Front___Front_IN_${at}`);
    expect(shownLevels(labels, '___', undefined, 400)).toHaveLength(3);
    expect(texts(labels, 100)).toEqual([
      ['Front_IN_0', 'Front_IN_1', 'Front_IN_2', 'Front_IN_3', 'Front_IN_4'],
    ]);
  });

  it('of tall spans are never displaced by those of short neighbours, and none overlap', () => {
    const labels = [0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 5, 6, 7].map(
      (prefix, at) => `${digits(prefix)}___row${at}`,
    );
    const [level] = shownLevels(labels, '___', undefined, 300);
    if (level === undefined) return;
    const placed = placedLabels(level, { from: 0, to: 16 }, 64);
    expect(placed.map(({ text }) => text)).toEqual(['3', '6']);
    for (const [at, { top }] of placed.slice(1).entries())
      expect(top).toBeGreaterThanOrEqual((placed[at]?.top ?? 0) + (placed[at]?.height ?? 0));
    expect(placedLabels(level, { from: 0, to: 4 }, 400).map(({ text }) => text)).toEqual([
      '0',
      '1',
      '2',
      '3',
    ]);
  });

  it('are centred on their row, even if the row is lower than a line of text', () => {
    const [level] = shownLevels(
      Array.from({ length: 100 }, (_, at) => digits(at)),
      '___',
      undefined,
      300,
    );
    if (level === undefined) throw new Error('no level');
    const height = 480;
    const placed = placedLabels(level, { from: 0, to: 100 }, height);
    const steps = Array.from({ length: 20 }, (_, at) => String(at * 5));
    expect(placed.map(({ text }) => text)).toEqual(steps);
    for (const [at, { top }] of placed.slice(1).entries())
      expect(top).toBeGreaterThanOrEqual((placed[at]?.top ?? 0) + 13);
    for (const label of placed) {
      const middle = ((label.span.rows.from + label.span.rows.to) / 2 / 100) * height;
      const nearest = Math.min(height - label.height / 2, Math.max(label.height / 2, middle));
      expect(label.top + label.height / 2).toBeCloseTo(nearest, 6);
    }
  });

  it('make room for the label of the marked row, but for nothing else', () => {
    const labels = Array.from({ length: 100 }, (_, at) => digits(at));
    const [level] = shownLevels(labels, '___', undefined, 300);
    if (level === undefined) throw new Error('no level');
    const placed = placedLabels(level, { from: 0, to: 100 }, 480);
    expect(besideMarked(placed, undefined)).toBe(placed);
    for (const row of [0, 36, 37, 38, 99]) {
      const middle = (row + 0.5) * 4.8;
      const left = besideMarked(placed, middle);
      for (const { top, height } of left) expect(Math.abs(top + height / 2 - middle)).toBeGreaterThan(13);
      expect(placed.length - left.length).toBeLessThanOrEqual(2);
    }
    // The label next to the mark is either clear of it or not drawn, never half covered.
    const high = placedLabels(level, { from: 0, to: 10 }, 480);
    expect(besideMarked(high, 24)).toEqual(high.slice(1));
    const low = placedLabels(level, { from: 0, to: 36 }, 480);
    for (const { top, height } of besideMarked(low, 480 / 2))
      expect(Math.abs(top + height / 2 - 240)).toBeGreaterThan(13);
  });

  it('make room among many rows too, if their text would be under the mark', () => {
    const labels = Array.from({ length: 100 }, (_, at) => `${digits(at < 50 ? 1 : 2)}___${digits(at)}`);
    const [outer] = shownLevels(labels, '___', undefined, 300);
    if (outer === undefined) throw new Error('no level');
    const placed = placedLabels(outer, { from: 0, to: 100 }, 480);
    const texts = (middle: number) => besideMarked(placed, middle).map(({ text }) => text);
    expect(texts(60)).toEqual(['1', '2']);
    expect(texts(125)).toEqual(['2']);
    expect(texts(352)).toEqual(['1']);
  });

  it('stay unchanged if not all of them are times', () => {
    expect(texts([digits(START), 'Web'])[0]).toEqual([digits(START), 'Web']);
    expect(texts(['007', '08'])[0]).toEqual(['007', '08']);
    expect(texts([])).toHaveLength(1);
  });
});
