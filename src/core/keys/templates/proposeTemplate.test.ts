import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../anyCharacter.fixture.ts';
import { proposeTemplate, proposeTemplates } from './proposeTemplate.ts';
import { MAX, UNIX } from '../../time/units.fixture.ts';

function dates(count: number, stepMs: number): readonly Date[] {
  return Array.from(
    { length: count },
    (_, at) => new Date(Date.UTC(2026, 10, 22, 14, 5, 6, 789) + at * stepMs),
  );
}

const ticks = (date: Date): bigint => UNIX + BigInt(date.getTime()) * 10_000n;
const pad = (value: bigint | number, width: number): string => String(value).padStart(width, '0');
const digits = (date: Date, count: number): string =>
  date.toISOString().replaceAll(/\D/g, '').slice(0, count);

describe('proposeTemplate', () => {
  it.each([
    ['{Part1}_{yyyyMM}', dates(30, 2e9).map((date, at) => `tenant${at % 4}_${digits(date, 6)}`)],
    ['{Ticks}', dates(20, 1234.5).map((date) => pad(ticks(date), 19))],
    ['{Ticks/1m}', dates(20, 60_000).map((date) => pad(ticks(date) - (ticks(date) % 600_000_000n), 19))],
    [
      '{Writer mod 100:D19}___{Ticks/1m}',
      dates(40, 60_000).map(
        (date, at) => `${pad(at % 37, 19)}___${pad(ticks(date) - (ticks(date) % 600_000_000n), 19)}`,
      ),
    ],
    [
      '{InvertedTicks}_{Guid}',
      dates(20, 777).map(
        (date, at) => `${pad(MAX - ticks(date), 19)}_0f8fad5b-d9cb-469f-a165-7086772895${pad(at, 2)}`,
      ),
    ],
    ['{yyyyMMddHH}', dates(20, 3_600_000).map((date) => digits(date, 10))],
    ['{UnixMs}', dates(20, 999).map((date) => String(date.getTime()))],
    ['{yyyy-MM-dd}', dates(20, 86_400_000).map((date) => date.toISOString().slice(0, 10))],
    // Numbers of different widths belong to one form.
    ['{Part1}-{Part2}', ['a-1', 'a-2', 'a-3', 'b-10', 'c-100', 'd-1000']],
    ['log-{Part1:D5}', Array.from({ length: 30 }, (_, at) => `log-${pad(at * 911, 5)}`)],
    [
      'BIB:{Part1:D5}__{Part2}',
      Array.from({ length: 30 }, (_, at) => `BIB:${pad(at * 911, 5)}__${'abc'.slice(at % 3)}`),
    ],
  ])('finds %s in keys of another writer', (text, keys) => {
    const proposal = proposeTemplate(keys);
    expect(proposal?.template.text).toBe(text);
    expect([proposal?.fits, proposal?.of]).toEqual([new Set(keys).size, new Set(keys).size]);
  });

  it('counts the keys of another form, and says nothing if there are many', () => {
    const keys = dates(20, 3_600_000).map((date) => digits(date, 10));
    expect(proposeTemplate([...keys, 'head', 'tail|1'])).toMatchObject({ fits: 20, of: 22 });
    expect(proposeTemplate([...keys, ...Array.from({ length: 10 }, (_, at) => `x|${at}`)])).toBeUndefined();
    expect(proposeTemplate(keys.slice(0, 2))).toBeUndefined();
    // The first key has another mark.
    const odd = ['item.500', ...Array.from({ length: 9 }, (_, at) => `item-${100 + at}`)];
    expect(proposeTemplate(odd)).toMatchObject({ template: { text: 'item-{Part1}' }, fits: 9, of: 10 });
    // Half of the keys have another mark.
    const halves = Array.from({ length: 20 }, (_, at) => `t${100 + at}_b${at % 2 === 0 ? '-' : '.'}c`);
    expect(proposeTemplate(halves)).toBeUndefined();
  });

  it('never throws, and proposes only what reads the keys', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: anyCharacter, maxLength: 30 }), { minLength: 3, maxLength: 12 }),
        (keys) => {
          const proposal = proposeTemplate(keys);
          expect(proposal === undefined || proposal.fits >= 0.8 * proposal.of).toBe(true);
        },
      ),
    );
  });
});

describe('proposeTemplates', () => {
  const rows = (write: (at: number) => readonly [string, string]) =>
    Array.from({ length: 12 }, (_, at) => {
      const [partitionKey, rowKey] = write(at);
      return { partitionKey, rowKey };
    });

  it('reads a table by both keys, and takes the constant texts of a RowKey only with its time', () => {
    expect(proposeTemplates(rows((at) => [`t${at}_20260${(at % 9) + 1}`, `Front_${at}`]))).toEqual({
      partition: '{Part1}_{yyyyMM}',
      row: '{Item1}',
    });
    expect(proposeTemplates(rows((at) => ['one', `Front_${1_767_225_600 + at}`]))).toEqual({
      partition: '{Part1}',
      row: 'Front_{Unix}',
    });
  });

  it('proposes nothing without a form in common', () => {
    expect(proposeTemplates(rows((at) => ['-'.repeat(at), '~'.repeat(at)]))).toBeUndefined();
    expect(proposeTemplates([])).toBeUndefined();
  });
});
