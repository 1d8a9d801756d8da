import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../anyCharacter.fixture.ts';
import { keyRanges } from '../keyRanges.ts';
import { isInRange, isInSpan } from '../base/keySpan.ts';
import { schemeById } from '../schemeRegistry.ts';
import { parseTemplate } from '../grammar/parseTemplate.ts';
import { templateSpans } from '../grammar/compileForms.ts';
import { compiled, cutKey } from '../grammar/keyForm.ts';
import { encodeTemplate, templateHash } from '../grammar/writeKey.ts';
import { knowTemplates, templateSchemeId } from './templateScheme.ts';
import type { KeyTemplate } from '../grammar/keyTemplate.ts';
import { MAX, UNIX } from '../../time/units.fixture.ts';
import { bulkTicks } from '../knownScheme.fixture.ts';

function template(text: string): KeyTemplate {
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new Error(`${parsed.error.message} at ${parsed.error.from}`);
  return parsed.value;
}

/** What a template reads from a key; undefined if the key does not match. A time without a window is exact to the tick. */
function decodeTemplate(own: KeyTemplate, key: string) {
  const cut = cutKey(compiled(own), key);
  if (cut === undefined) return undefined;
  const { time } = cut;
  const exact = time && { from: time.ticks, to: time.ticks + 1n };
  return { fields: new Map(cut.fields), window: time?.window ?? exact };
}

/** FNV-1a with BigInt arithmetic over the bytes of TextEncoder. */
function fnv(text: string): bigint {
  let hash = 2_166_136_261n;
  for (const byte of Buffer.from(text, 'utf8')) hash = ((hash ^ BigInt(byte)) * 16_777_619n) % 2n ** 32n;
  return hash;
}

function pad(value: bigint, width: number): string {
  return `${'0'.repeat(40)}${value}`.slice(-width);
}

function iso(ticks: bigint): string {
  return new Date(Number((ticks - UNIX) / 10_000n)).toISOString();
}

interface Row {
  readonly ticks: bigint;
  readonly device: string;
  readonly tenant: string;
  readonly writer: number;
  readonly guid: string;
}

/** Writers that share no code with the templates, made of arithmetic, Date and string concatenation. */
const WRITERS: readonly (readonly [text: string, write: (row: Row) => string, step: bigint])[] = [
  ['{Ticks:D19}', ({ ticks }) => pad(ticks, 19), 1n],
  ['{InvertedTicks}_{Guid}', ({ ticks, guid }) => `${pad(MAX - ticks, 19)}_${guid}`, 1n],
  ['{Ticks/1m}', ({ ticks }) => pad((ticks / 600_000_000n) * 600_000_000n, 19), 600_000_000n],
  [
    '{Hash(DeviceId) mod 16}___{Ticks/1m}',
    ({ ticks, device }) => `${pad(fnv(device) % 16n, 2)}___${pad((ticks / 600_000_000n) * 600_000_000n, 19)}`,
    600_000_000n,
  ],
  [
    '{Writer mod 10:D19}___{Ticks/5m:D20}',
    ({ ticks, writer }) =>
      `${pad(BigInt(writer % 10), 19)}___${pad((ticks / 3_000_000_000n) * 3_000_000_000n, 20)}`,
    3_000_000_000n,
  ],
  ['{yyyyMMddHH}', ({ ticks }) => iso(ticks).replaceAll(/[-T]/g, '').slice(0, 10), 36_000_000_000n],
  ['{yyyy-MM-dd}', ({ ticks }) => iso(ticks).slice(0, 10), 864_000_000_000n],
  ['p-{UnixMs}', ({ ticks }) => `p-${pad((ticks - UNIX) / 10_000n, 13)}`, 10_000n],
  ['{InvertedUnix}', ({ ticks }) => pad(9_999_999_999n - (ticks - UNIX) / 10_000_000n, 10), 10_000_000n],
  ['{TenantId}_{yyyyMM}', ({ ticks, tenant }) => `${tenant}_${iso(ticks).slice(0, 7).replace('-', '')}`, 0n],
];

/** The years 2001 to 2200, in which Unix seconds have ten digits. */
const ticksArb = fc.bigInt({ min: 631_139_040_000_000_000n, max: 694_000_000_000_000_000n });
const rowArb: fc.Arbitrary<Row> = fc.record({
  ticks: ticksArb,
  device: fc.string({ minLength: 1, maxLength: 12 }),
  tenant: fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/),
  writer: fc.nat(500),
  guid: fc.uuid(),
});

function inputOf({ ticks, device, tenant, writer, guid }: Row) {
  return {
    ticks,
    writer,
    guid,
    fields: new Map([
      ['DeviceId', device],
      ['TenantId', tenant],
    ]),
  };
}

describe.each(WRITERS)('%s', (text, write, step) => {
  it('is encoded as its writer does, and read back', () => {
    fc.assert(
      fc.property(rowArb, (row) => {
        const key = write(row);
        expect(encodeTemplate(template(text), inputOf(row))).toEqual({ ok: true, value: key });
        const window = decodeTemplate(template(text), key)?.window;
        const { from, to } = window ?? { from: 0n, to: 0n };
        expect(from <= row.ticks && row.ticks < to).toBe(true);
        const floor = step === 0n ? from : (row.ticks / step) * step;
        expect([from, to]).toEqual([floor, step === 0n ? to : floor + step]);
      }),
    );
  });

  it('has in its ranges exactly the keys whose span meets the window', () => {
    const near = fc.bigInt({ min: -200_000_000_000n, max: 200_000_000_000n });
    fc.assert(
      fc.property(rowArb, near, near, (row, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const window = { from: row.ticks + low, to: row.ticks + high + 1n };
        const key = write(row);
        const span = decodeTemplate(template(text), key)?.window ?? { from: 0n, to: 0n };
        const meets = span.from < window.to && window.from < span.to;
        const known = new Map([['TenantId', [row.tenant]]]);
        const { spans, unknown } = templateSpans(template(text), window, known);
        const isIn = spans.some(
          ({ span: { from = '', to } }) => key >= from && (to === undefined || key < to),
        );
        expect([isIn, unknown]).toEqual([meets, undefined]);
        const sorted = spans.map(({ span: { from = '' } }) => from);
        expect(sorted).toEqual(sorted.toSorted());
      }),
    );
  });
});

describe('templates', () => {
  it('hash as FNV-1a does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(BigInt(templateHash(text))).toBe(fnv(text));
      }),
    );
    expect(templateHash('foobar')).toBe(0xbf9cf968);
  });

  it.each([
    ['{Tenant', '{Tenant', 'closed'],
    ['a}b', '}', 'closes nothing'],
    ['a{}', '{}', 'empty'],
    ['a/b', '/', 'cannot hold /'],
    ['{{a/b}}', '/', 'cannot hold /'],
    ['x#{Ticks}', '#', 'cannot hold #'],
    ['{Ticks:D18}', '{Ticks:D18}', 'not enough'],
    ['{Ticks/1w}', '{Ticks/1w}', 'not a rounding'],
    ['{Ticks/0m}', '{Ticks/0m}', 'not a rounding'],
    ['{Unix/5ms}', '{Unix/5ms}', 'finer'],
    ['{Hash(DeviceId)}', '{Hash(DeviceId)}', 'buckets'],
    ['{Hash(DeviceId) mod 0}', '{Hash(DeviceId) mod 0}', 'buckets'],
    ['{Hash() mod 4}', '{Hash() mod 4}', 'no property'],
    ['{Hash(Id) mod 100:D1}', '{Hash(Id) mod 100:D1}', 'not enough'],
    ['{A}{B}', '{B}', 'could not be told'],
    ['{A}{Ticks}{B}', '{Ticks}', 'could not be told'],
    ['{no name}', '{no name}', 'not understood'],
    ['{yyyy}', '{yyyy}', 'too coarse'],
    ['x'.repeat(513), 'x', 'longer'],
  ])('%s is refused where it is wrong', (text, part, words) => {
    const parsed = parseTemplate(text);
    if (parsed.ok) throw new Error('accepted');
    expect(text.slice(parsed.error.from, parsed.error.to)).toBe(part);
    expect(parsed.error.message).toContain(words);
    expect(parsed.error.nextStep).toBeTruthy();
  });

  it('reads no time from a count that is before or after all times', () => {
    const inverted = (count: bigint) => decodeTemplate(template('{InvertedTicks}'), pad(count, 19))?.window;
    expect(inverted(MAX)).toEqual({ from: 0n, to: 1n });
    expect(inverted(0n)?.from).toBe(MAX);
    expect(inverted(MAX + 1n)).toBeUndefined();
    expect(inverted(10n ** 19n - 1n)).toBeUndefined();
    const plain = (count: bigint) => decodeTemplate(template('{Ticks}'), pad(count, 19))?.window;
    expect([plain(MAX)?.from, plain(MAX + 1n)]).toEqual([MAX, undefined]);
  });

  it('never throws on hostile text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 40 }),
        fc.string({ unit: anyCharacter }),
        (text, key) => {
          const parsed = parseTemplate(text);
          if (parsed.ok) {
            decodeTemplate(parsed.value, key);
            encodeTemplate(parsed.value, { ticks: 0n });
            templateSpans(parsed.value, { from: 0n, to: MAX + 1n });
          }
          expect(typeof parsed.ok).toBe('boolean');
        },
      ),
    );
  });

  it('refuse a key that would read back otherwise, or that the service refuses', () => {
    const pair = template('{A}_{B}');
    const encode = (a: string, b: string) =>
      encodeTemplate(pair, {
        fields: new Map([
          ['A', a],
          ['B', b],
        ]),
      });
    expect(encode('x', 'y_z')).toEqual({ ok: true, value: 'x_y_z' });
    expect(encode('x_y', 'z').ok).toBe(false);
    expect(encode('x/', 'z').ok).toBe(false);
    expect(encode('', 'z').ok).toBe(false);
    expect(encode('x'.repeat(600), 'z').ok).toBe(false);
    expect(encodeTemplate(template('{N:D3}'), { fields: new Map([['N', '1000']]) }).ok).toBe(false);
    expect(encodeTemplate(template('{N:D3}'), { fields: new Map([['N', '-1']]) }).ok).toBe(false);
  });

  it('without a value for a property, hold all its keys and say so', () => {
    const spans = templateSpans(template('{TenantId}_{yyyyMM}'), { from: UNIX, to: UNIX + 1n });
    expect(spans).toMatchObject({ spans: [{ span: {} }], unknown: { name: 'TenantId' } });
  });
});

describe('a template as a scheme', () => {
  knowTemplates();

  it('is found by its id, and its ranges hold exactly the rows of the window', () => {
    const id = templateSchemeId('{Writer mod 4}_{yyyyMMdd}', '{InvertedTicks}_{DeviceId}');
    const scheme = schemeById(id);
    expect(scheme?.timeSource).toBe('both');
    fc.assert(
      fc.property(rowArb, fc.bigInt({ min: -864_000_000_000n, max: 864_000_000_000n }), (row, shift) => {
        const window = { from: row.ticks + shift, to: row.ticks + shift + 300_000_000_000n };
        const partitionKey = `${row.writer % 4}_${iso(row.ticks).slice(0, 10).replaceAll('-', '')}`;
        const rowKey = `${pad(MAX - row.ticks, 19)}_${row.tenant}`;
        const isIn = keyRanges(id, window).some((range) => isInRange(partitionKey, rowKey, range));
        expect(isIn).toBe(row.ticks >= window.from && row.ticks < window.to);
        expect(bulkTicks(scheme, partitionKey, rowKey)).toBe(row.ticks);
        expect(scheme?.groupOf(partitionKey, rowKey)).toBe(String(row.writer % 4));
        expect(scheme?.read(rowKey, 'row', {})?.fields.get('DeviceId')).toBe(row.tenant);
        expect(
          scheme
            ?.segments(rowKey, 'row')
            ?.map(({ text }) => text)
            .join(''),
        ).toBe(rowKey);
      }),
    );
  });

  it('needs an id that holds two templates', () => {
    for (const id of ['template:', 'template:a', 'template:{,b', 'template:a,b,c', 'template:%,b']) {
      expect(schemeById(id)).toBeUndefined();
    }
  });
});

describe('a property that a template names twice', () => {
  it('has one value in a key', () => {
    const twice = template('{TenantId}_{TenantId}');
    expect([...(decodeTemplate(twice, 'north_north')?.fields ?? [])]).toEqual([['TenantId', 'north']]);
    expect(decodeTemplate(twice, 'north_south')).toBeUndefined();
    const padded = template('{Shard:D4}_{Shard:D2}');
    expect([...(decodeTemplate(padded, '0007_07')?.fields ?? [])]).toEqual([['Shard', '7']]);
    expect(decodeTemplate(padded, '0007_08')).toBeUndefined();
  });
});

describe('the last time that a template can write', () => {
  it('is the last one looked for in a window that ends later', () => {
    // 2286-11-20T17:46:40Z is second 10,000,000,000, the first with eleven digits.
    const end = UNIX + 10_000_000_000n * 10_000_000n;
    const window = { from: end - 20_000_000n, to: end + 50_000_000n };
    const { spans } = templateSpans(template('{Unix}'), window, new Map(), 100);
    const isFound = (key: string) => spans.some(({ span }) => isInSpan(key, span));
    expect(['9999999997', '9999999998', '9999999999'].map(isFound)).toEqual([false, true, true]);
  });
});

describe('the rounding of a date', () => {
  it('is for days, not for months', () => {
    for (const text of ['{yyyyMM/1d}', '{yyyy-MM/7d}']) {
      const parsed = parseTemplate(text);
      expect(parsed.ok ? '' : parsed.error.message).toBe('Months cannot be rounded.');
    }
    expect(parseTemplate('{yyyyMMdd/7d}').ok).toBe(true);
  });
});
