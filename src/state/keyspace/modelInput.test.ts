import { describe, expect, it } from 'vitest';
import { isoToTicks, MAX_TICKS, TICKS_PER_SECOND, ticksToIso, toTicks } from '../../core/time/ticks.ts';
import { DEFAULT_MODEL, type ModelForm } from './modelForm.ts';
import { MODEL_NUMBERS, modelOfForm } from './modelInput.ts';

/** The fields of the form: label, range, and whether fractions are refused. */
const FIELDS: readonly (readonly [keyof ModelForm, string, least: string, most: string, isWhole: boolean])[] =
  [
    ['prefixes', 'Prefixes', '1', '1000', true],
    ['writers', 'Writers', '1', '1000', true],
    ['eventsPerSecond', 'Events a second', '0.01', '1000000', false],
    ['roundingSeconds', 'Rounding, s', '0', '86400', true],
    ['entityBytes', 'Entity, bytes', '1', '1048576', true],
    ['hours', 'Hours', '0.1', '168', false],
    ['partitionTarget', 'Partition target, 1/s', '1', '100000', true],
    ['retries', 'Retries', '0', '10', true],
    ['seed', 'Seed', '0', '1000000', true],
  ];

const inputOf = (change: Partial<ModelForm>) => {
  const input = modelOfForm({ ...DEFAULT_MODEL, ...change });
  if (!input.ok) throw new Error(input.error.message);
  return input.value;
};
const faultOf = (change: Partial<ModelForm>) => {
  const input = modelOfForm({ ...DEFAULT_MODEL, ...change });
  return input.ok ? undefined : input.error;
};

describe('a model from its form', () => {
  it('uses every number for its own purpose', () => {
    expect(
      inputOf({
        scheme: 'hash',
        prefixes: ' 2 ',
        writers: '3',
        eventsPerSecond: '4.5',
        roundingSeconds: '6',
        entityBytes: '7',
        hours: '0.5',
        partitionTarget: '8',
        retries: '9',
        seed: '10',
      }),
    ).toStrictEqual({
      scheme: 'hash',
      prefixes: 2,
      writers: 3,
      eventsPerSecond: 4.5,
      shape: { kind: 'steady' },
      fromTicks: isoToTicks('2026-01-01T00:00:00Z'),
      durationSeconds: 1800,
      roundingTicks: 60_000_000n,
      entityBytes: 7,
      partitionTargetPerSecond: 8,
      retries: 9,
      seed: 10,
    });
    // Exact keys are rounded to one tick.
    expect(inputOf({ roundingSeconds: '0' }).roundingTicks).toBe(1n);
    expect(inputOf({ shape: 'diurnal' }).shape).toStrictEqual({ kind: 'diurnal', depth: 0.8 });
    expect(inputOf({ shape: 'burst', hours: '10' }).shape).toStrictEqual({
      kind: 'burst',
      factor: 10,
      atSeconds: 16_200,
      lengthSeconds: 3600,
    });
  });

  it.each(FIELDS)('limits %s (%s) to %s .. %s', (name, title, least, most, isWhole) => {
    const message = `${title} is ${isWhole ? 'a whole number' : 'a number'} from ${Number(least)} to ${Number(most)}.`;
    expect([least, most].map((text) => faultOf({ [name]: text }))).toStrictEqual([undefined, undefined]);
    const wrong = [`${Number(most) + 1}`, `-${most}`, '', 'x', '1e3', ...(isWhole ? ['1.5'] : ['0.001'])];
    expect(wrong.map((text) => faultOf({ [name]: text }))).toStrictEqual(
      wrong.map(() => ({ field: name, message })),
    );
    const allowed = ['0', '1.5'].filter((text) => faultOf({ [name]: text }) === undefined);
    expect(allowed).toStrictEqual([...(least === '0' ? ['0'] : []), ...(isWhole ? [] : ['1.5'])]);
  });

  it('gives each number a unique label', () => {
    expect(MODEL_NUMBERS.map(({ name }) => name)).toStrictEqual(FIELDS.map(([name]) => name));
  });

  it.each([
    ['2026-02-03', '2026-02-03T00:00:00.0000000Z'],
    ['2026-02-03T04:05', '2026-02-03T04:05:00.0000000Z'],
    [' 2026-02-03 04:05:06Z ', '2026-02-03T04:05:06.0000000Z'],
  ])('starts at %s', (start, iso) => {
    expect(ticksToIso(inputOf({ start }).fromTicks)).toBe(iso);
  });

  it.each([
    '',
    'x',
    '2026-13-01',
    '2026-02-30',
    '2026-02-03T04',
    '2026-02-03T04:05+01:00',
    'x2026-02-03',
    '2026-02-03x',
  ])('refuses "%s" as its start', (start) => {
    const message = 'Start is a time in UTC, such as 2026-01-01T09:00.';
    expect(faultOf({ start })).toStrictEqual({ field: 'start', message });
  });

  it('ends no later than the calendar does', () => {
    const hour = 3600n * TICKS_PER_SECOND;
    const last = ticksToIso(toTicks(MAX_TICKS - hour)).slice(0, 19);
    expect([faultOf({ start: last }), faultOf({ start: last, hours: '1.1' })?.field]).toStrictEqual([
      undefined,
      'start',
    ]);
  });
});
