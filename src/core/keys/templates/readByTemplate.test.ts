// Templates that the user saved read keys wherever keys are read: alone, in pasted text, in long lists.
import { describe, expect, it } from 'vitest';
import { findKeysSteps } from '../pasted/findKeys.ts';
import { bulkOf } from '../bulk/bulkList.fixture.ts';
import { readBest, readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';
import { knowTemplates, templateSchemeId, templateSchemes } from './templateScheme.ts';
import { runSteps } from '../../steps.ts';

knowTemplates();
const ORDERS = { partition: '{Tenant}~{yyyyMM}', row: 'O-{OrderId:D7}' };
const templates = templateSchemes([ORDERS]);
const ID = templateSchemeId(ORDERS.partition, ORDERS.row);
/** 2026-03-01T00:00:00Z in ticks. */
const MARCH = 621_355_968_000_000_000n + BigInt(Date.UTC(2026, 2, 1)) * 10_000n;

describe('a saved template', () => {
  it('reads its keys first, with the month and the fields', () => {
    const [first] = readKey('contoso~202603', { templates });
    expect([first?.schemeId, first?.window?.from, first?.fields.get('Tenant')]).toEqual([
      ID,
      MARCH,
      'contoso',
    ]);
    expect(readBest('contoso~202603', { templates })?.schemeId).toBe(ID);
    expect(readKey('O-0000123', { templates })[0]?.fields.get('OrderId')).toBe('123');
    expect(readKey('contoso~202603')[0]?.schemeId).not.toBe(ID);
  });

  it('reads as the part that the text names, and no other', () => {
    const ids = (text: string, part: 'partition' | 'row'): readonly string[] =>
      readKey(text, { part, templates }).map(({ schemeId }) => schemeId);
    expect(ids('O-0000123', 'row')).toContain(ID);
    expect(ids('O-0000123', 'partition')).not.toContain(ID);
  });

  it('leaves keys of other forms, and lines of text, as they are', () => {
    const loose = templateSchemes([
      { partition: '{Any}', row: '{A}_{B}' },
      { partition: '{Host}_{yyyyMM}', row: '{Any}' },
    ]);
    for (const key of [
      '0000000000000000012___0634925952000000000',
      '0634925952000000000',
      '2026-03-01T00:00:00Z',
    ]) {
      expect(readKey(key, { templates: loose })[0]).toEqual(readKey(key)[0]);
    }
    for (const line of ['error in foo_202611', 'GET of a_b failed', 'word']) {
      expect(readKey(line, { templates: loose }).map(({ schemeId }) => schemeId)).not.toContain(
        templateSchemeId('{Host}_{yyyyMM}', '{Any}'),
      );
    }
  });

  it('reads keys in pasted text and in rows of an export', () => {
    const text = 'PartitionKey,RowKey\r\ncontoso~202603,O-0000001\r\nfabrikam~202604,O-0000002\r\n';
    const { keys } = runSteps(findKeysSteps(text, { templates }));
    expect(keys.map(({ part, readings }) => [part, readings[0]?.schemeId])).toEqual([
      ['partition', ID],
      ['row', ID],
      ['partition', ID],
      ['row', ID],
    ]);
    expect(keys.some((key) => 'templates' in key)).toBe(false);
  });

  it('reads a long list, and makes its scheme anew from text', () => {
    const lines = Array.from(
      { length: 900 },
      (_, at) => `tenant${at % 7}~2026${String((at % 12) + 1).padStart(2, '0')}`,
    );
    const { summary, keys } = bulkOf(lines.join('\n'), { templates: [ORDERS] });
    expect(keys[13]?.window?.from).toBe(621_355_968_000_000_000n + BigInt(Date.UTC(2026, 1, 1)) * 10_000n);
    expect(summary.schemes.map(({ schemeId, keys }) => [schemeId, keys])).toEqual([[ID, 900]]);
    expect([summary.timedKeys, summary.unreadable.total]).toEqual([900, 0]);
  });

  it('that begins with a bucket names it as a prefix', () => {
    const spread = templateSchemes([{ partition: '{Writer mod 16}x{Unix/1m}', row: '{Guid}' }]);
    expect(readKey('07x1767225600', { templates: spread })[0]?.fields.get('prefix')).toBe('7');
  });

  it('that cannot be read is left out', () => {
    expect(templateSchemes([{ partition: '{Broken', row: '{Ticks}' }, ORDERS]).map(({ id }) => id)).toEqual([
      ID,
    ]);
  });
});

describe('the rows of a map by templates', () => {
  it.each([
    ['{Site}~{yyyyMMddHHmm}', 'oslo1~202611201005', 'oslo1'],
    ['{yyyyMM}_{Site}_{Ticks}', '202611_oslo1_0639308160000000000', 'oslo1'],
    ['{Tenant}.{Site}_{yyyyMM}', 'contoso.oslo1_202611', 'contoso oslo1'],
    ['{yyyyMMdd}', '20261120', 'all'],
    ['{Guid}_{Unix}', '0f8fad5b-d9cb-469f-a165-70867728950e_1763629500', 'all'],
    ['{Writer mod 10:D19}___{Ticks/1m}', '0000000000000000007___0639308160000000000', '7'],
    ['{Site}', 'oslo1', 'oslo1'],
    ['{Site}~{yyyyMMddHHmm}', 'something else', 'other'],
  ])('of %s put %s under %s', (partition, key, group) => {
    expect(schemeById(templateSchemeId(partition, '{Id}'))?.groupOf(key, 'r')).toBe(group);
  });
});
