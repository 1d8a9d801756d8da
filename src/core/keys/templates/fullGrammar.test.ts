import { describe, expect, it } from 'vitest';
import { isoToTicks, ticksToIso } from '../../time/ticks.ts';
import { isInRange } from '../base/keySpan.ts';
import { keyRanges } from '../keyRanges.ts';
import { parseTemplate } from '../grammar/parseTemplate.ts';
import { ALL_ENTRIES, schemeById } from '../schemeRegistry.ts';
import { knowTemplates, templateSchemeId } from './templateScheme.ts';

knowTemplates();

/** What a template reads from a key: time and fields. */
function read(template: string, key: string) {
  const reading = schemeById(templateSchemeId(template, '{Row}'))?.read(key, 'partition', {});
  return reading && [reading.ticks === undefined ? '' : ticksToIso(reading.ticks), ...reading.fields];
}

describe('a template of the user says all that a built-in scheme says', () => {
  it.each([
    ['{ms since 1970:13}', '1709633862123', ['2024-03-05T10:17:42.1230000Z']],
    [
      '{unixMs=ms since 1970, base 36:8}',
      'lte9j5bo',
      ['2024-03-05T11:04:30.1320000Z', ['unixMs', '1709636670132']],
    ],
    ['{ticks since 1601:18}', '133541074621234567', ['2024-03-05T10:17:42.1234567Z']],
    [
      '{ms since 1970 from 9999999999999:13}~{Id:x4}',
      '8290366137876~00ff',
      ['2024-03-05T10:17:42.1230000Z', ['Id', '00ff']],
    ],
    [
      '{Build:n1-6}-{Code/[A-Z]{3}/}-{yyyyMMdd}',
      '42-ABC-20240305',
      ['2024-03-05T00:00:00.0000000Z', ['Build', '42'], ['Code', 'ABC']],
    ],
    [
      '{Name~percent}_{Ticks}',
      'a%2Fb_0638452306621234567',
      ['2024-03-05T10:17:42.1234567Z', ['Name', 'a/b']],
    ],
    ['{Port:D5 <65536}', '65536', undefined],
    // Groups of a pattern are not pieces of the key.
    [
      '{Site/(lon|par)(?<n>[(]?)/}_{Ticks}',
      'par(_0638452306621234567',
      ['2024-03-05T10:17:42.1234567Z', ['Site', 'par(']],
    ],
  ])('%s reads %s', (template, key, expected) => {
    expect(read(template, key)).toEqual(expected);
  });

  it.each(
    ALL_ENTRIES.flatMap(({ id, partition, row }) =>
      [partition, row].flatMap((forms) =>
        (forms === undefined ? [] : 'template' in forms ? [forms] : forms).flatMap(({ template, codec }) =>
          codec === undefined ? [[id, template]] : [],
        ),
      ),
    ),
  )('the form of %s can be typed: %s', (_id, template) => {
    expect(parseTemplate(template)).toMatchObject({ ok: true });
  });

  it.each([
    ['{ms since 0000:13}', '"0000" is no instant.'],
    ['{ms since 1970-13-45:13}', '"1970-13-45" is no instant.'],
    ['{ms since 1970-01-01T25:00:00:13}', '"1970-01-01T25:00:00" is no instant.'],
    ['{Ticks in 0000-2050}', '"0000" is no instant.'],
    ['{Ticks in 2050-2000}', 'These years end before they begin.'],
    ['{ms since 1970, base constructor:8}', '"constructor" is not a base.'],
    ['{A/(a)\\1/}', 'A pattern cannot refer to its own groups.'],
    ['{A/(?<x>a)\\k<x>/}', 'A pattern cannot refer to its own groups.'],
    ['{A/(?:a?){99}a{99}/}', 'This pattern could take too long.'],
    ['{A/a{0,99}a{0,99}a{0,99}a{0,99}/}', 'These patterns could take too long.'],
  ])('%s is refused, and does not throw', (template, message) => {
    expect(parseTemplate(template)).toMatchObject({ ok: false, error: { message } });
  });

  it('finds the rows of a window by a count in base 36', () => {
    const from = isoToTicks('2024-03-05T00:00:00Z');
    const window = { from, to: from + 36_000_000_000n };
    const ranges = keyRanges(
      templateSchemeId('{Site in lon|par}-{ms since 1970, base 36:8}', '{Row}'),
      window,
    );
    for (let ms = Date.UTC(2024, 2, 4, 23); ms < Date.UTC(2024, 2, 5, 2); ms += 777_777) {
      const isIn = ranges.some((range) => isInRange(`par-${ms.toString(36)}`, '', range));
      expect(isIn).toBe(ms >= Date.UTC(2024, 2, 5) && ms < Date.UTC(2024, 2, 5, 1));
    }
    expect(ranges).toHaveLength(2);
  });

  it.each([
    ['{Id/(a+)+b/}', 'too long'],
    ['{Id/((a|b)*)*/}', 'too long'],
    ['{A/.*/}{B/.*/}{C/.*.*/}', 'too long'],
    ['{Id/[a/}', 'no regular expression'],
    ['{ms since 1970, base 77:8}', 'no base'],
    ['{ms since 1970:0}', 'digits'],
    ['{ms since 1970/1w:13}', 'not a rounding'],
  ])('%s is refused', (template, words) => {
    const parsed = parseTemplate(template);
    expect(parsed.ok ? '' : parsed.error.message).toContain(words.replace('no ', 'is not a '));
  });
});
