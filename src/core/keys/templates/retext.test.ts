import { describe, expect, it } from 'vitest';
import type { TemplatePart } from '../grammar/keyTemplate.ts';
import { parseTemplate } from '../grammar/parseTemplate.ts';
import { retext, withoutParts, hasConstantText } from './retext.ts';
import { proposeTemplate } from './proposeTemplate.ts';

function templateOf(text: string) {
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
}

describe('a template written anew', () => {
  it.each(['a{{b}}_{Site}~{Ticks/1h}', '{Writer mod 10:D19}___{Ticks}', '', '{{', 'x}}{A}'])(
    'is the same text where nothing changes: %s',
    (text) => {
      expect(retext(templateOf(text), (_part, own) => own)).toBe(text);
    },
  );

  it('changes literals and holes alone, and doubles braces', () => {
    const change = (part: TemplatePart, own: string): string =>
      part.kind === 'literal' ? own.toUpperCase() : own;
    expect(retext(templateOf('a{{b_{site}'), change)).toBe('A{{B_{site}');
  });

  it('hands over a literal without its doubled braces, and doubles those of the new one', () => {
    const seen: string[] = [];
    const change = (part: TemplatePart, own: string): string => {
      if (part.kind !== 'literal') return own;
      seen.push(own);
      return `${own}}`;
    };
    expect(retext(templateOf('a{{b{site}'), change)).toBe('a{{b}}{site}');
    expect(seen).toEqual(['a{b']);
  });

  it.each([
    ['{Status}_{Id}', '{Id}'],
    ['{Id}_{Status}', '{Id}'],
    ['{Id}_{Status}_{Ticks}', '{Id}_{Ticks}'],
    ['open-{Status}', 'open-'],
    ['{Status}', ''],
    ['{Status}{Ticks}', '{Ticks}'],
  ])('%s without Status is %s', (text, expected) => {
    const isStatus = (part: TemplatePart): boolean => part.kind === 'property' && part.name === 'Status';
    expect(withoutParts(templateOf(text), isStatus)).toBe(expected);
  });
});

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
