import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TEXT_SCALE } from './textScale.ts';

const SOURCES = new URL('../../', import.meta.url);
const SHEETS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
);

/** Text properties in px, which would not follow the browser's text size setting. */
const FIXED_TEXT = /^\s*(?:font|font-size|line-height):[^;]*\d+(?:\.\d+)?px/;
/** Sizes in px of boxes around text. Below 8 px it is a mark or a hairline, not text. */
const FIXED_BOX =
  /^\s*(?:(?:min-|max-)?(?:height|width)|flex(?:-basis)?|grid-template-(?:columns|rows)):\s*(?:[^;-]*[\s(,])?(?:[89]|\d{2,})(?:\.\d+)?px/;
/** Layouts for narrow windows must also apply if text is large, so queries must use em. */
const FIXED_QUERY = /^\s*@(?:media|container)[^{]*\dpx/;

/** Subtracting a border is allowed: `calc(var(--grid-row) - 1px)`. */
function withoutLess(line: string): string {
  return line.replaceAll(/ - \d+px/g, '');
}

function offences(css: string): readonly string[] {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split('\n')
    .filter((line) => [FIXED_TEXT, FIXED_BOX, FIXED_QUERY].some((rule) => rule.test(withoutLess(line))))
    .map((line) => line.trim());
}

describe('text sizes', () => {
  it('follow the text size setting in every style sheet', () => {
    expect(SHEETS.length).toBeGreaterThan(40);
    const found = SHEETS.flatMap((path) =>
      offences(readFileSync(new URL(path, SOURCES), 'utf8')).map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it('are detected if in px', () => {
    const css = [
      'font-size: 12px;',
      'font: 600 12px / 1.2 x;',
      'font: 0.75rem / 18px x;',
      'line-height: 14.5px;',
      'min-height: 24px;',
      'width: min(440px, 100vw - 64px);',
      'grid-template-columns: 1fr 112px;',
      '@media (max-width: 900px) {',
    ];
    expect(offences(css.join('\n'))).toEqual(css);
  });

  it('may stay in px for hairlines, gaps and window margins', () => {
    const css = [
      'border: 1px solid;',
      'height: 4px;',
      'gap: 12px;',
      'max-width: calc(100vw - 16px);',
      'line-height: calc(var(--grid-row) - 1px);',
    ];
    expect(offences(css.join('\n'))).toEqual([]);
  });

  it('are not scaled without a document', () => expect(TEXT_SCALE).toBe(1));
});
