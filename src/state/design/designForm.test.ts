import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KNOWN_PATTERNS } from '../../core/design/bench/knownPatterns.ts';
import { readHash, writeHash } from '../address/hashAddress.ts';
import {
  type DesignForm,
  fileOfForm,
  formOfFile,
  formOfParams,
  formOfPattern,
  paramsOfForm,
} from './designForm.ts';

function throughLink(form: DesignForm): DesignForm | undefined {
  return formOfParams(readHash(writeHash('design', paramsOfForm(form))).params);
}

describe('designForm', () => {
  it.each(KNOWN_PATTERNS.map(({ id }) => id))('%s comes back from a link and from a file', (id) => {
    const form = formOfPattern(id);
    expect(throughLink(form)).toEqual(form);
    expect(formOfFile(fileOfForm(form))).toEqual({ ok: true, value: form });
  });

  it('comes back from a file whatever is typed, and a link has at most 8 KiB', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 });
    const keys = fc.record({ partition: text, row: text });
    const forms = fc.record({
      properties: text,
      patterns: text,
      writes: text,
      days: text,
      bytes: text,
      ms: text,
      designs: fc.array(keys, { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(forms, (form) => {
        expect(formOfFile(fileOfForm(form))).toEqual({ ok: true, value: form });
        expect(writeHash('design', paramsOfForm(form)).length).toBeLessThanOrEqual(8192);
      }),
    );
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"kind":"other"}',
    '{"kind":"keyscope-design","version":2}',
    'x'.repeat(300_000),
  ])('says what is wrong with the file %#', (text) => {
    const read = formOfFile(text);
    expect(read.ok ? '' : read.error).toMatch(/[.]$/);
  });
});
