import { afterEach, describe, expect, it } from 'vitest';
import { createActivity } from '../../state/base/activity.ts';
import type { Session } from '../../state/connection/session.ts';
import { oneShotReads, tableListRead, tableSampleRead } from './oneShotReads.ts';

type Connection = Session['connection'];

const activity = createActivity((done) => setImmediate(done));
const KEYS = { PartitionKey: '2519', RowKey: 'r1', Timestamp: '2026-11-20T00:00:00Z' };

/** A connection that counts its requests, and answers each with one row, or fails. */
function connectionOf(id: string, fails = false) {
  const asked: string[] = [];
  const answer = <T>(name: string, value: T): Promise<T> => {
    asked.push(name);
    return fails ? Promise.reject(new Error('HTTP 503')) : Promise.resolve(value);
  };
  const connection = {
    id,
    listTables: () => answer('list', { names: ['Logs'] }),
    readOnce: (query: { readonly tableName: string }) =>
      answer(query.tableName, { body: new TextEncoder().encode(JSON.stringify({ value: [KEYS] })) }),
  } as unknown as Connection;
  return { connection, asked };
}

afterEach(() => oneShotReads.clear());

describe('reads of one answer', () => {
  it('are sent once for all views, and anew for another table or connection', async () => {
    const one = connectionOf('1');
    const other = connectionOf('2');
    const first = await oneShotReads.fetchQuery(tableSampleRead(one.connection, 'Logs', activity));
    const sent = one.asked.length;
    expect(sent).toBeGreaterThan(0);
    expect(await oneShotReads.fetchQuery(tableSampleRead(one.connection, 'Logs', activity))).toBe(first);
    expect(one.asked).toHaveLength(sent);
    await oneShotReads.fetchQuery(tableSampleRead(one.connection, 'Orders', activity));
    await oneShotReads.fetchQuery(tableSampleRead(other.connection, 'Logs', activity));
    expect([one.asked.at(-1), other.asked.length]).toEqual(['Orders', sent]);
  });

  it('are not repeated by the cache where they fail: retries have one owner', async () => {
    const { connection, asked } = connectionOf('3', true);
    await expect(oneShotReads.fetchQuery(tableListRead(connection, activity))).rejects.toThrow('HTTP 503');
    expect(asked).toEqual(['list']);
  });
});
