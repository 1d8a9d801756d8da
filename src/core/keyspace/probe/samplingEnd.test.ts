import { expect, it } from 'vitest';
import { isCostTime, MOST_BASE_REQUESTS, samplingEnd } from './samplingEnd.ts';
import type { DensityCell, ProbeGroup } from './probeTypes.ts';

const group: ProbeGroup = {
  label: '3',
  kind: 'prefix',
  partition: {},
  schemeId: 'wad-prefixed',
  firstKey: { partitionKey: '3', rowKey: '' },
  gaps: [],
  hasStrangers: false,
  endRequests: 0,
};
const cell = (at: number, width: number, rows: number): DensityCell => ({
  group: 0,
  from: BigInt(at),
  to: BigInt(at + width),
  rows,
  isCount: true,
  standardError: 0,
});

const NOTHING = { requests: 0, rows: 0 };

it('sampling ends where a query costs no more: a request a prefix and one for each thousand rows, unknown cells as full as the others', () => {
  const cells = [cell(0, 10, 4000), cell(10, 10, 2000), cell(0, 2, 900)];
  const pending = [{ group: 0, from: 20n, to: 30n, isFailed: false }];
  const prefixes = { groups: [group, group], cells, pending };
  expect(samplingEnd(prefixes, { requests: 13, rows: 4500 }, 10n)).toBeUndefined();
  const end = { why: 'plain', rows: 9000, requests: 2 + 9 + 3 };
  expect(samplingEnd(prefixes, { requests: 14, rows: 0 }, 10n)).toEqual(end);
  expect(samplingEnd(prefixes, { requests: 5, rows: 4501 }, 10n)).toEqual(end);
  const run = { groups: [{ ...group, kind: 'run' } as const], cells, pending };
  expect(samplingEnd(run, { requests: 13, rows: 0 }, 10n)?.requests).toBe(1 + 9 + 3);
  expect(samplingEnd({ ...prefixes, pending: [] }, { requests: 99, rows: 9999 }, 10n)).toBeUndefined();
  expect(samplingEnd(prefixes, NOTHING, 7n)).toBeUndefined();
});

it('and where its own requests are used up; it is asked now and then', () => {
  const cells = [cell(0, 10, 9_000_000)];
  const pending = [{ group: 0, from: 20n, to: 30n, isFailed: false }];
  const spent = { requests: MOST_BASE_REQUESTS, rows: 1000 };
  expect(samplingEnd({ groups: [group], cells, pending }, spent, 10n)?.why).toBe('most');
  const asked = Array.from({ length: MOST_BASE_REQUESTS + 1 }, (_, at) => at).filter(isCostTime);
  expect([asked[0], asked.at(-1)]).toEqual([600, MOST_BASE_REQUESTS]);
});
