import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInRange } from '../keys/base/keySpan.ts';
import type { KeySpan } from '../keys/base/scheme.ts';
import { keyRanges } from '../keys/keyRanges.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import { knowTemplates, templateSchemeId } from '../keys/templates/templateScheme.ts';
import type { GuardQuery } from './queryPlan.ts';
import { planOf, windowOf } from './planRequest.fixture.ts';

const WINDOW = windowOf('2026-11-22T14:00:00Z', '2026-11-22T14:01:00Z');
const TICKS = '0639000000000000000';

knowTemplates();

describe('the plan of a template', () => {
  it.each([1, 10, 100] as const)(
    'for %d writers has the same coverage checks as the built-in scheme',
    (volume) => {
      const template = templateSchemeId(`{Writer mod ${volume}:D19}___{Ticks/1m}`, '');
      const own = planOf({ schemeId: template, window: WINDOW });
      const known = planOf({ schemeId: 'mds-prefixed', volume, window: WINDOW });
      expect([own.queries.length, own.guards.length]).toEqual([volume, known.guards.length]);
      // A writer beyond those of the template, whose rows a check must find.
      const unread = `${String(volume).padStart(19, '0')}___${TICKS}`;
      const looks = ({ range }: Pick<GuardQuery, 'range'>): boolean =>
        range !== undefined && isInRange(unread, '', { ...range, exact: true });
      expect([own.queries.filter(looks).length, own.guards.filter(looks).length]).toEqual([0, 1]);
    },
  );

  it.each([
    ['{yyyyMM}', '{Guid}', '202611', 'any', 0],
    ['{yyyyMM}', '{Guid}', '2026-11', 'any', 0],
    ['{yyyyMM}', '{Guid}', 'a', 'any', 1],
    ['jobs', '{InvertedTicks}', 'jobs', 'text', 1],
    ['jobs', '{InvertedTicks}', 'jobt', '1', 1],
    ['{Writer mod 4}', '{Ticks}', '3', '9', 1],
    ['{Writer mod 4}', '{Ticks}', '3', TICKS, 0],
    ['{Writer mod 4}', '{Ticks}', '4', TICKS, 1],
  ])('%s / %s looks for the keys %s, %s in %d checks', (partition, row, pk, rk, checks) => {
    const { guards } = planOf({ schemeId: templateSchemeId(partition, row), window: WINDOW });
    const found = guards.filter(
      ({ range }) => range !== undefined && isInRange(pk, rk, { ...range, exact: true }),
    );
    expect(found).toHaveLength(checks);
  });

  it.each([
    ['{Writer mod 100}', 301, 0],
    ['{Hash(DeviceId) mod 101}', 102, 1],
    ['{Writer mod 1000}', 1001, 1],
  ])(
    'looks next to the RowKeys of %s in at most 100 partitions, and says where it does not',
    (partition, checks, notes) => {
      const plan = planOf({ schemeId: templateSchemeId(partition, '{Ticks}'), window: WINDOW });
      expect(plan.guards).toHaveLength(checks);
      expect(plan.notes.filter((note) => note.includes('are not looked for: in'))).toHaveLength(notes);
      // Buckets beyond those of the template are checked all the same.
      const beyond = plan.guards.filter(
        ({ range }) => range !== undefined && isInRange('x', 'y', { ...range, exact: true }),
      );
      expect(beyond).toHaveLength(1);
    },
  );

  it('reads all keys, or says what is not looked for, if keys may lie anywhere', () => {
    const all = planOf({ schemeId: templateSchemeId('{TenantId}_{yyyyMM}', ''), window: WINDOW });
    expect([all.guards, all.queries.map(({ range }) => range.partition)]).toEqual([[], [{}]]);
    const schemeId = templateSchemeId('{TenantId}', '{Ticks}');
    const byRow = planOf({ schemeId, window: WINDOW });
    expect(byRow.guards).toEqual([]);
    expect(byRow.notes).toContain('Rows whose RowKey holds no such time are not looked for in a scan.');
    expect(planOf({ schemeId }).queries.map(({ filter }) => filter)).toEqual([undefined]);
  });

  it('treats every range of the years 2000 to 2100 as expected', () => {
    const holds = (outer: KeySpan = {}, inner: KeySpan = {}): boolean =>
      (outer.from ?? '') <= (inner.from ?? '') &&
      (outer.to === undefined || (inner.to !== undefined && inner.to <= outer.to));
    const { from: first, to: last } = windowOf('2000-01-01', '2100-01-01');
    fc.assert(
      fc.property(
        fc.constantFrom(
          ['{Writer mod 10:D19}___{Ticks/1m}', ''],
          ['{yyyyMMddHH}', '{Guid}'],
          ['jobs', '{InvertedTicks}'],
          ['{Hash(DeviceId) mod 4}', '{Unix}_{Guid}'],
          ['log-{TenantId}', '{InvertedUnixMs}'],
        ),
        fc.bigInt({ min: first, max: last }),
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        ([partition = '', row = ''], from, length) => {
          const scheme = schemeById(templateSchemeId(partition, row));
          const homes = scheme?.homes({}) ?? [];
          const ranges = keyRanges(scheme?.id ?? '', { from, to: from + length });
          expect(ranges.length).toBeGreaterThan(0);
          for (const range of ranges) {
            const isAtHome = homes.some(
              (home) => holds(home.partition, range.partition) && holds(home.row, range.row),
            );
            expect(isAtHome).toBe(true);
          }
        },
      ),
    );
  });
});
