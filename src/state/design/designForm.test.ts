import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KNOWN_PATTERNS } from '../../core/design/bench/knownPatterns.ts';
import { createAddressStore } from '../address/address.ts';
import { readHash, writeHash } from '../address/hashAddress.ts';
import { historyBar } from '../address/historyBar.fixture.ts';
import { designStoreOf, noLinkText } from './designStore.ts';
import {
  type DesignForm,
  fileOfForm,
  formOfFile,
  formOfParams,
  formOfPattern,
  linkParamsOfForm,
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

  it('keeps the field of a twin row that is not written yet', () => {
    const form = {
      ...formOfPattern('twins'),
      designs: [
        { partition: '{RaceId}', row: 'BIB:{Bib:D5}', twin: '' },
        { partition: '{RaceId}', row: 'BIB:{Bib:D5}' },
        { partition: '{RaceId}', row: '', twin: '', isFromKeys: true },
      ],
    };
    expect(throughLink(form)).toEqual(form);
    expect(formOfFile(fileOfForm(form))).toEqual({ ok: true, value: form });
  });

  it('of an address that says what is written, and no keys, has one empty design to fill in', () => {
    const params = new Map([['properties', 'DeviceId: text']]);
    expect(formOfParams(params)?.designs).toEqual([{ partition: '', row: '' }]);
    expect(formOfParams(new Map())).toBeUndefined();
  });

  it('comes back from a file whatever is typed, and a link has at most 8 KiB', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 });
    const keys = fc.record(
      { partition: text, row: text, twin: text },
      { requiredKeys: ['partition', 'row'] },
    );
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

  it('leaves a design with texts of sampled keys out of a link, and keeps it in a file', () => {
    const sampled = { partition: 'contoso_{yyyyMM}', row: '{Guid}', isFromKeys: true } as const;
    const form = {
      ...formOfPattern('series'),
      designs: [{ partition: '{DeviceId}', row: '{Ticks}' }, sampled],
    };
    const link = writeHash('design', linkParamsOfForm(form));
    expect(link).not.toContain('contoso');
    expect(formOfParams(readHash(link).params)?.designs).toEqual([form.designs[0]]);
    expect(formOfFile(fileOfForm(form))).toEqual({ ok: true, value: form });
    // A form without constant texts tells nothing of the keys; what was typed is the user's own.
    const plain = { ...sampled, partition: '{TenantId}_{yyyyMM}' };
    const typed = { partition: 'contoso', row: '{Guid}' };
    const shared = linkParamsOfForm({ ...form, designs: [plain, typed] });
    expect(shared.map(([, value]) => value)).toEqual(expect.arrayContaining([plain.partition, 'contoso']));
  });

  it('says why it is in no link: its length, or a secret', () => {
    const form = formOfPattern('series');
    expect(noLinkText({ form })).toBeUndefined();
    const long = Array.from({ length: 300 }, (_, at) => `Property${at}WithALongName: String`).join('\n');
    expect(noLinkText({ form: { ...form, properties: long } })).toContain('8 KB');
    const secret =
      'https://a.table.core.windows.net/?sv=2022-11-02&ss=t&sig=c2VjcmV0LXNpZ25hdHVyZS1vZi0zMi1ieXRlcy1oZXJl';
    expect(noLinkText({ form: { ...form, patterns: secret } })).toContain('secret');
  });

  it('leaves an address of another version as it is, until something is typed', () => {
    const bar = historyBar('#/design');
    const address = createAddressStore(bar);
    const design = designStoreOf(address);
    bar.visit('#/design?v=7&pk1=a');
    expect([address.get().unknownVersion, bar.read().hash]).toEqual(['7', '#/design?v=7&pk1=a']);
    design.change({ form: { ...design.get().form, writes: '7' } });
    expect(bar.read().hash).toMatch(/^#\/design\?v=1&/);
    expect(address.get().unknownVersion).toBeUndefined();
  });

  it('is not lost when Back leads to the address of what is shown', () => {
    const bar = historyBar('#/design');
    const design = designStoreOf(createAddressStore(bar));
    const sampled = { partition: 'contoso_{yyyyMM}', row: '{Guid}', isFromKeys: true };
    design.change({
      form: { ...formOfPattern('tail'), designs: [{ partition: '{Source}', row: '{Ticks}' }, sampled] },
    });
    expect(bar.read().hash).not.toContain('contoso');
    bar.visit('#/query?v=1');
    bar.go(-1);
    expect(design.get().form.designs).toHaveLength(2);
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
