import { MODEL_SCHEMES } from '../../core/keyspace/model/modelTypes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../core/keyspace/model/simulate.fixture.ts';
import { ticksToIso } from '../../core/time/ticks.ts';
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
});
