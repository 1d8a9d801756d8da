import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invertTicks, ticksToIso } from '../../time/ticks.ts';
import { findKeys } from '../pasted/findKeys.fixture.ts';
import { d19 } from '../keyRanges.fixture.ts';
import { bulkOf, coder, prefixed, csvOf } from './bulkList.fixture.ts';
import { readBulk } from './readBulk.ts';
import { MINUTE, SECOND } from '../../time/units.fixture.ts';

/** 2026-01-01T00:00:00Z in ticks. */
const NEW_YEAR = 639_028_224_000_000_000n;
const lines = (count: number, keyOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${keyOf(index)}\n`).join('');

describe('readBulk', () => {
  it('reads prefixed keys with the writer, prefix and interval that the whole list shows', () => {
    const { summary, keys } = bulkOf(
      lines(5000, (index) => prefixed(index % 100, NEW_YEAR + BigInt(Math.floor(index / 100)) * 5n * MINUTE)),
    );
    expect(summary).toMatchObject({
      lines: 5000,
      keys: 5000,
      timedKeys: 5000,
      blankLines: 0,
      unprefixedKeys: 0,
    });
    expect(summary.schemes).toEqual([
      {
        schemeId: 'mds-prefixed',
        title: 'Prefixed ticks (Geneva / MDS)',
        keys: 5000,
        firstLine: 1,
        roundingTicks: 5n * MINUTE,
      },
    ]);
    expect(summary.prefixes.length).toBe(100);
    expect(summary.prefixes.every(({ prefix, keys }, index) => prefix === index && keys === 50)).toBe(true);
    expect(summary.span).toEqual({ first: NEW_YEAR, last: NEW_YEAR + 49n * 5n * MINUTE });
    expect(keys[137]).toEqual({
      index: 137,
      line: 138,
      text: prefixed(37, NEW_YEAR + 5n * MINUTE),
      schemeId: 'mds-prefixed',
      title: 'Prefixed ticks (Geneva / MDS)',
      ticks: NEW_YEAR + 5n * MINUTE,
      window: { from: NEW_YEAR + 5n * MINUTE, to: NEW_YEAR + 10n * MINUTE },
      prefix: 37,
    });
  });

  it.each([',', '\t', ';'])('reads only the key columns where the first line names them (%j)', (mark) => {
    const rows = lines(300, (index) =>
      [`"${d19(NEW_YEAR + BigInt(index) * MINUTE)}"`, '2026-01-01T00:00:00Z', `"r""${index}"`].join(mark),
    );
    const { summary, keys } = bulkOf(`\u{FEFF}PartitionKey${mark}Timestamp${mark}RowKey\r\n${rows}`);
    expect(summary).toMatchObject({ lines: 301, keys: 300, timedKeys: 300, unreadable: { total: 0 } });
    expect(keys[7]).toMatchObject({ line: 9, text: d19(NEW_YEAR + 7n * MINUTE) });
  });

  it.each(['\n', '\r\n'])('reads a record with line breaks (%j) as one', (lineBreak) => {
    const key = (at: number) => d19(NEW_YEAR + BigInt(at) * MINUTE);
    const text = [
      'Message,PartitionKey,RowKey',
      `"ключ${lineBreak}2026-01-01T00:00:00Z retry, ""twice""",${key(1)},"2026-02-03"`,
      `no quote" at ${key(9)},${key(2)},r2`,
      `"${'x\n'.repeat(5000)}",${key(3)},r3`,
      `"stray,${key(4)},r4`,
      `"end${lineBreak}of it","${key(5)}",r5`,
    ].join(lineBreak);
    const { summary, keys } = bulkOf(text);
    expect(keys.map(({ line, text: own }) => [line, own])).toEqual([
      [2, key(1)],
      [2, '2026-02-03'],
      ...[4, 5, 5006, 5007].map((line, at) => [line, key(at + 2)]),
    ]);
    expect(summary).toMatchObject({ lines: 5008, unreadable: { total: 0 } });
  });

  it('reads the table of a page in Markdown', () => {
    const rows = lines(300, (index) => `| ${d19(NEW_YEAR + BigInt(index) * MINUTE)} | r |`);
    const { summary, keys } = bulkOf(`| PartitionKey | RowKey |\n|---|---|\n${rows}`);
    expect(summary).toMatchObject({ lines: 302, keys: 300, unreadable: { total: 0 } });
    expect(keys[7]).toMatchObject({ line: 10, text: d19(NEW_YEAR + 7n * MINUTE) });
  });

  it('takes no line for names of columns if a quote in it is never closed', () => {
    expect(bulkOf(`RowKey,Level,"Message\n${d19(NEW_YEAR)}\n`).keys).toMatchObject([{ line: 2 }]);
  });

  it.each(['', '2026-01-01T00:00:00Z INFO '])('takes no line of JSON for names of columns (%j)', (before) => {
    const rows = lines(300, (index) =>
      [before, `{"PartitionKey":"${d19(NEW_YEAR + BigInt(index) * MINUTE)}","RowKey":"r${index}"}`].join(''),
    );
    const { summary, keys } = bulkOf(rows);
    expect(summary).toMatchObject({ keys: 600, timedKeys: 300, duplicates: { repeats: 0 } });
    expect(keys.slice(2, 4)).toMatchObject([
      { line: 2, text: d19(NEW_YEAR + MINUTE) },
      { line: 2, text: 'r1' },
    ]);
  });

  it('does not take the time of a log line for a key, where the line holds one', () => {
    const log = lines(300, (index) =>
      index % 3 === 0
        ? '2026-02-02T10:00:00Z starting'
        : `2026-02-02T10:00:00.${d19(BigInt(index)).slice(-7)}Z ERROR no row ${prefixed(index % 100, NEW_YEAR + BigInt(index) * MINUTE)}`,
    );
    const { summary, keys } = bulkOf(log);
    expect(summary).toMatchObject({ lines: 300, keys: 300, timedKeys: 300 });
    expect(keys.filter(({ schemeId }) => schemeId === 'mds-prefixed')).toHaveLength(200);
    expect(keys[1]).toMatchObject({ line: 2, ticks: NEW_YEAR + MINUTE });
  });

  it('lets all lines vote: whole minutes by chance among exact ticks are exact ticks', () => {
    const { summary } = bulkOf(
      lines(3000, (index) =>
        d19(NEW_YEAR + 60n * MINUTE + BigInt(index) * (index < 3 ? MINUTE : 1_234_567n)),
      ),
    );
    expect(summary.schemes.map(({ schemeId, keys }) => [schemeId, keys])).toEqual([['ticks19', 3000]]);
    expect(summary.schemes[0]?.roundingTicks).toBeUndefined();
  });

  it('takes the table for what it says', () => {
    const text = lines(10, (index) => prefixed(index, NEW_YEAR));
    expect(bulkOf(text, { tableName: 'WADLogsTable' }).summary.schemes[0]?.schemeId).toBe('wad-prefixed');
  });

  it('reads what does not fit one by one, and says which lines it cannot read', () => {
    const { summary, keys } = bulkOf(
      [
        'PartitionKey',
        prefixed(7, NEW_YEAR),
        `  "${prefixed(8, NEW_YEAR)}",`,
        '',
        d19(invertTicks(NEW_YEAR)),
        `${d19(invertTicks(NEW_YEAR + 1n))}_3f2504e0-4f89-41d3-9a0c-0305e82c3301`,
        '   ',
        `2026-01-01 host PartitionKey eq '${d19(NEW_YEAR + 2n)}' and RowKey lt '${d19(NEW_YEAR + 3n)}'`,
        'nothing to see',
        '01ARZ3NDEKTSV4RRFFQ69G5FAV',
        prefixed(9, NEW_YEAR),
      ].join('\r\n'),
    );
    expect(summary).toMatchObject({ lines: 11, blankLines: 2 });
    expect(summary.unreadable).toEqual({
      total: 2,
      first: [
        { line: 1, text: 'PartitionKey' },
        { line: 9, text: 'nothing to see' },
      ],
    });
    expect(
      keys.filter(({ line }) => line !== 8).map(({ line, schemeId, prefix }) => [line, schemeId, prefix]),
    ).toEqual([
      [2, 'mds-prefixed', 7],
      [3, 'mds-prefixed', 8],
      [5, 'inverted-ticks19', undefined],
      [6, 'inverted-ticks19', undefined],
      [10, 'ulid', undefined],
      [11, 'mds-prefixed', 9],
    ]);
    expect(keys.filter(({ line }) => line === 8).map(({ ticks }) => ticks)).toContain(NEW_YEAR + 3n);
    expect(keys[2]?.ticks).toBe(NEW_YEAR);
    expect(keys[3]?.ticks).toBe(NEW_YEAR + 1n);
  });

  it('knows byte order marks, long lines, other letters and bytes that are no text', () => {
    const mark = '\ufeff';
    const { keys, summary } = bulkOf(
      `${mark}${d19(NEW_YEAR + 1n)}\n${'x'.repeat(100_000)}\nключ ${d19(NEW_YEAR + 2n)} и ${d19(NEW_YEAR + 3n)}`,
    );
    expect(keys.map(({ ticks, line }) => [ticks, line])).toEqual([
      [NEW_YEAR + 1n, 1],
      [NEW_YEAR + 2n, 3],
      [NEW_YEAR + 3n, 3],
    ]);
    expect(summary.unreadable.total).toBe(1);
    expect(summary.duplicates.repeats).toBe(0);
    const noText = new Uint8Array(4000).map((_, index) => (index * 7919) % 256);
    expect(bulkOf(noText).summary.keys).toBe(0);
    expect(bulkOf('').summary).toMatchObject({ lines: 0, keys: 0, schemes: [] });
    expect(bulkOf('\n\n').summary).toMatchObject({ lines: 2, blankLines: 2 });
  });

  it.each(['é', 'ключ', '\u07ff', '\u0800', '€ ', '\uffff', '😀 é €'])(
    'finds the bytes of a key after %j',
    (before) => {
      const text = d19(NEW_YEAR + 1n);
      expect(bulkOf(`${before} ${text} ${before}`).keys.map((key) => key.text)).toEqual([text]);
    },
  );

  it('pauses within a long list of one form, and says how far it is', () => {
    const text = lines(200_000, (index) => d19(NEW_YEAR + BigInt(index)));
    const steps = readBulk(new TextEncoder().encode(text), {}, coder);
    const seen = [0];
    for (let step = steps.next(); step.done !== true; step = steps.next()) seen.push(step.value.lines);
    expect(seen.at(-1)).toBe(200_000);
    // There is a report for each run of up to 65,536 lines, not for each line: four of them, and one before and one after.
    expect(seen.length).toBeLessThanOrEqual(7);
    // At most 100,000 lines are read without a pause.
    expect(seen.every((lines, index) => lines - (seen[index - 1] ?? 0) <= 100_000)).toBe(true);
  });

  it('finds the same instants as reading line by line, for any mix of keys', () => {
    const ticks = fc.bigInt({ min: 500_000_000_000_000_000n, max: 720_000_000_000_000_000n });
    const isOfToday = (instant: bigint) =>
      instant > 628_000_000_000_000_000n && instant < 662_000_000_000_000_000n;
    const key = fc.oneof(
      ticks.map(d19),
      // Some numbers look as much like ids of Twitter as like a time. In a list, the majority decides.
      ticks.filter(isOfToday).map((instant) => d19(invertTicks(instant))),
      fc.tuple(fc.nat(150), ticks).map(([prefix, instant]) => prefixed(prefix, instant)),
      fc.nat(2_000_000_000).map(String),
      fc.uuid(),
      fc.ulid(),
      fc.constantFrom('', 'Error: no key', '0634', prefixed(3, 504911232000000001n)),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), fc.constantFrom('\n', '\r\n'), (keys, lineBreak) => {
        const text = keys.join(lineBreak);
        const one = findKeys(text).keys.map((found) => [found.line, found.text, found.readings[0]?.ticks]);
        expect(bulkOf(text).keys.map(({ line, text: own, ticks: at }) => [line, own, at])).toEqual(one);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('finds in a line what a paste of that line finds, for keys that were seen in the wild', () => {
    const { vectors } = JSON.parse(
      readFileSync(new URL('../fixtures/keys.json', import.meta.url), 'utf8'),
    ) as { readonly vectors: readonly { readonly pk: string | null; readonly rk: string | null }[] };
    const texts = vectors
      .flatMap(({ pk, rk }) => [pk ?? '', rk ?? ''])
      .filter((text) => !/[\r\n]/.test(text))
      .flatMap((text) => [text, `pk=${text}`, `${text}\t${text}`, `\`${text}\``, `"${text}"`]);
    const pasted = texts.map((text) => findKeys(text).keys.map((key) => [key.text, key.readings[0]?.ticks]));
    const read = texts.map((text) => bulkOf(text).keys.map((key) => [key.text, key.ticks]));
    expect(read).toEqual(pasted);
    expect(texts.length).toBeGreaterThan(100);
  });
});

/** 2000-01-01T00:00:00Z */
const YEAR_2000 = 630_822_816_000_000_000n;

const joined = (keys: readonly string[]): string => keys.join('\n');

describe('summarizeBulk', () => {
  it('has no time span where no key holds a time', () => {
    const texts = ['no key\nat all', "PartitionKey eq 'device7'\nPartitionKey eq 'device8'"];
    expect(texts.map((text) => bulkOf(text).summary.span)).toEqual([undefined, undefined]);
    expect(bulkOf(d19(NEW_YEAR)).summary.span).toEqual({ first: NEW_YEAR, last: NEW_YEAR });
  });

  it('agrees with a set about repeats', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 400 }), (numbers) => {
        const { duplicates, keys } = bulkOf(
          joined(numbers.map((number) => d19(NEW_YEAR + BigInt(number)))),
        ).summary;
        expect(duplicates.repeats).toBe(keys - new Set(numbers).size);
      }),
      { numRuns: 50 },
    );
  });

  it('finds each missing interval of rounded keys, in any order', () => {
    const minutes = [0n, 1n, 2n, 3n, 4n, 7n, 8n, 9n, 10n, 11n, 13n, 14n, 15n].toReversed();
    const { gaps } = bulkOf(joined(minutes.map((minute) => prefixed(1, NEW_YEAR + minute * MINUTE)))).summary;
    expect(gaps).toEqual({
      aboveTicks: MINUTE,
      total: 2,
      longest: [
        { from: NEW_YEAR + 5n * MINUTE, to: NEW_YEAR + 7n * MINUTE },
        { from: NEW_YEAR + 12n * MINUTE, to: NEW_YEAR + 13n * MINUTE },
      ],
    });
  });

  it('finds the common divisor that BigInt finds', () => {
    const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
    fc.assert(
      fc.property(
        // The list covers 95 years, but a double holds the ticks of only 28 years exactly.
        fc.bigInt({ min: SECOND, max: 10n ** 13n }),
        fc.array(fc.bigInt({ min: 0n, max: 3000n }), { minLength: 1, maxLength: 50 }),
        (step, multiples) => {
          const start = (YEAR_2000 / step + 1n) * step;
          const instants = multiples.map((multiple) => start + multiple * step);
          const { schemes } = bulkOf(joined(instants.map((ticks) => d19(ticks)))).summary;
          const [first = 0n] = instants;
          const expected = instants.reduce((divisor, ticks) => gcd(divisor, ticks - first), 0n);
          const isTold = new Set(instants).size >= 3 && first % expected === 0n;
          expect(schemes.map(({ roundingTicks }) => roundingTicks)).toEqual([isTold ? expected : undefined]);
        },
      ),
    );
  });
});

describe('CSV of a list', () => {
  it('has one row a key, with exact times', () => {
    expect(csvOf(bulkOf('').list)).toBe('Line,Key,Scheme,Time,Prefix,WindowEnd\r\n');
    const { list } = bulkOf(
      [
        prefixed(7, NEW_YEAR),
        prefixed(12, NEW_YEAR + MINUTE),
        'no key',
        d19(invertTicks(NEW_YEAR + 1n)),
        `${d19(invertTicks(NEW_YEAR + 2n))}_a`,
        `'${d19(NEW_YEAR + 3n)}'`,
        '0639028',
      ].join('\n'),
    );
    expect(csvOf(list).split('\r\n')).toEqual([
      'Line,Key,Scheme,Time,Prefix,WindowEnd',
      `1,${prefixed(7, NEW_YEAR)},mds-prefixed,2026-01-01T00:00:00.0000000Z,7,2026-01-01T00:01:00.0000000Z`,
      `2,${prefixed(12, NEW_YEAR + MINUTE)},mds-prefixed,2026-01-01T00:01:00.0000000Z,12,2026-01-01T00:02:00.0000000Z`,
      `4,${d19(invertTicks(NEW_YEAR + 1n))},inverted-ticks19,2026-01-01T00:00:00.0000001Z,,`,
      `5,${d19(invertTicks(NEW_YEAR + 2n))}_a,inverted-ticks19,2026-01-01T00:00:00.0000002Z,,`,
      `6,${d19(NEW_YEAR + 3n)},ticks19,2026-01-01T00:00:00.0000003Z,,`,
      `7,0639028,ticks19,,,${ticksToIso(639_029_000_000_000_000n)}`,
      '',
    ]);
  });

  it('says of every key what the list says of it, however many there are', () => {
    const text = Array.from({ length: 40_000 }, (_, index) =>
      index % 1000 === 5
        ? `"${d19(NEW_YEAR + BigInt(index))}"`
        : prefixed(index % 100, NEW_YEAR + BigInt(index % 7) * MINUTE),
    ).join('\r\n');
    const { list, keys } = bulkOf(text);
    const rows = csvOf(list).split('\r\n').slice(1, -1);
    expect(rows.length).toBe(keys.length);
    const wrong = keys.filter((key, index) => {
      const time = key.ticks === undefined ? '' : ticksToIso(key.ticks);
      const end = key.window === undefined ? '' : ticksToIso(key.window.to);
      return rows[index] !== [key.line, key.text, key.schemeId, time, key.prefix ?? '', end].join(',');
    });
    expect(wrong).toEqual([]);
  });
});

it('reads ids that only their neighbours show to be times, such as sequential GUIDs', () => {
  const guids = Array.from(
    { length: 12 },
    (_, at) => `3a11204b-51${(16 + at * 9).toString(16)}-4a5e-9f10-2b3c4d5e6f${String(10 + at)}`,
  );
  const { keys } = bulkOf(guids.join('\n'));
  expect(keys.map(({ text, schemeId }) => [text, schemeId])).toEqual(
    guids.map((text) => [text, 'guid-sequential']),
  );
});
