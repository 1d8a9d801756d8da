import { describe, expect, it } from 'vitest';
import { diagnose } from '../core/keyspace/diagnosis/diagnose.ts';
import type { Finding } from '../core/keyspace/diagnosis/finding.ts';
import { listFacts } from '../core/keyspace/diagnosis/listFacts.ts';
import { sentenceText } from '../core/keyspace/diagnosis/phrase.ts';
import { READING } from '../core/keyspace/map/cellGrid.ts';
import { seededRandom } from '../core/keyspace/seededRandom.ts';
import { keyDecoderPair } from './fakeWorker.fixture.ts';

/* Lists of keys as people paste them, in which faults are planted at known seconds. The columns of the maps are wider than these faults. */

const SECOND = 10_000_000n;
/** 2026-03-03T07:13:20Z */
const START = 639_081_368_000_000_000n;

interface Plan {
  readonly hours: number;
  readonly perSecond: number;
  readonly prefixes: number;
  /** Times are rounded down to a multiple of this many seconds; 0 for exact times. */
  readonly rounding: number;
  readonly seed: number;
  /** Which share of a prefix's usual rate is written at a second. */
  readonly share: (second: number, prefix: number) => number;
}

/** A list of keys whose times are a Poisson process for each prefix. */
function textOf({ hours, perSecond, prefixes, rounding, seed, share }: Plan): string {
  const random = seededRandom(seed);
  const lines: string[] = [];
  for (let prefix = 0; prefix < prefixes; prefix++) {
    let second = 0;
    for (;;) {
      second -= (Math.log(1 - random()) * prefixes) / perSecond;
      if (second >= hours * 3600) break;
      if (random() >= share(second, prefix)) continue;
      const shown = rounding === 0 ? second : Math.floor(second / rounding) * rounding;
      // START is a multiple of 20 s, and 40 s later it is a whole minute.
      const base = rounding === 0 ? START : START + 40n * SECOND;
      const ticks = base + BigInt(Math.round(shown * 1e7));
      lines.push(`${String(prefix).padStart(19, '0')}___${String(ticks).padStart(19, '0')}`);
    }
  }
  return lines.join('\n');
}

/** @param isPart Whether one cell of the map is marked as not read, so that some rows are unknown. */
async function findingsOf(plan: Plan, { columns = 300, isPart = false } = {}): Promise<readonly Finding[]> {
  const { client } = keyDecoderPair();
  const summary = await client.decode({ source: textOf(plan) });
  const grid = await client.matrix({ columns });
  const nowTicks = (summary.span?.last ?? 0n) + 3600n * SECOND;
  const states = isPart ? grid.states.with(0, READING) : grid.states;
  return diagnose({ grid: { ...grid, states }, labels: grid.labels, ...listFacts(summary, nowTicks) });
}

/** From when to when the first cells of a finding last, in seconds from the start of the list. */
function spanOf({ cells: [cells] }: Finding, rounding: number): readonly [number, number] {
  const base = rounding === 0 ? START : START + 40n * SECOND;
  return [Number((cells?.from ?? 0n) - base) / 1e7, Number((cells?.to ?? 0n) - base) / 1e7];
}

const faults = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === 'fault');

it('an outage of all is not said of a map that was read in part: what was not read looks like one', async () => {
  const share = (second: number) => Number(second < 29_000 || second >= 29_540);
  const plan = { hours: 17, perSecond: 0.7, prefixes: 10, rounding: 0, seed: 17, share };
  const ids = (findings: readonly Finding[]) => faults(findings).map(({ id }) => id);
  // A column covers 17 min, more than the outage, so only the times of the rows can show it.
  expect(ids(await findingsOf(plan, { columns: 60 }))).toEqual(['gap-for-all']);
  expect(ids(await findingsOf(plan, { columns: 60, isPart: true }))).toEqual([]);
});

describe('an outage of all for minutes', () => {
  it.each([[23, 13.5, 60, 10]])(
    'in a list of %f h, %f min long, times rounded to %i s, %i prefixes',
    async (hours, minutes, rounding, prefixes) => {
      const from = hours * 1711;
      const to = from + minutes * 60;
      const share = (second: number) => Number(second < from || second >= to);
      const found = await findingsOf({ hours, perSecond: 0.7, prefixes, rounding, seed: hours, share });
      expect(faults(found).map(({ id }) => id)).toEqual(['gap-for-all']);
      const [begin, end] = spanOf(found[0] as Finding, rounding);
      const near = rounding + 15;
      expect([Math.abs(begin - from) < near, Math.abs(end - to) < near]).toEqual([true, true]);
      const expected = /about ([\d,]+) missing/u.exec(sentenceText(found[0]?.sentence ?? []))?.[1];
      const planted = (end - begin) * 0.7;
      expect(Math.abs(Number(expected?.replace(',', '')) - planted)).toBeLessThan(planted * 0.25);
    },
  );

  it('twice in a list', async () => {
    const outages = [
      [21_000, 21_500],
      [60_000, 60_350],
    ] as const;
    const share = (second: number) => Number(outages.every(([from, to]) => second < from || second >= to));
    const found = faults(
      await findingsOf({ hours: 25, perSecond: 0.8, prefixes: 5, rounding: 0, seed: 3, share }),
    );
    const spans = found.map((one) => spanOf(one, 0)).toSorted(([a], [b]) => a - b);
    expect(found.map(({ id }) => id)).toEqual(['gap-for-all', 'gap-for-all']);
    for (const [at, [from, to]] of outages.entries()) {
      expect(Math.abs((spans[at]?.[0] ?? 0) - from)).toBeLessThan(15);
      expect(Math.abs((spans[at]?.[1] ?? 0) - to)).toBeLessThan(15);
    }
  });
});

describe('a silence of one prefix under a twentieth of the time', () => {
  it.each([[15, 14, 60]])(
    'in a list of %i h, %i min long, times rounded to %i s',
    async (hours, minutes, rounding) => {
      const from = hours * 2000;
      const to = from + minutes * 60;
      const share = (second: number, prefix: number) => Number(prefix !== 3 || second < from || second >= to);
      const found = faults(
        await findingsOf({ hours, perSecond: 1, prefixes: 10, rounding, seed: hours, share }),
      );
      expect(found.map(({ title }) => title)).toEqual(['Prefix 3 was silent']);
      const [begin, end] = spanOf(found[0] as Finding, rounding);
      expect(Math.abs(begin - from)).toBeLessThan(rounding + 60);
      expect(Math.abs(end - to)).toBeLessThan(rounding + 60);
    },
  );

  it('that goes on at the end of the list', async () => {
    const share = (second: number, prefix: number) => Number(prefix !== 3 || second < 33_600);
    const found = await findingsOf({ hours: 10, perSecond: 1, prefixes: 10, rounding: 0, seed: 7, share });
    const [only] = faults(found);
    expect(only?.title).toBe('Prefix 3 is silent');
    expect(Math.abs(spanOf(only as Finding, 0)[0] - 33_600)).toBeLessThan(60);
  });
});

describe('a pause of one prefix', () => {
  const NUMBERS = [3, 7, 11];
  const [FIRST, LAST] = [3 * 3600 + 7, 3 * 3600 + 1507];

  it.each([0, 60])(
    'has its number, and begins and ends at its keys; times rounded to %i s',
    async (rounding) => {
      const share = (second: number, prefix: number) =>
        prefix === 2 && second >= FIRST && second < LAST ? 0 : 1;
      const text = textOf({ hours: 6, perSecond: 1.5, prefixes: 3, rounding, seed: 5, share })
        .split('\n')
        .map((line) => `${String(NUMBERS[Number(line.slice(0, 19))]).padStart(19, '0')}${line.slice(19)}`);
      const { client } = keyDecoderPair();
      const { pauses = [], prefixes } = await client.decode({ source: text.join('\n') });
      expect(prefixes.map(({ prefix }) => prefix)).toEqual(NUMBERS);
      // The expected pause is found in the lines themselves: it is between the keys of the prefix around the middle of its silence.
      const own = text
        .filter((line) => Number(line.slice(0, 19)) === 11)
        .map((line) => BigInt(line.slice(22)));
      const middle = START + BigInt((FIRST + LAST) / 2) * SECOND;
      const before = own.reduce((last, ticks) => (ticks < middle && ticks > last ? ticks : last), 0n);
      const after = own.reduce((next, ticks) => (ticks > middle && ticks < next ? ticks : next), middle * 2n);
      // A rounded time may stand for any time in its interval.
      const from = before + (rounding === 0 ? 1n : BigInt(rounding) * SECOND);
      const longest = pauses
        .filter(({ row }) => row !== undefined)
        .toSorted((a, b) => Number(b.to - b.from - (a.to - a.from)));
      expect(longest[0]).toEqual({ row: NUMBERS.indexOf(11), from, to: after });
    },
  );
});
