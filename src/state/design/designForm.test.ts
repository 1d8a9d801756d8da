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
  it.each(KNOWN_PATTERNS.map(({ id }) => id))('%s round-trips through a link and a file', (id) => {
    const form = formOfPattern(id);
    expect(throughLink(form)).toEqual(form);
    expect(formOfFile(fileOfForm(form))).toEqual({ ok: true, value: form });
  });

  it('keeps the empty field of a twin row', () => {
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

  it('of an address without keys has one empty design to fill in', () => {
    const params = new Map([['properties', 'DeviceId: text']]);
    expect(formOfParams(params)?.designs).toEqual([{ partition: '', row: '' }]);
    expect(formOfParams(new Map())).toBeUndefined();
  });

  it('round-trips through a file whatever is typed; a link has at most 8 KiB', () => {
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

  it('omits a design with texts of sampled keys from a link, but not from a file', () => {
    const sampled = { partition: 'contoso_{yyyyMM}', row: '{Guid}', isFromKeys: true } as const;
    const form = {
      ...formOfPattern('series'),
      designs: [{ partition: '{DeviceId}', row: '{Ticks}' }, sampled],
    };
    const link = writeHash('design', linkParamsOfForm(form));
    expect(link).not.toContain('contoso');
    expect(formOfParams(readHash(link).params)?.designs).toEqual([form.designs[0]]);
    expect(formOfFile(fileOfForm(form))).toEqual({ ok: true, value: form });
    // A template without constant texts reveals nothing of the keys, and what was typed is the user's own.
    const plain = { ...sampled, partition: '{TenantId}_{yyyyMM}' };
    const typed = { partition: 'contoso', row: '{Guid}' };
    const shared = linkParamsOfForm({ ...form, designs: [plain, typed] });
    expect(shared.map(([, value]) => value)).toEqual(expect.arrayContaining([plain.partition, 'contoso']));
  });

  it('says why it cannot be in a link: its length, or a secret', () => {
    const form = formOfPattern('series');
    expect(noLinkText({ form })).toBeUndefined();
    const long = Array.from({ length: 300 }, (_, at) => `Property${at}WithALongName: String`).join('\n');
    expect(noLinkText({ form: { ...form, properties: long } })).toContain('8 KB');
    const secret =
      'https://a.table.core.windows.net/?sv=2022-11-02&ss=t&sig=c2VjcmV0LXNpZ25hdHVyZS1vZi0zMi1ieXRlcy1oZXJl';
    expect(noLinkText({ form: { ...form, patterns: secret } })).toContain('secret');
  });

  it('is not lost when Back leads to the address of the current design', () => {
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
  ])('reports what is wrong with file %#', (text) => {
    const read = formOfFile(text);
    expect(read.ok ? '' : read.error).toMatch(/[.]$/);
  });

  it('is read from a file of the right kind, with at most 200,000 characters', () => {
    const errorOf = (text: string) => {
      const read = formOfFile(text);
      return read.ok ? undefined : read.error;
    };
    const no = 'This file holds no design. Choose one that "Save as file" wrote.';
    const head = '{"kind":"keyscope-design","version":';
    expect(['null', '5', '[]', '{}', '{"kind":"x","version":1,"pk1":"a"}'].map(errorOf)).toEqual([
      no,
      no,
      no,
      no,
      no,
    ]);
    for (const version of ['2', '"1"', 'null'])
      expect(errorOf(`${head}${version},"pk1":"a"}`)).toBe(
        'A newer version wrote this file. Reload the page and try again.',
      );
    expect(errorOf('{"kind":"keyscope-design"}')).toMatch(/^A newer version/);
    expect(errorOf(`${head}1,"pk1":1}`)).toBe('This file holds no design.');
    expect(errorOf('{')).toBe('This file is not JSON. Choose one that "Save as file" wrote.');
    const fits = `${head}1,"pk1":"a"}`;
    expect([errorOf(fits.padEnd(200_000, ' ')), errorOf(fits.padEnd(200_001, ' '))]).toEqual([
      undefined,
      'This file is too long to be a design.',
    ]);
  });

  it('has one store per page, which follows the address and keeps what was shown', () => {
    const bar = historyBar('#/design?v=1&tab=series&step=2s');
    const address = createAddressStore(bar);
    const design = designStoreOf(address);
    expect(designStoreOf(address)).toBe(design);
    expect(designStoreOf(createAddressStore(historyBar('#/design')))).not.toBe(design);
    const start = {
      tab: 'series',
      filter: '',
      form: formOfPattern('series'),
      series: new Map([['step', '2s']]),
    };
    expect(design.get()).toEqual(start);
    design.change({ series: new Map([['step', '3s']]), filter: 'A eq 1' });
    expect(bar.read().hash).toBe('#/design?v=1&tab=series&step=3s');
    // A bare link restores what was shown; the address of another view is left alone.
    bar.visit('#/query?v=1&table=A');
    design.change({ filter: 'A eq 2' });
    expect(bar.read().hash).toBe('#/query?v=1&table=A');
    bar.visit('#/design');
    expect([bar.read().hash, design.get().filter]).toEqual(['#/design?v=1&tab=series&step=3s', 'A eq 2']);
    bar.visit('#/design?v=1&tab=other&pk1=x');
    expect(design.get()).toMatchObject({
      tab: 'keys',
      form: { designs: [{ partition: 'x', row: '' }], writes: '' },
    });
    // An unchanged design adds nothing to the address.
    design.change({ form: formOfPattern('series') });
    expect(bar.read().hash).toBe('#/design?v=1');
    expect(designStoreOf(createAddressStore(historyBar('#/decode'))).get()).toEqual({
      ...start,
      tab: 'keys',
      series: new Map(),
    });
    // One part is too long and another is a secret, so the length is not the only reason.
    const form = formOfPattern('series');
    const secret = 'sv=2022-11-02&sig=c2VjcmV0LXNpZ25hdHVyZS1vZi0zMi1ieXRlcy1oZXJl';
    expect(noLinkText({ form: { ...form, properties: 'x '.repeat(9000), patterns: secret } })).toMatch(
      /^Not in a link/,
    );
    expect(noLinkText({ form: { ...form, properties: 'x '.repeat(9000) } })).toMatch(/^Too long for a link/);
  });
});
