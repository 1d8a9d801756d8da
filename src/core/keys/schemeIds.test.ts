import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEY_SCHEMES } from './schemeRegistry.ts';

const SRC = new URL('../../', import.meta.url);
const IDS: ReadonlySet<string> = new Set(KEY_SCHEMES.map(({ id }) => id));
/** Ids that are also common words. They only count next to the word "scheme". */
const COMMON_WORDS = ['none', 'constant'];
const QUOTED = /(['"`])((?:(?!\1)[^\\\n])*)\1/g;
const NAMES_SCHEME = /scheme(?:s|id|\.id|byid)?\b/i;
const OTHER_FACTS = /\b(?:timeSource|order)\b/;
/** Matches code that recognises schemes by a part of their ids. */
const CUTS_ID =
  /\b(?:schemeId|scheme\.id)\??\.(?:startsWith|endsWith|includes|indexOf|match|replace)\(\s*['"`/]/;

/** Lines of source code that contain a scheme's id, or compare with a part of one. */
function namedSchemes(source: string): readonly string[] {
  return source.split('\n').filter((line) => {
    if (CUTS_ID.test(line)) return true;
    return [...line.matchAll(QUOTED)].some(([, , text = '']) =>
      COMMON_WORDS.includes(text) ? NAMES_SCHEME.test(line) && !OTHER_FACTS.test(line) : IDS.has(text),
    );
  });
}

function sources(): readonly string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !/\.(?:test|fixture)\.tsx?$/.test(path) &&
      !path.startsWith('core/keys/schemes/'),
  );
}

/** Matches code that reads how a scheme's writers round. Showing the words of `rounding` is allowed. */
const READS_ROUNDING =
  /\btime\??\.rounds\b|\bentry\??\.rounding\b|\broundingWords\(scheme\)(?: *[!=]==|\.(?:startsWith|includes))/;

describe('rules of rounding', () => {
  it('are asked of rounding.ts, and read nowhere else', () => {
    const found = sources()
      .filter((path) => READS_ROUNDING.test(readFileSync(new URL(path, SRC), 'utf8')))
      .map((path) => path.split('\\').join('/'));
    expect(found.filter((path) => path !== 'core/keys/base/rounding.ts')).toEqual([]);
    expect(READS_ROUNDING.test("roundingWords(scheme).startsWith('floor')")).toBe(true);
    expect(READS_ROUNDING.test("const isOwn = scheme.time?.rounds === 'own';")).toBe(true);
  });
});

describe('ids of key schemes', () => {
  it('appear in no source but those of the schemes', () => {
    const paths = sources();
    expect(paths.length).toBeGreaterThan(300);
    const found = paths.flatMap((path) =>
      namedSchemes(readFileSync(new URL(path, SRC), 'utf8')).map((line) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "if (scheme.id === 'wad') return;",
    "const first = schemeById('none');",
    "return schemeId === 'none';",
    'const usual = "mds-prefixed";',
    "schemeId.startsWith('date-')",
  ])('finds them in %s', (line) => {
    expect(namedSchemes(line)).toEqual([line]);
  });

  it.each(["kind === 'none'", "scheme.timeSource === 'none'", "scheme.order === 'none'", "a('wadding')"])(
    'finds none in %s',
    (line) => {
      expect(namedSchemes(line)).toEqual([]);
    },
  );
});
