import { describe, expect, it } from 'vitest';
import { page, rowStorePair, TEST_SCHEME_ID } from './rowStorePair.fixture.ts';

const HOUR = 36_000_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;

/** A row for an hour, with a value for each minute. */
const rowOf = (hour: number, name: (minute: number) => string): object => ({
  PartitionKey: 'boiler-1',
  RowKey: String(NEW_YEAR + BigInt(hour) * HOUR).padStart(19, '0'),
  ...Object.fromEntries(Array.from({ length: 60 }, (_, minute) => [name(minute), minute])),
});

async function recognized(...rows: readonly object[]) {
  const { client } = rowStorePair();
  await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [{ index: 0, label: 'all' }] });
  await client.append(1, 0, page(...rows));
  return client.recognizePoints();
}

describe('rows whose properties are points', () => {
  it('are known by their numbered names and the distance of their own times', async () => {
    const name = (minute: number): string => `S${String(minute).padStart(2, '0')}`;
    expect(await recognized(rowOf(0, name), rowOf(1, name), rowOf(2, name))).toMatchObject({
      naming: { kind: 'offset', prefix: 'S', stepTicks: HOUR / 60n },
      rowTicks: HOUR,
      isGuess: true,
    });
  });

  it('say the time of the earliest row, in whatever order they come', async () => {
    const hours = [5, 2, 9, 3];
    const { client } = rowStorePair();
    await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [{ index: 0, label: 'all' }] });
    // Each row is of another boiler, so that the order of the keys is not that of the times.
    const rows = hours.map((hour, at) => ({
      ...rowOf(hour, (minute) => `S${minute}`),
      PartitionKey: `boiler-${at}`,
    }));
    await client.append(1, 0, page(...rows));
    const naming = { kind: 'offset', prefix: 'S', stepTicks: HOUR / 60n } as const;
    const receipt = await client.points({ naming, unnamed: 'boiler', mostPoints: 1000 });
    expect(receipt).toMatchObject({ rows: 4, points: 240, rowsLeft: 0, firstTicks: NEW_YEAR + 2n * HOUR });
  });

  it('stop after the row that makes enough points, and say how many rows are left', async () => {
    const { client } = rowStorePair();
    await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [{ index: 0, label: 'all' }] });
    await client.append(1, 0, page(...[0, 1, 2, 3].map((hour) => rowOf(hour, (minute) => `S${minute}`))));
    const naming = { kind: 'offset', prefix: 'S', stepTicks: HOUR / 60n } as const;
    const read = async (mostPoints: number) => {
      let made = 0;
      const { rows, points, rowsLeft, firstTicks } = await client.points(
        { naming, unnamed: 'boiler', mostPoints },
        {
          onChunk: (bytes) => {
            made += (JSON.parse(new TextDecoder().decode(bytes)) as { value: unknown[] }).value.length;
          },
        },
      );
      return [rows, points, rowsLeft, firstTicks, made];
    };
    expect(await read(0)).toStrictEqual([0, 0, 4, undefined, 0]);
    expect(await read(60)).toStrictEqual([1, 60, 3, NEW_YEAR, 60]);
    expect(await read(61)).toStrictEqual([2, 120, 2, NEW_YEAR, 120]);
    expect(await read(120)).toStrictEqual([2, 120, 2, NEW_YEAR, 120]);
    expect(await read(1000)).toStrictEqual([4, 240, 0, NEW_YEAR, 240]);
    const empty = rowStorePair().client;
    await empty.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [{ index: 0, label: 'all' }] });
    const none = await empty.points({ naming, unnamed: 'boiler', mostPoints: 9 });
    expect([none.rows, none.points, 'firstTicks' in none]).toStrictEqual([0, 0, false]);
  });

  it('are not known by other names, nor where no key says a time', async () => {
    const name = (minute: number): string => String.fromCodePoint(0x4e00 + minute);
    expect(await recognized(rowOf(0, name), rowOf(1, name))).toBeUndefined();
    const timeless = { PartitionKey: 'boiler', RowKey: 'one', S1: 1, S2: 2, S3: 3 };
    expect(await recognized(timeless, { ...timeless, RowKey: 'two' })).toBeUndefined();
  });
});
