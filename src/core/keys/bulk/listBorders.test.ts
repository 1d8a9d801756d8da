import { describe, expect, it } from 'vitest';
import { d19 } from '../keyRanges.fixture.ts';
import { bulkOf, csvOf, prefixed } from './bulkList.fixture.ts';
import { LineReader } from './lineReader.ts';
import { runSteps } from '../../steps.ts';
import { MAX, SECOND } from '../../time/units.fixture.ts';

/** 2000-01-01, 2026-01-01 and 2100-01-01 in ticks. */
const YEAR_2000 = 630_822_816_000_000_000n;
const NEW_YEAR = 639_028_224_000_000_000n;
const YEAR_2100 = 662_380_416_000_000_000n;

describe('the form of a text', () => {
  const formed = (text: string) => {
    const found = new LineReader({}).formOf(text);
    return found && [found.form.template.text, found.ticks, found.prefix];
  };
  it.each([
    ['{Ticks}', d19],
    ['{InvertedTicks}', (ticks: bigint) => d19(MAX - ticks)],
    ['{Writer mod 100:D19}___{Ticks}', (ticks: bigint) => prefixed(7, ticks)],
  ] as const)('%s is of the years 2000 to 2100', (form, write) => {
    const own = (ticks: bigint) => [form, ticks, form.includes('mod') ? 7 : undefined];
    expect(
      [YEAR_2000 - 1n, YEAR_2000, YEAR_2100 - 1n, YEAR_2100].map((ticks) => formed(write(ticks))),
    ).toEqual([undefined, own(YEAR_2000), own(YEAR_2100 - 1n), undefined]);
    expect(formed(`${write(NEW_YEAR)}0`)).toBe(undefined);
    expect(formed(write(NEW_YEAR).slice(1))).toBe(undefined);
    expect(formed(write(NEW_YEAR).replace(/.$/, 'x'))).toBe(undefined);
  });

  it('has prefixes below 100', () => {
    expect([99, 100].map((prefix) => formed(prefixed(prefix, NEW_YEAR))?.[2])).toEqual([99, undefined]);
  });
});

describe('a list', () => {
  it('has no key before its first and none behind its last', () => {
    const { list } = bulkOf([d19(NEW_YEAR), d19(NEW_YEAR + SECOND)].join('\n'));
    expect([-1, 0, 1, 2].map((index) => list.key(index)?.ticks)).toEqual([
      undefined,
      NEW_YEAR,
      NEW_YEAR + SECOND,
      undefined,
    ]);
    expect([-1, 2].map((index) => list.schemeAt(index))).toEqual([undefined, undefined]);
  });
});

describe('gaps', () => {
  const gapsOf = (ticks: readonly bigint[]) => bulkOf(ticks.map(d19).join('\n')).summary.gaps;
  const after = (...distances: readonly bigint[]) =>
    distances.reduce((all, distance) => [...all, (all.at(-1) ?? 0n) + distance], [NEW_YEAR + 3n]);

  it('are above ten medians', () => {
    const even = [7n, 7n, 7n, 7n, 8n];
    expect(gapsOf(after(...even, 70n))).toEqual({ aboveTicks: 70n, total: 0, longest: [] });
    expect(gapsOf(after(...even, 71n))).toEqual({
      aboveTicks: 70n,
      total: 1,
      longest: [{ from: NEW_YEAR + 39n, to: NEW_YEAR + 110n }],
    });
  });

  it('need three instants, each counted once', () => {
    const none = { total: 0, longest: [] };
    expect(gapsOf([NEW_YEAR, NEW_YEAR, NEW_YEAR + 100n])).toEqual(none);
    expect(gapsOf([NEW_YEAR, NEW_YEAR + 1n, NEW_YEAR, NEW_YEAR + 100n])).toEqual({
      aboveTicks: 990n,
      total: 0,
      longest: [],
    });
  });

  it('are named up to a hundred, the longest, in the order of time', () => {
    // 101 silences, of which one is shorter than the others; the step of 3 ticks keeps the list from being regular.
    const distances = Array.from({ length: 101 }, (_, at) => [
      3n,
      4n,
      3n,
      at === 50 ? 999n : 1000n + BigInt(at),
    ]);
    const { total, longest } = gapsOf(after(...distances.flat()));
    expect([total, longest.length]).toEqual([101, 100]);
    expect(longest.some(({ from, to }) => to - from === 999n)).toBe(false);
    expect(longest.map(({ to, from }) => to - from)).toEqual(
      distances.flatMap(([, , , silence = 0n]) => (silence === 999n ? [] : [silence])),
    );
  });

  it('are seen where only the fraction, or only the second, differs', () => {
    expect(gapsOf([0n, 1n, 2n, 2n + SECOND, 3n + SECOND].map((ticks) => NEW_YEAR + ticks))).toEqual({
      // Keys are usually one tick apart here, so every tick in between counts as missing.
      aboveTicks: 1n,
      total: 1,
      longest: [{ from: NEW_YEAR + 3n, to: NEW_YEAR + 2n + SECOND }],
    });
  });
});

describe('repeated keys', () => {
  it('are named up to a hundred, the most frequent, then the first', () => {
    const keys = Array.from({ length: 102 }, (_, at) => d19(NEW_YEAR + BigInt(at) * 1_000_003n));
    const { duplicates } = bulkOf([...keys, ...keys, keys[101], keys[5]].join('\n')).summary;
    expect([duplicates.repeats, duplicates.repeatedKeys, duplicates.most.length]).toEqual([104, 102, 100]);
    expect(duplicates.most.slice(0, 3)).toEqual([
      { text: keys[5], count: 3, firstLine: 6 },
      { text: keys[101], count: 3, firstLine: 102 },
      { text: keys[0], count: 2, firstLine: 1 },
    ]);
  });

  it('are those with the same bytes alone', () => {
    const guid = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    const inverted = d19(MAX - NEW_YEAR);
    const { duplicates } = bulkOf(
      [inverted, `${inverted}_${guid}`, `${inverted}_${guid.slice(1)}7`].join('\n'),
    ).summary;
    expect(duplicates).toEqual({ repeats: 0, repeatedKeys: 0, most: [] });
  });
});

describe('unreadable lines', () => {
  it('are shown to 160 characters, and up to 1,000', () => {
    const { unreadable } = bulkOf(
      Array.from({ length: 1001 }, () => ` ${'x'.repeat(200)} `).join('\n'),
    ).summary;
    expect([unreadable.total, unreadable.first.length]).toEqual([1001, 1000]);
    expect(unreadable.first.at(-1)).toEqual({ line: 1000, text: 'x'.repeat(160) });
  });

  it('are those above 1 MiB, which are not searched', () => {
    const line = (length: number) => `${' '.repeat(length - 20)} ${d19(NEW_YEAR)}\n${d19(NEW_YEAR + 1n)}`;
    const { keys, summary } = bulkOf(line(2 ** 20 + 1));
    expect(keys.map(({ line: at, ticks }) => [at, ticks])).toEqual([[2, NEW_YEAR + 1n]]);
    expect(summary.unreadable.first[0]?.text).toMatch(/^Longer than 1 MiB, so not searched: +$/);
    expect(summary).toMatchObject({ lines: 2, blankLines: 0 });
    expect(bulkOf(line(2 ** 20)).keys.map(({ line: at, ticks }) => [at, ticks])).toEqual([
      [1, NEW_YEAR],
      [2, NEW_YEAR + 1n],
    ]);
  });
});

describe('the marks at the beginning', () => {
  it('are no part of the first key if they are those of UTF-8', () => {
    const key = new TextEncoder().encode(d19(NEW_YEAR));
    const textOf = (...marks: readonly number[]) =>
      bulkOf(new Uint8Array([...marks, ...key, 10])).keys[0]?.text;
    expect(textOf(0xef, 0xbb, 0xbf)).toBe(d19(NEW_YEAR));
    expect(bulkOf(new Uint8Array([0xef, 0xbb, 0xbf])).summary).toMatchObject({ lines: 0, keys: 0 });
  });
});

describe('lines of one form', () => {
  it.each(['\n', '\r\n'])('between %j, the last without one, and with others among them', (lineBreak) => {
    const texts = [0n, 1n, 2n].map((at) => d19(NEW_YEAR + at));
    const list = [...texts, 'x', ...texts, d19(YEAR_2000 - 1n), prefixed(3, NEW_YEAR), ` ${texts[0]}`];
    const { keys, summary } = bulkOf(list.join(lineBreak));
    expect(keys.map(({ line, text }) => [line, text.trim()])).toEqual(
      list.flatMap((text, at) => (text === 'x' ? [] : [[at + 1, text.trim()]])),
    );
    expect(summary.lines).toBe(list.length);
  });
});

describe('a list of several forms', () => {
  it('keeps every key while it grows', () => {
    const guid = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    const instants = Array.from({ length: 3000 }, (_, at) => NEW_YEAR + BigInt(at) * 10_000_019n);
    const list = instants.map((ticks, at) =>
      at % 3 === 0 ? d19(ticks) : at % 3 === 1 ? prefixed(at % 100, ticks) : `${d19(MAX - ticks)}_${guid}`,
    );
    const { keys } = bulkOf(list.join('\n'));
    expect(keys.map(({ line, text, ticks, prefix }) => [line, text, ticks, prefix])).toEqual(
      list.map((text, at) => [at + 1, text, instants[at], at % 3 === 1 ? at % 100 : undefined]),
    );
  });
});

describe('a line that was read', () => {
  it('does not answer for the next line, however long both are', () => {
    const reader = new LineReader({});
    const keysOf = (line: string) => runSteps(reader.read(line)).map(({ text }) => text);
    const [a, b] = [d19(NEW_YEAR), d19(NEW_YEAR + 1n)];
    for (const blank of [' ', ' '.repeat(1100)])
      for (const key of [a, b, a, a]) expect(keysOf(`x${blank}${key} y`)).toEqual([key]);
    expect([keysOf(''), keysOf('  '), keysOf('nothing here')]).toEqual([[], [], []]);
  });
});

describe('the CSV of a list', () => {
  it('ends the window of a rounded key, over seconds and days', () => {
    const minutes = [0n, 1n, 2n, 3n, 1439n].map((minute) => prefixed(12, NEW_YEAR + minute * 60n * SECOND));
    expect(
      csvOf(bulkOf(minutes.join('\n')).list)
        .split('\r\n')
        .slice(0, 6),
    ).toEqual([
      'Line,Key,Scheme,Time,Prefix,WindowEnd',
      ...['00:00', '00:01', '00:02', '00:03', '23:59'].map((time, at) => {
        const end = ['01T00:01', '01T00:02', '01T00:03', '01T00:04', '02T00:00'][at] ?? '';
        return `${at + 1},${minutes[at]},mds-prefixed,2026-01-01T${time}:00.0000000Z,12,2026-01-${end}:00.0000000Z`;
      }),
    ]);
  });

  it('ends the window of a key of half seconds', () => {
    const times = [0n, 1n, 2n, 4n].map((step) => d19(NEW_YEAR + step * 15_000_000n));
    const ends = csvOf(bulkOf(times.join('\n')).list)
      .split('\r\n')
      .slice(1, 5)
      .map((row) => row.split(',').slice(3).join());
    expect(ends).toEqual([
      '2026-01-01T00:00:00.0000000Z,,2026-01-01T00:00:01.5000000Z',
      '2026-01-01T00:00:01.5000000Z,,2026-01-01T00:00:03.0000000Z',
      '2026-01-01T00:00:03.0000000Z,,2026-01-01T00:00:04.5000000Z',
      '2026-01-01T00:00:06.0000000Z,,2026-01-01T00:00:07.5000000Z',
    ]);
  });
});
