import { readFileSync } from 'node:fs';
import { webDarkTheme, webLightTheme } from '@fluentui/tokens';
import { describe, expect, it } from 'vitest';
import { contrast } from './contrast.fixture.ts';
import { parseRgb, type Rgb } from './themeColors.ts';

const CSS = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The first rule is the palette. The rest sets color-scheme and forced colours. */
const PALETTE = CSS.slice(0, CSS.indexOf('\n}'));

type Theme = 'light' | 'dark';
const THEMES: readonly Theme[] = ['light', 'dark'];

/** Names without dashes, values as written. */
const TOKENS: ReadonlyMap<string, string> = new Map(
  [...PALETTE.matchAll(/^ {2}--([\w-]+): ([^;]+);$/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** The hex value of a token in a theme, through light-dark() and var(). */
function hexOf(name: string, theme: Theme): string {
  const value = TOKENS.get(name);
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  if (other !== undefined) return hexOf(other, theme);
  const [, light, dark] = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(value) ?? [];
  const hex = theme === 'light' ? light : dark;
  if (hex === undefined) throw new Error(`--${name} is no pair of opaque colours: ${value}`);
  return hex;
}

function rgbOf(name: string, theme: Theme): Rgb {
  const [red = 0, green = 0, blue = 0] =
    hexOf(name, theme)
      .slice(1)
      .match(/../g)
      ?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  return [red, green, blue];
}

/** Pairs with too little contrast, as text. */
function tooFaint(texts: readonly string[], surfaces: readonly string[], least: number): readonly string[] {
  return THEMES.flatMap((theme) =>
    texts.flatMap((text) =>
      surfaces
        .map((surface) => ({ surface, ratio: contrast(rgbOf(text, theme), rgbOf(surface, theme)) }))
        .filter(({ ratio }) => ratio < least)
        .map(({ surface, ratio }) => `${theme}: --${text} on --${surface} ${ratio.toFixed(2)}`),
    ),
  );
}

const SURFACES = ['page', 'surface', 'field', 'hover', 'pressed', 'selected', 'overlay'];
const TEXTS = ['text', 'text-2', 'text-3', 'link', 'ok', 'warn', 'danger'];
const KEY_PARTS = [...TOKENS.keys()].filter((name) => name.startsWith('key-'));

describe('the palette', () => {
  const fluent = [...TOKENS.keys()].filter((name) => name.startsWith('color'));

  it.each(fluent)('--%s is the value of Fluent 2', (name) => {
    const named = (theme: object): unknown => new Map(Object.entries(theme)).get(name);
    expect([hexOf(name, 'light'), hexOf(name, 'dark')]).toEqual([named(webLightTheme), named(webDarkTheme)]);
  });

  it('is parsed completely', () => {
    expect(fluent.length).toBeGreaterThan(10);
    expect(KEY_PARTS).toHaveLength(10);
    expect(TOKENS.size).toBe([...PALETTE.matchAll(/^\s*--/gm)].length);
  });
});

describe('contrast', () => {
  it('of every text on every surface is at least 4.5', () => {
    expect(tooFaint([...TEXTS, ...KEY_PARTS], SURFACES, 4.5)).toEqual([]);
  });

  it('of text on the surface of a notice is at least 4.5', () => {
    for (const tone of ['ok', 'warn', 'danger'])
      expect(tooFaint([tone, 'text', 'text-2', 'link'], [`${tone}-surface`], 4.5)).toEqual([]);
  });

  it('of a severity colour on its background is at least 4.5', () => {
    for (const rank of ['critical', 'error', 'warning', 'plain'])
      expect(tooFaint([`severity-${rank}`], [`severity-${rank}-surface`], 4.5)).toEqual([]);
  });

  it('of text on the accent is at least 4.5', () => {
    const fills = ['accent-fill', 'accent-fill-hover', 'accent-fill-pressed'];
    expect(tooFaint(['on-accent', 'on-accent-dim'], fills, 4.5)).toEqual([]);
  });

  it('of meaningful lines and the focus ring is at least 3', () => {
    expect(tooFaint(['line-strong', 'focus', 'accent'], SURFACES, 3)).toEqual([]);
  });

  it('of shapes in charts and maps against their background is at least 3', () => {
    const series = [...TOKENS.keys()].filter((name) => name.startsWith('series-'));
    expect(tooFaint([...series, 'bar', 'bar-over'], ['surface'], 3)).toEqual([]);
    expect(
      tooFaint(['state-done', 'state-reading', 'state-failed', 'state-stopped'], ['surface'], 3),
    ).toEqual([]);
    expect(tooFaint(['heat-cursor'], ['heat-zero'], 3)).toEqual([]);
    // These are adjacent areas without text, so it is enough that they can be told apart.
    expect(tooFaint(['heat-one'], ['heat-zero'], 1.25)).toEqual([]);
  });
});

describe('parseRgb', () => {
  it('reads both forms of a computed colour', () => {
    expect(parseRgb('rgb(15, 108, 189)')).toEqual([15, 108, 189]);
    expect(parseRgb('color(srgb 0.2 0.4 1)')).toEqual([51, 102, 255]);
    expect(parseRgb('')).toEqual([0, 0, 0]);
  });
});
