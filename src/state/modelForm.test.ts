import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../core/keyspace/model/simulate.ts';
import { DEFAULT_MODEL, MODEL_SCHEMES, MODEL_SHAPES, modelOfText, modelText } from './modelForm.ts';
import { MODEL_NUMBERS, modelOfForm } from './modelInput.ts';

const NOW = 639_028_224_000_000_000n;

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
      for (const text of ['', 'x', String(least - 1), String(most + 1), 'NaN', '-1']) {
        const model = modelOfForm({ ...DEFAULT_MODEL, [name]: text }, NOW);
        expect(model.ok ? undefined : model.error.field, `${name} ${text}`).toBe(name);
      }
    }
  });

  it('is simulated', () => {
    const model = modelOfForm({ ...DEFAULT_MODEL, scheme: 'ticks' }, NOW);
    expect(model.ok && simulate(model.value).refused).toBeGreaterThan(0);
  });
});
