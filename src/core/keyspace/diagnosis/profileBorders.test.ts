import { describe, expect, it } from 'vitest';
import { gaussian, seededRandom } from '../seededRandom.ts';
import { viewOf } from './cells.fixture.ts';
import { periodicity } from './kinds.ts';
import { sentenceText } from './phrase.ts';

/* Which periods are of the load, by the definitions of its measures in the plainest form, on both sides of each border. */

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

/** What the columns at the same place of each period tell. */
function measured(counts: readonly number[], period: number) {
  const places = Array.from({ length: period }, (_, place) =>
    mean(counts.filter((_count, at) => at % period === place)),
  );
  const all = mean(counts);
  const [high, low] = [Math.max(...places), Math.min(...places)];
  const cycles = counts.length / period;
  const rest = counts.map((count, at) => (count - (places[at % period] ?? 0)) ** 2);
  return {
    amplitude: (high - low) / all,
    deviations: (high - low) / Math.sqrt((2 * all) / cycles),
    rest: sum(rest) / (all * (counts.length - period)),
    highShare: counts.filter((count) => count > (high + low) / 2).length / counts.length,
    lowest: low / all,
  };
}

/** Whether it is a period worth planning for, and no timer that beats against the width of the columns. */
function isLoad({ amplitude, deviations, rest, highShare, lowest }: ReturnType<typeof measured>): boolean {
  const arePulses = highShare <= 0.5 && amplitude >= 1.2 * lowest;
  const isComb = highShare > 0.5 && lowest < 0.02;
  return amplitude >= 0.3 && deviations >= 5 && (rest >= 0.5 || arePulses) && !isComb;
}

/** Each measure as a multiple of its border. */
const BORDERS = {
  amplitude: (own: ReturnType<typeof measured>) => own.amplitude / 0.3,
  deviations: (own: ReturnType<typeof measured>) => own.deviations / 5,
  rest: (own: ReturnType<typeof measured>) => own.rest / 0.5,
  rise: (own: ReturnType<typeof measured>) => own.amplitude / (1.2 * own.lowest),
} as const;

/** Counts that are higher in one part of each period, with more or less noise. */
function sceneOf(seed: number) {
  const random = seededRandom(seed * 3571);
  const period = [8, 10, 12][seed % 3] ?? 8;
  const columns = [96, 120, 121, 150][Math.floor(random() * 4)] ?? 96;
  const low = [0, 2, 6, 20, 60, 400][Math.floor(random() * 6)] ?? 2;
  const more = Math.max(1, Math.round((low === 0 ? 20 : low + 1) * (0.2 + 1.6 * random() ** 2)));
  const wide = 1 + Math.floor(random() * (period - 1));
  const rough = [0, 0.3, 0.6, 0.75, 1][Math.floor(random() * 5)] ?? 0;
  const counts = Array.from({ length: columns }, (_, at) => {
    const rate = low + (at % period < wide ? more : 0);
    return Math.max(0, Math.round(rate + rough * Math.sqrt(rate) * gaussian(random)));
  });
  counts[0] = Math.max(1, counts[0] ?? 0);
  counts[columns - 1] = Math.max(1, counts[columns - 1] ?? 0);
  return { counts, period, more, share: wide / period };
}

/** What the rule says: the period and its height in percent. */
function wordsOf(counts: readonly number[]) {
  const text = periodicity
    .find(viewOf([counts]))
    .map(({ sentence }) => sentenceText(sentence))
    .join();
  const [, every = '', height = ''] = /every ([\d.]+ \w+)\b.*, by ([\d,]+) % of/u.exec(text) ?? [];
  return { text, every, height: height.replace(',', '') };
}

describe('a period of the load', () => {
  it('is one by its measures, and is said with its height', () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= 1500; seed++) {
      const { counts, period, more, share } = sceneOf(seed);
      const own = measured(counts, period);
      // Noise may hide a period, or show another.
      const isClear = own.rest * mean(counts) * 3 < more ** 2 * share * (1 - share);
      if (!isClear) continue;
      const { text, every, height } = wordsOf(counts);
      const said = every === `${period} min` ? `${height} %` : '';
      const percent = ({ amplitude }: typeof own) => `${Math.round(100 * amplitude)} %`;
      // If the period is refused, several periods may be one that is not.
      const others = [2, 3, 4].map((by) => measured(counts, by * period)).filter(isLoad);
      const allowed = isLoad(own) ? [percent(own)] : ['', ...others.map(percent)];
      expect(allowed, `${seed}: ${text}`).toContain(said);
      for (const [name, of] of Object.entries(BORDERS)) {
        const key = `${name} ${of(own) >= 1 ? 'above' : 'below'}`;
        if (Math.abs(of(own) - 1) < 0.1) seen.set(key, (seen.get(key) ?? 0) + 1);
      }
    }
    // Scenes within a tenth of each border, on both sides.
    expect([seen.size, Math.min(...seen.values()) >= 10]).toEqual([8, true]);
  });
});
