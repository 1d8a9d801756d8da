import { expect, it } from 'vitest';
import { storeOf } from '../entities/store/storeOf.fixture.ts';
import { isoToTicks } from '../time/ticks.ts';
import { sqlTable } from './sqlTable.ts';

function tableOf(rows: readonly string[], properties: readonly string[]) {
  const work = sqlTable(storeOf(rows), Uint32Array.from(rows.keys()), properties);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

it('columns that were not asked for are named', () => {
  const { columns, left } = tableOf(['{"PartitionKey":"a","RowKey":"r","A":1,"B":2,"C":3}'], ['B']);
  expect(columns.flatMap(({ name, isSystem }) => (isSystem ? [] : [name]))).toEqual(['B']);
  expect(left).toEqual(['A', 'C']);
});

/** The name, number of nulls and values of the first two columns of a table with one row at each of these times. */
function timesOf(...times: readonly bigint[]) {
  const table = tableOf(
    times.map((ticks) => `{"PartitionKey":"a_0${ticks}","RowKey":"r"}`),
    [],
  );
  const [slice] = table.slices();
  return table.columns.slice(0, 2).map(({ name }, at) => {
    const { nullCount, data } = slice?.columns[at] ?? {};
    return [name, nullCount, ...(name === 'prefix' ? [] : (data ?? []))];
  });
}

it('a time that 64 bits of nanoseconds cannot hold is null, and all times are in time@ticks', () => {
  const near = isoToTicks('2026-11-20T00:00:00.1234567Z');
  const far = isoToTicks('1500-01-01T00:00:00.0000001Z');
  const nanoseconds = (near - isoToTicks('1970-01-01T00:00:00Z')) * 100n;
  expect(timesOf(near)).toEqual([
    ['time', 0, nanoseconds],
    ['prefix', 0],
  ]);
  expect(timesOf(near, far)).toEqual([
    ['time', 1, nanoseconds, 0n],
    ['time@ticks', 0, near, far],
  ]);
});
