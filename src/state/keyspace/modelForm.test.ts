import { MODEL_SCHEMES } from '../../core/keyspace/model/modelTypes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../core/keyspace/model/simulate.fixture.ts';
import { isoToTicks, ticksToIso } from '../../core/time/ticks.ts';
import { DEFAULT_MODEL, MODEL_SHAPES, modelOfText, modelText, PLAIN_NUMBER } from './modelForm.ts';
import { MODEL_NUMBERS, modelOfForm } from './modelInput.ts';

describe('model form', () => {
  it('comes back from its text', () => {
    const number = fc.integer({ min: 1, max: 999 }).map(String);
    const forms = fc.record({
      scheme: fc.constantFrom(...MODEL_SCHEMES),
      shape: fc.constantFrom(...MODEL_SHAPES),
      prefixes: number,
      writers: number,
      eventsPerSecond: number,
      roundingSeconds: number,
      entityBytes: number,
      hours: number,
      partitionTarget: number,
      retries: number,
      start: fc.constantFrom('2026-01-01T00:00', '2024-02-29', '1999-12-31T23:59:30Z'),
      seed: number,
    });
    fc.assert(
      fc.property(forms, (form) => {
        expect(modelOfText(modelText(form))).toEqual(form);
      }),
    );
    expect(modelOfText('default')).toEqual(DEFAULT_MODEL);
  });

  it('reads any text as some form', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(MODEL_SCHEMES).toContain(modelOfText(text)?.scheme);
      }),
    );
  });

  it('names the field that is no number in its range', () => {
    for (const { name, least, most } of MODEL_NUMBERS) {
      const strange = ['', 'x', 'NaN', '-1', '1e1', '0x10', '+5', '5.', '1,000'];
      for (const text of [...strange, String(least - 1), String(most + 1)]) {
        const model = modelOfForm({ ...DEFAULT_MODEL, [name]: text });
        expect(model.ok ? undefined : model.error.field, `${name} ${text}`).toBe(name);
      }
    }
  });

  it('a link gives the number that was typed, whatever its form', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('1e3', '0x10', ' 16 ', '5.', '.5', '007', '12.50'));
    fc.assert(
      fc.property(texts, (writers) => {
        const typed = modelOfForm({ ...DEFAULT_MODEL, writers });
        const linked = modelOfText(modelText({ ...DEFAULT_MODEL, writers })) ?? DEFAULT_MODEL;
        // What is not a number reads as the default.
        const isNumber = PLAIN_NUMBER.test(writers.trim());
        expect(modelOfForm(linked)).toEqual(isNumber ? typed : modelOfForm(DEFAULT_MODEL));
        expect(typed.ok && !isNumber).toBe(false);
      }),
    );
  });

  it('starts when it says, not when it is opened', () => {
    const fromOf = (start: string) => {
      const model = modelOfForm({ ...DEFAULT_MODEL, start });
      return model.ok ? ticksToIso(model.value.fromTicks) : model.error.field;
    };
    expect(fromOf(DEFAULT_MODEL.start)).toBe('2026-01-01T00:00:00.0000000Z');
    expect(fromOf('2024-02-29 09:30')).toBe('2024-02-29T09:30:00.0000000Z');
    for (const none of [
      '',
      'now',
      '2026-02-29',
      '2026-01-01T25:00',
      '9999-12-31T23:30',
      '2026-01-01T00:00+01:00',
    ])
      expect([none, fromOf(none)]).toEqual([none, 'start']);
  });

  it('is simulated', () => {
    const model = modelOfForm({ ...DEFAULT_MODEL, scheme: 'ticks' });
    expect(model.ok && simulate(model.value).refused).toBeGreaterThan(0);
  });

  it('is a simulation, number by number', () => {
    const form = {
      ...DEFAULT_MODEL,
      prefixes: '7',
      writers: '8',
      eventsPerSecond: '9.5',
      roundingSeconds: '30',
      entityBytes: '11',
      hours: '2.5',
      partitionTarget: '13',
      retries: '4',
      seed: '15',
      start: ' 2026-01-01 09:00:30Z ',
    };
    const input = {
      scheme: 'prefixed ticks',
      prefixes: 7,
      writers: 8,
      eventsPerSecond: 9.5,
      shape: { kind: 'steady' },
      fromTicks: isoToTicks('2026-01-01T09:00:30Z'),
      durationSeconds: 9000,
      roundingTicks: 300_000_000n,
      entityBytes: 11,
      partitionTargetPerSecond: 13,
      retries: 4,
      seed: 15,
    };
    expect(modelOfForm(form)).toEqual({ ok: true, value: input });
    expect(modelOfForm({ ...form, shape: 'diurnal' })).toEqual({
      ok: true,
      value: { ...input, shape: { kind: 'diurnal', depth: 0.8 } },
    });
    expect(modelOfForm({ ...form, shape: 'burst', roundingSeconds: '0' })).toEqual({
      ok: true,
      value: {
        ...input,
        shape: { kind: 'burst', factor: 10, atSeconds: 4050, lengthSeconds: 900 },
        // Keys hold ticks.
        roundingTicks: 1n,
      },
    });
  });

  it('has numbers in their ranges, both ends included', () => {
    const ranges: readonly (readonly [string, number, number, boolean])[] = [
      ['prefixes', 1, 1000, true],
      ['writers', 1, 1000, true],
      ['eventsPerSecond', 0.01, 1_000_000, false],
      ['roundingSeconds', 0, 86_400, true],
      ['entityBytes', 1, 1_048_576, true],
      ['hours', 0.1, 168, false],
      ['partitionTarget', 1, 100_000, true],
      ['retries', 0, 10, true],
      ['seed', 0, 1_000_000, true],
    ];
    for (const [name, least, most, isWhole] of ranges) {
      const fits = (value: string) => modelOfForm({ ...DEFAULT_MODEL, [name]: value }).ok;
      expect([name, fits(` ${least} `), fits(String(most)), fits(String(most + 1))]).toEqual([
        name,
        true,
        true,
        false,
      ]);
      expect([name, fits(String(most - 0.5))]).toEqual([name, !isWhole]);
      const fault = modelOfForm({ ...DEFAULT_MODEL, [name]: 'x' });
      expect(fault.ok ? '' : fault.error.message).toMatch(
        new RegExp(
          `^[A-Z].* is ${isWhole ? 'a whole number' : 'a number'} from ${least} to ${most}\\.$`,
          'u',
        ),
      );
    }
  });

  it('is in an address what differs from the default, and reads part by part', () => {
    expect(modelText(DEFAULT_MODEL)).toBe('default');
    expect(modelText({ ...DEFAULT_MODEL, scheme: 'hash', writers: ' 5 ' })).toBe('scheme:hash;writers:5');
    expect(modelOfText(undefined)).toBeUndefined();
    expect(
      modelOfText('scheme:hash;writers:5;retries:x;seed:-1;start:2026-02-03T04:05;shape:burst;:7;hours'),
    ).toEqual({
      ...DEFAULT_MODEL,
      scheme: 'hash',
      writers: '5',
      start: '2026-02-03T04:05',
      shape: 'burst',
    });
    const startOf = (start: string) => modelOfText(`start:${start}`)?.start;
    for (const start of ['2026', '2026-01-01T00:00:00Z']) expect(startOf(start)).toBe(start);
    for (const start of ['202', '2026-01-01T00:00:00ZZ', '2026/01/01', 'x2026'])
      expect(startOf(start)).toBe(DEFAULT_MODEL.start);
    for (const writers of ['1234567890', '1.', '.5', '1.1234567890', '1e1', '+1', ' 1'])
      expect(modelOfText(`writers:${writers}`)?.writers).toBe(DEFAULT_MODEL.writers);
    expect(modelOfText('writers:123456789.123456789')?.writers).toBe('123456789.123456789');
  });
});
