import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SOURCES = new URL('../../', import.meta.url);
const SHEETS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
);

/** What changes in a row in each frame of a scroll. */
const CHANGING = /\[(?:aria-(?:label|hidden|rowindex|colindex)|data-row|style)\b/;

/** Chromium then matches every rule with a row again in each frame of a scroll, whichever element the selector is meant for. */
function selectorsOf(css: string): readonly string[] {
  return [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/[^{}]*(?=\{)/g)]
    .map(([selector]) => selector.trim())
    .filter((selector) => CHANGING.test(selector));
}

describe('style sheets', () => {
  it('select by no attribute that changes in rows while they scroll', () => {
    expect(SHEETS.length).toBeGreaterThan(40);
    expect(
      SHEETS.flatMap((path) =>
        selectorsOf(readFileSync(new URL(path, SOURCES), 'utf8')).map((selector) => `${path}: ${selector}`),
      ),
    ).toEqual([]);
  });

  it('that do are found', () => {
    expect(selectorsOf('.a{}\n.b [aria-label="c"], .d { color: red }')).toEqual(['.b [aria-label="c"], .d']);
  });
});
