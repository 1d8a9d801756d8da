import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timesOfArrays } from '../../entities/order/timeColumn.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { compareAxis, countLine, differenceLine, partsOnAxis, withoutParts } from './compareAxis.ts';
import { compareDigests, type KeyComparison } from './compareDigests.ts';
import { KeyDigest } from './keyDigest.ts';
import { type DigestedRows, digestRows, type KeyIdentity } from './rowDigests.ts';

/** A row as a writer knows it: what its keys are made of. */
interface Written {
  readonly prefix: number;
  /** After `START`. */
  readonly offset: number;
  readonly id: string;
}

const START = 638_000_000_000_000_000n;
const scheme = schemeById('mds-prefixed') ?? { segments: () => undefined };

function finished<T>(work: Generator<unknown, T, undefined>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

const NO_VALUES = { eachCell: () => undefined, columnNames: [], typeNames: [] };

function ticksOf({ offset }: Written, from: bigint): bigint {
  return from + BigInt(offset);
}

/** Digests of rows whose time is counted from an instant. */
function digested(rows: readonly Written[], from: bigint, kind: KeyIdentity['kind']): DigestedRows {
  const ticks = rows.map((row) => ticksOf(row, from));
  const times = timesOfArrays({
    seconds: ticks.map((one) => Number(one / 10_000_000n)),
    fraction: ticks.map((one) => Number(one % 10_000_000n)),
  });
  const store = {
    rowCount: rows.length,
    key: (row: number) => ({
      partitionKey: `${String(rows[row]?.prefix).padStart(19, '0')}___${String(ticks[row]).padStart(19, '0')}`,
      rowKey: rows[row]?.id ?? '',
    }),
    times: () => times,
    ...NO_VALUES,
  };
  const buckets = { from, bucketTicks: 100n, bucketCount: 5 };
  const identity = kind === 'shifted' ? ({ kind, from } as const) : { kind };
  return finished(digestRows(store, scheme, { identity, buckets }));
}

/** What a reader of the two lists would say: strikes out pairs one by one. */
function struckOut(
  here: readonly string[],
  there: readonly string[],
): { both: number; onlyHere: number[]; onlyThere: number[] } {
  const left = [...there.keys()];
  const onlyHere: number[] = [];
  for (const [row, text] of here.entries()) {
    const at = left.findIndex((other) => there[other] === text);
    if (at < 0) onlyHere.push(row);
    else left.splice(at, 1);
  }
  return {
    both: here.length - onlyHere.length,
    onlyHere,
    onlyThere: left,
  };
}

/** Without the values, and with rows as a list. */
function plain({ both, onlyHere, onlyThere }: KeyComparison) {
  return { both, onlyHere: [...onlyHere], onlyThere: [...onlyThere] };
}

const written = fc.array(
  fc.record({
    prefix: fc.integer({ min: 0, max: 2 }),
    offset: fc.constantFrom(0, 1, 99, 100, 499, 500, 10_000_000, 9_999_999),
    id: fc.constantFrom('a', 'b', 'a\u0000', '\uffff', '\ud800'),
  }),
  { maxLength: 60 },
);

const identityText: Readonly<Record<KeyIdentity['kind'], (row: Written, from: bigint) => string>> = {
  key: (row, from) => JSON.stringify([row.prefix, row.id, String(ticksOf(row, from))]),
  timeless: ({ prefix, id }) => JSON.stringify([prefix, id]),
  shifted: ({ prefix, id, offset }) => JSON.stringify([prefix, id, offset]),
};

describe('rows of two results', () => {
  it.each(['key', 'timeless', 'shifted'] as const)('are paired by %s as by hand', (kind) => {
    fc.assert(
      fc.property(written, written, fc.constantFrom(0n, 100n, 3_600_000_000_1n), (one, two, apart) => {
        const here = digested(one, START, kind);
        const there = digested(two, START + apart, kind);
        const compared = finished(compareDigests(here.digests, there.digests));
        const said = struckOut(
          one.map((row) => identityText[kind](row, START)),
          two.map((row) => identityText[kind](row, START + apart)),
        );
        expect(plain(compared)).toEqual(said);
        expect(here.counted.timed).toBe(kind === 'key' ? 0 : one.length);
      }),
    );
  });

  it('are counted in buckets that begin where the window does, and those outside are not', () => {
    fc.assert(
      fc.property(written, (rows) => {
        const { counts, uncounted } = digested(rows, START + 7n, 'key').counted;
        const inside = rows.filter(({ offset }) => offset < 500);
        expect([...counts]).toEqual(
          [0, 1, 2, 3, 4].map((at) => inside.filter(({ offset }) => Math.floor(offset / 100) === at).length),
        );
        expect(uncounted).toBe(rows.length - inside.length);
      }),
    );
  });

  it.each(['date', 'subsecond', 'inverted-date', 'inverted-subsecond', 'index'] as const)(
    'without time: a part of the kind %s',
    (kind) => {
      const digestsOf = (...keys: readonly string[]) => {
        const none = new Float64Array(keys.length);
        const store = {
          rowCount: keys.length,
          key: (row: number) => ({ partitionKey: 'p', rowKey: keys[row] ?? '' }),
          times: () => timesOfArrays({ seconds: none, fraction: none, basis: none }),
          ...NO_VALUES,
        };
        // The digits of a key are the part; a key without digits is not read.
        const segments = (text: string) => {
          const cut = /^(\D*)(\d+)(\D*)$/u.exec(text)?.slice(1);
          return cut?.map((piece, at) => ({
            kind: at === 1 ? kind : ('text' as const),
            text: piece,
            label: '',
          }));
        };
        const buckets = { from: 0n, bucketTicks: 1n, bucketCount: 1 };
        return finished(digestRows(store, { segments }, { identity: { kind: 'timeless' }, buckets })).digests;
      };
      const both = (one: string, other: string): number =>
        finished(compareDigests(digestsOf(one), digestsOf(other))).both;
      expect(both('a1b', 'a22b')).toBe(kind === 'index' ? 0 : 1);
      // Nothing was left out of the second.
      expect(both('a1b', 'ab')).toBe(0);
    },
  );

  it('are walked in order: digests ascend by both halves', () => {
    const rows = Array.from({ length: 3000 }, (_, at) => ({ prefix: at % 7, offset: at, id: 'a' }));
    const { high, low, rows: numbers } = digested(rows, START, 'key').digests;
    const whole = Array.from(high, (bits, at) => BigInt(bits) * 2n ** 32n + BigInt(low[at] ?? 0));
    expect(whole).toEqual(whole.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    expect([...numbers].toSorted((a, b) => a - b)).toEqual([...rows.keys()]);
  });

  it('pair by both halves of their digests, and the first of the others are the examples', () => {
    const half = fc.constantFrom(0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff);
    const list = fc.array(fc.tuple(half, half), { maxLength: 120, size: 'max' });
    const made = (pairs: readonly (readonly [number, number])[]) => {
      const sorted = [...pairs.entries()].toSorted(([, a], [, b]) => a[0] - b[0] || a[1] - b[1]);
      return {
        high: Uint32Array.from(sorted, ([, [high]]) => high),
        low: Uint32Array.from(sorted, ([, [, low]]) => low),
        rows: Uint32Array.from(sorted, ([row]) => row),
      };
    };
    fc.assert(
      fc.property(list, list, (one, two) => {
        expect(plain(finished(compareDigests(made(one), made(two))))).toEqual(
          struckOut(one.map(String), two.map(String)),
        );
      }),
    );
    // More than a list begins with.
    const alone = made(Array.from({ length: 2500 }, (_, at) => [2499 - at, 0] as const));
    const { onlyHere } = finished(compareDigests(alone, made([])));
    expect([...onlyHere]).toEqual([...alone.rows.keys()]);
  });

  it('are of equal keys with other values as often as no equal values are left to pair', () => {
    const list = fc.array(fc.tuple(fc.nat(3), fc.nat(2)), { maxLength: 40 });
    const made = (pairs: readonly (readonly [key: number, value: number])[]) => {
      const sorted = [...pairs.entries()].toSorted(([, a], [, b]) => a[0] - b[0]);
      const column = (of: (row: number, pair: readonly [number, number]) => number) =>
        Uint32Array.from(sorted, ([row, pair]) => of(row, pair));
      return {
        high: column(() => 0),
        low: column((_row, [key]) => key),
        rows: column((row) => row),
        values: column((_row, [, value]) => value),
      };
    };
    fc.assert(
      fc.property(list, list, (one, two) => {
        const { changed, ...compared } = finished(compareDigests(made(one), made(two)));
        const keys = struckOut(
          one.map(([key]) => String(key)),
          two.map(([key]) => String(key)),
        );
        const whole = struckOut(one.map(String), two.map(String));
        expect(compared.both).toBe(keys.both);
        expect(changed?.rows).toBe(keys.both - whole.both);
        expect(changed?.pairs).toHaveLength(Math.min(20, keys.both - whole.both));
        for (const { here, there } of changed?.pairs ?? []) {
          expect(one[here]?.[0]).toBe(two[there]?.[0]);
          expect(one[here]?.[1]).not.toBe(two[there]?.[1]);
        }
        const keysOf = (pairs: typeof one, rows: Iterable<number>) =>
          [...rows].map((row) => pairs[row]?.[0] ?? -1).toSorted((a, b) => a - b);
        expect(keysOf(one, compared.onlyHere)).toEqual(keysOf(one, keys.onlyHere));
        expect(keysOf(two, compared.onlyThere)).toEqual(keysOf(two, keys.onlyThere));
      }),
    );
  });

  it('a key that the scheme does not read is compared whole', () => {
    const none = { segments: () => undefined };
    const store = {
      rowCount: 1,
      key: () => ({ partitionKey: 'p', rowKey: '0638000000000000000' }),
      times: () => timesOfArrays({ seconds: [Number.NaN], fraction: [0], basis: [0] }),
      ...NO_VALUES,
    };
    const buckets = { from: START, bucketTicks: 1n, bucketCount: 1 };
    const { counted } = finished(digestRows(store, none, { identity: { kind: 'timeless' }, buckets }));
    expect([counted.timed, counted.uncounted]).toEqual([0, 1]);
  });
});

describe('a digest of keys', () => {
  const bitsOf = (...texts: readonly string[]): readonly [number, number] => {
    const digest = new KeyDigest();
    digest.begin();
    for (const text of texts) {
      digest.text(text);
      digest.end();
    }
    return [digest.high, digest.low];
  };

  it('knows where a key ends', () => {
    expect(bitsOf('ab', 'c')).not.toEqual(bitsOf('a', 'bc'));
    expect(bitsOf('', 'a')).not.toEqual(bitsOf('a', ''));
  });

  it('spreads keys that differ in few digits: no two alike in 64 bits, in either half no more than by chance', () => {
    const count = 100_000;
    const whole = new Set<bigint>();
    const halves = [new Set<number>(), new Set<number>()];
    for (let at = 0; at < count; at++) {
      const [high, low] = bitsOf(String(at % 100).padStart(19, '0'), String(638_000_000_000 + at * 60));
      whole.add(BigInt(high) * 2n ** 32n + BigInt(low));
      halves[0]?.add(high);
      halves[1]?.add(low);
    }
    expect(whole.size).toBe(count);
    // By chance 1.2 pairs are expected in each half.
    for (const half of halves) expect(count - half.size).toBeLessThan(12);
  });
});

describe('the axis of a comparison', () => {
  const span = (from: number, length: number) => ({ from: BigInt(from), to: BigInt(from + length) });

  it('has buckets of one width, from the exact start of each', () => {
    const { first, second, firstCovers, secondCovers } = compareAxis(span(7, 1200), span(1003, 309));
    expect([first.from, second.from]).toEqual([7n, 1003n]);
    expect(first.bucketTicks).toBe(second.bucketTicks);
    expect([first.bucketTicks, first.bucketCount, firstCovers, secondCovers]).toEqual([10n, 120, 120, 30]);
  });

  it('has parts that were not read, and no difference in a bucket that meets one', () => {
    const buckets = { from: 100n, bucketTicks: 10n, bucketCount: 4 };
    const spans = [
      { from: 0n, to: 105n },
      { from: 120n, to: 130n },
      { from: 140n, to: 900n },
    ];
    const parts = partsOnAxis(spans, buckets);
    expect(parts).toEqual([
      { from: 0, to: 0.5 },
      { from: 2, to: 3 },
    ]);
    expect([...withoutParts(Float64Array.of(1, 2, 3, 4), parts)]).toEqual([Number.NaN, 2, Number.NaN, 4]);
  });

  it('has no count, and no difference, where a window does not reach', () => {
    const one = countLine(Uint32Array.of(1, 0, 3), 3);
    const two = countLine(Uint32Array.of(4, 2, 9), 2);
    expect([...two]).toEqual([4, 2, Number.NaN]);
    expect([...differenceLine(one, two)]).toEqual([3, 2, Number.NaN]);
  });
});
