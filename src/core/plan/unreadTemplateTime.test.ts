import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_SCHEMES, schemeById } from '../keys/schemeRegistry.ts';
import { knowTemplates, templateSchemeId } from '../keys/templates/templateScheme.ts';
import type { KeySpan } from '../keys/base/scheme.ts';
import { isoToTicks, ticksToIso } from '../time/ticks.ts';
import { timeOfRange } from './unreadTime.ts';
import { MAX, MINUTE } from '../time/units.fixture.ts';

knowTemplates();

const START = isoToTicks('2026-11-20T21:00:00Z');
const d19 = (value: bigint): string => String(value).padStart(19, '0');
const minutes = (ticks: bigint): string => ticksToIso(ticks).slice(0, 16).replaceAll(/[-T:]/g, '');
const month = (ticks: bigint): string => ticksToIso(ticks).slice(0, 7).replace('-', '');

/** Makes the keys of a template by hand, for a site and an instant. */
interface Writer {
  readonly name: string;
  readonly schemeId: string;
  readonly part: 'partition' | 'row';
  readonly key: (site: string, ticks: bigint) => string;
}

function template(partition: string, row: string, part: Writer['part'], key: Writer['key']): Writer {
  return { name: `${partition} / ${row}`, schemeId: templateSchemeId(partition, row), part, key };
}

const textFirst = KEY_SCHEMES.filter(({ textBefore }) => textBefore !== undefined)
  .map(({ id }) => id)
  .find((id) => id.endsWith('ticks19') && !id.includes('inverted'));

const WRITERS: readonly Writer[] = [
  {
    name: 'text, then ticks',
    schemeId: textFirst ?? '',
    part: 'partition',
    key: (site, ticks) => `${site}_${d19(ticks)}`,
  },
  template('{Site}_{Ticks}', '{Guid}', 'partition', (site, ticks) => `${site}_${d19(ticks)}`),
  template('{Site}~{yyyyMMddHHmm}', '{Id}', 'partition', (site, ticks) => `${site}~${minutes(ticks)}`),
  template(
    '{Hash(Site) mod 4}-{Ticks/1m}',
    '{Id}',
    'partition',
    (site, ticks) => `${site.length % 4}-${d19(ticks)}`,
  ),
  template(
    '{yyyyMM}_{Site}_{Ticks}',
    '{Id}',
    'partition',
    (site, ticks) => `${month(ticks)}_${site}_${d19(ticks)}`,
  ),
  template('{Site}', '{InvertedTicks}', 'row', (_, ticks) => d19(MAX - ticks)),
  template(
    '{yyyyMM}',
    '{InvertedTicks}_{Guid}',
    'row',
    (_, ticks) => `${d19(MAX - ticks)}_0f8fad5b-d9cb-469f-a165-70867728950e`,
  ),
  template('{Site}', '{Kind}_{Ticks}', 'row', (site, ticks) => `${site}_${d19(ticks)}`),
];

const place = fc.record({ site: fc.constantFrom('a', 'boiler1', 'boiler2', 'c9'), at: fc.nat(5000) });
const ticksOf = (at: number): bigint => START + BigInt(at) * 7n * MINUTE;

describe.each(WRITERS)('the time of unread keys of $name', ({ schemeId, part, key }) => {
  const scheme = schemeById(schemeId);
  if (scheme === undefined) throw new Error(`No scheme ${schemeId}`);
  const keyAt = ({ site, at }: { readonly site: string; readonly at: number }): string =>
    key(site, ticksOf(at));

  it('contains the time of every key between two others', () => {
    fc.assert(
      fc.property(place, place, place, fc.boolean(), fc.boolean(), (a, b, other, opensLow, opensHigh) => {
        const [low = '', high = ''] = [keyAt(a), keyAt(b)].toSorted();
        const span: KeySpan = {
          ...(opensLow ? {} : { from: low }),
          ...(opensHigh ? {} : { to: high }),
        };
        const text = keyAt(other);
        if ((!opensLow && text < low) || (!opensHigh && text >= high)) return;
        const time = timeOfRange(scheme, part === 'row' ? { partition: {}, row: span } : { partition: span });
        if (time === undefined) return;
        expect(ticksOf(other.at) >= time.from && ticksOf(other.at) < time.to).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a range within one text', () => {
  it('covers the time between its bounds', () => {
    const scheme = schemeById(templateSchemeId('{Site}_{Ticks}', '{Guid}'));
    if (scheme === undefined) throw new Error('no scheme');
    const [from, to] = [START, START + 60n * MINUTE];
    expect(timeOfRange(scheme, { partition: { from: `b1_${d19(from)}`, to: `b1_${d19(to)}` } })).toEqual({
      from,
      to,
    });
    expect(timeOfRange(scheme, { partition: { from: `b1_${d19(from)}`, to: 'b1`' } })?.from).toBe(from);
    const newest = schemeById(templateSchemeId('{Site}', '{InvertedTicks}'));
    if (newest === undefined) throw new Error('no scheme');
    expect(timeOfRange(newest, { partition: {}, row: { from: d19(MAX - to), to: d19(MAX - from) } })).toEqual(
      { from, to: to + 1n },
    );
  });
});
