import { describe, expect, it } from 'vitest';
import { hasConstantText } from './retext.ts';
import { proposeTemplate } from './proposeTemplate.ts';

describe('constant text of a template', () => {
  it.each([
    ['{TenantId}_{yyyyMM}', false],
    ['{Writer mod 100:D19}___{Ticks/1m}', false],
    ['', false],
    ['acme_{yyyyMM}', true],
    ['{Guid}-7', true],
    ['{Guid}-é', true],
    ['acme{', true],
    ['{Site in lon|par}_{yyyyMM}', true],
  ])('%s: %s', (text, expected) => {
    expect(hasConstantText(text)).toBe(expected);
  });

  it('comes from pasted keys that share a text', () => {
    const keys = ['01', '02', '03'].map((month) => `acme-corp-payroll_2026${month}`);
    const text = proposeTemplate(keys)?.template.text ?? '';
    expect([text, hasConstantText(text)]).toEqual(['acme-corp-payroll_{yyyyMM}', true]);
  });
});
