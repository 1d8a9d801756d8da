import { describe, expect, it } from 'vitest';
import { allowanceOf, columnsWithin, type GroupRows, leastReadRequests, readCost } from './budget.ts';
import { ProbeSpending } from './probeSpending.ts';

const group = (rows: number, more: Partial<GroupRows> = {}): GroupRows => ({
  isQuery: true,
  rows,
  least: rows,
  isAtLeast: false,
  ...more,
});

describe('the budget of a probe', () => {
  it('is a tenth of the requests of a read, rounded down, and 50 at least', () => {
    expect([0, 102, 500, 509, 510, 5009].map(allowanceOf)).toEqual([50, 50, 50, 50, 51, 500]);
  });

  it('a read asks each prefix by itself, and all else in one', () => {
    const prefixes = [group(1), group(1000), group(1001)];
    expect(readCost(prefixes, true)).toEqual({ rows: 2002, requests: 4, isAtLeast: false });
    const plain = prefixes.map((each) => ({ ...each, isQuery: false }));
    expect(readCost(plain, true).requests).toBe(3);
    expect(readCost([], true)).toEqual({ rows: 0, requests: 1, isAtLeast: false });
    expect(readCost(prefixes, false).isAtLeast).toBe(true);
    expect(readCost([group(5, { isAtLeast: true })], true).isAtLeast).toBe(true);
    // The low side: what is surely more than a page.
    expect(leastReadRequests([group(9000, { least: 3999 }), group(10)])).toBe(3 + 1);
  });

  it('the finest columns that the requests pay for; a cell of many rows takes five', () => {
    expect(columnsWithin([], 0)).toBe(96);
    expect(columnsWithin([0, 0], 0)).toBe(96);
    expect(columnsWithin([700], 1)).toBe(1);
    expect(columnsWithin([900], 1)).toBe(0);
    expect(columnsWithin([900], 2)).toBe(2);
    expect(columnsWithin([100, 100, 100], 60)).toBe(20);
    expect(columnsWithin([1_000_000, 1_000_000], 60)).toBe(6);
  });
});

describe('the spending of a probe', () => {
  const spendingOf = (rows: number) => new ProbeSpending([{ groupRows: group(rows) }]);

  it('holds back what requests under way may come to', () => {
    const spending = spendingOf(600_000);
    expect(spending.requestsLeft).toBe(60);
    spending.send(1, { purpose: 'density', requests: 4, rows: 3000 });
    expect([spending.requestsLeft, spending.rowsLeft]).toEqual([56, 582_000 - 3000]);
    spending.count(1, 2);
    spending.end(1, 1500);
    expect([spending.requestsLeft, spending.rowsLeft, spending.used]).toEqual([58, 582_000 - 1500, 2]);
    // What was not answered is not counted, and not twice.
    spending.send(2, { purpose: 'density', requests: 1, rows: 100 });
    spending.end(2, 0);
    spending.end(2, 70);
    expect([spending.requestsLeft, spending.rowsRead]).toEqual([58, 1500]);
  });

  it('who asks for more gets as many more, and not what is left on top', () => {
    const spending = spendingOf(1000);
    spending.allow(200);
    expect([spending.allowance, spending.requestsLeft]).toEqual([200, 200]);
    spending.allow(200);
    expect(spending.allowance).toBe(200);
  });
});
