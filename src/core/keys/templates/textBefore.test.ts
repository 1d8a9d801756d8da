import { describe, expect, it } from 'vitest';
import { detectScheme } from '../detectScheme.ts';
import { keyRanges } from '../keyRanges.ts';
import { isInRange } from '../base/keySpan.ts';
import { schemeById } from '../schemeRegistry.ts';
import { listedTemplate, knowTemplates, templateSchemeId, templateSchemes } from './templateScheme.ts';
import { parseTemplate } from '../grammar/parseTemplate.ts';

knowTemplates();

const HOUR = 36_000_000_000n;
/** 2026-01-01T00:00:00Z in ticks. */
const START = 639_028_224_000_000_000n;

interface Row {
  readonly site: string;
  readonly ticks: bigint;
  readonly keys: readonly [string, string];
}

function rowsOf(key: (site: string, ticks: bigint) => readonly [string, string]): readonly Row[] {
  return ['ber', 'lon', 'lon-2', 'par'].flatMap((site) =>
    Array.from({ length: 200 }, (_, at): Row => {
      const ticks = START + BigInt(at) * 7n * HOUR + 13n;
      return { site, ticks, keys: key(site, ticks) };
    }),
  );
}

const digits = (ticks: bigint, step: bigint): string => `${(ticks / step) * step}`.padStart(19, '0');
const window = { from: START + 100n * HOUR, to: START + 300n * HOUR };

/** The rows that ranges select. */
function read(id: string, rows: readonly Row[], textBefore?: string): readonly Row[] {
  const ranges = keyRanges(id, window, textBefore === undefined ? {} : { textBefore });
  return rows.filter(({ keys: [pk, rk] }) => ranges.some((range) => isInRange(pk, rk, range)));
}

function inWindow(rows: readonly Row[], sites: readonly string[], step: bigint): readonly Row[] {
  return rows.filter(({ site, ticks }) => {
    const from = (ticks / step) * step;
    return sites.includes(site) && from < window.to && from + step > window.from;
  });
}

describe('a template whose keys begin with a text', () => {
  const rows = rowsOf((site, ticks) => [`${site}~${digits(ticks, HOUR)}`, `${ticks}`]);
  const id = templateSchemeId('{Site}~{Ticks/1h}', '{Id}');

  it('reads the window of that text only, once it is typed', () => {
    expect(read(id, rows, 'lon~')).toEqual(inWindow(rows, ['lon'], HOUR));
    expect(keyRanges(id, window, { textBefore: 'lon~' })).toHaveLength(1);
  });

  it('reads all keys that begin with a text that may go on', () => {
    expect(read(id, rows, 'lon')).toEqual(rows.filter(({ site }) => site.startsWith('lon')));
    expect(keyRanges(id, window, { textBefore: 'lon' })[0]?.reason).toContain('{Site in a|b}');
  });

  it('tells the text of a key, and of no other key', () => {
    const [scheme] = templateSchemes([{ partition: '{Site}~{Ticks/1h}', row: '{Id}' }]);
    expect(scheme?.textBefore?.(`lon-2~${digits(START, HOUR)}`)).toBe('lon-2~');
    expect(scheme?.textBefore?.('lon-2~x')).toBeUndefined();
  });

  it('proposes no text of the first page for the whole table', () => {
    const templates = templateSchemes([{ partition: '{Site}~{Ticks/1h}', row: '{Id}' }]);
    const page = rows.slice(0, 100).map(({ keys: [partitionKey, rowKey] }) => ({ partitionKey, rowKey }));
    const own = detectScheme('Own', page, templates).find(({ schemeId }) => schemeId === id);
    expect(own?.confidence).toBeGreaterThan(0.3);
    expect(own?.textBefore).toBeUndefined();
  });

  it('narrows the RowKey where that holds the time', () => {
    const inRow = rowsOf((site, ticks) => ['all', `${site}~${digits(ticks, HOUR)}`]);
    const rowId = templateSchemeId('all', '{Site}~{Ticks/1h}');
    expect(read(rowId, inRow, 'par~')).toEqual(inWindow(inRow, ['par'], HOUR));
  });
});

describe('a template with a list of values', () => {
  const rows = rowsOf((site, ticks) => [`${site}~${digits(ticks, HOUR)}`, `${ticks}`]);

  it('reads the window of each', () => {
    const id = templateSchemeId('{Site in par | lon}~{Ticks/1h}', '{Id}');
    expect(read(id, rows)).toEqual(inWindow(rows, ['lon', 'par'], HOUR));
    expect(keyRanges(id, window).every(({ exact }) => exact)).toBe(true);
    expect(keyRanges(id, window)).toHaveLength(2);
    expect(schemeById(id)?.read(`ber~${digits(START, HOUR)}`, 'partition', {})).toBeUndefined();
  });

  it('is made of the texts that a probe found', () => {
    const id = templateSchemeId('{Site}~{Ticks/1h}', '{Id}');
    const listed = listedTemplate(id, ['ber~', 'lon-2~']);
    expect(listed).toBe(templateSchemeId('{Site in ber|lon-2}~{Ticks/1h}', '{Id}'));
    expect(read(listed ?? '', rows)).toEqual(inWindow(rows, ['ber', 'lon-2'], HOUR));
    expect(listedTemplate(id, ['a|b~'])).toBeUndefined();
    expect(
      listedTemplate(
        id,
        Array.from({ length: 3000 }, (_, at) => `site${at}~`),
      ),
    ).toBeUndefined();
    expect(listedTemplate('none', ['ber~'])).toBeUndefined();
    // A list does not state a width: `7` would not be written as `007`.
    const numbered = templateSchemeId('{Site:D3}~{Ticks/1h}', '{Id}');
    expect(listedTemplate(numbered, ['007~'])).toBeUndefined();
  });

  it.each([
    ['{Site in }', 'empty'],
    ['{Site in a||b}', 'empty'],
    ['{Site in a|b/c}', '/'],
    [`{Site}_${'x'.repeat(520)}`, 'longer than any key'],
  ])('%s is refused with a reason', (text, reason) => {
    const read = parseTemplate(text);
    expect(read.ok ? '' : read.error.message).toContain(reason);
  });
});
