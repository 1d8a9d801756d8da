import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContinuationToken, Page, PageQuery, PageReader } from './pageReader.ts';
import { faultOf, type TableFault } from '../base/tableError.ts';

/** One row of the table that every service under test holds. */
interface ConformanceRow {
  readonly PartitionKey: string;
  readonly RowKey: string;
}

/** In the order of the service. These keys break code that encodes them carelessly. */
export const CONFORMANCE_ROWS: readonly ConformanceRow[] = [
  ["O'Brien & Sons", 'a+b=c'],
  ["O'Brien & Sons", 'percent %41 %'],
  ['été', 'emoji 😀'],
  ...Array.from({ length: 9 }, (_, row) => ['many', `row ${row}`] as const),
]
  .map(([PartitionKey, RowKey]) => ({ PartitionKey: PartitionKey ?? '', RowKey: RowKey ?? '' }))
  .toSorted((a, b) => compare(a.PartitionKey, b.PartitionKey) || compare(a.RowKey, b.RowKey));

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const CONFORMANCE_TABLE = 'Conformance';
/** Texts that the SDK would lose: a time with seven digits, an Int64, and a property with a name like a system key. */
const FAITHFUL_TEXTS = ['2013-01-01T00:00:00.1234567Z', '9223372036854775807', '"partitionKey":"mine"'];

/** A service with the rows above, and a reader of it. */
export interface ConformanceRig {
  readonly reader: PageReader;
  readonly close: () => Promise<void>;
}

interface ReadAll {
  readonly keys: readonly string[];
  readonly pages: readonly Page[];
}

function keysOf(page: Page): string[] {
  const parsed = JSON.parse(new TextDecoder().decode(page.body)) as { value: readonly ConformanceRow[] };
  return parsed.value.map((row) => JSON.stringify([row.PartitionKey, row.RowKey]));
}

async function readToEnd(reader: PageReader, query: PageQuery): Promise<ReadAll> {
  const keys: string[] = [];
  const pages: Page[] = [];
  let continuation: ContinuationToken | undefined;
  do {
    const page = await reader.readPage({ ...query, continuation }, new AbortController().signal);
    pages.push(page);
    keys.push(...keysOf(page));
    continuation = page.continuation;
  } while (continuation !== undefined && pages.length < 50);
  return { keys, pages };
}

/** The fault with which a read fails. */
export async function faultFrom(work: Promise<unknown>): Promise<TableFault> {
  const caught = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  const fault = faultOf(caught);
  if (fault === undefined) throw new Error(`Expected a TableError, got ${String(caught)}`);
  return fault;
}

const ALL_KEYS = CONFORMANCE_ROWS.map((row) => JSON.stringify([row.PartitionKey, row.RowKey]));

/** The behaviour that every PageReader must have, whatever its transport and its service. */
export function describePageReader(name: string, start: () => Promise<ConformanceRig>): void {
  describe(`PageReader: ${name}`, () => {
    let rig: ConformanceRig;
    beforeAll(async () => {
      rig = await start();
    });
    afterAll(() => rig.close());
    const table = { tableName: CONFORMANCE_TABLE };

    it('reads a whole table', async () => {
      const { keys } = await readToEnd(rig.reader, table);
      expect(keys).toEqual(ALL_KEYS);
    });

    it('follows continuation tokens to the end, each row once', async () => {
      for (const top of [1, 2, 5]) {
        const { keys, pages } = await readToEnd(rig.reader, { ...table, top });
        expect(keys).toEqual(ALL_KEYS);
        expect(pages.length).toBeGreaterThanOrEqual(Math.ceil(ALL_KEYS.length / top));
      }
    });

    it('sends filters byte for byte', async () => {
      for (const key of new Set(CONFORMANCE_ROWS.map((row) => row.PartitionKey))) {
        const filter = `PartitionKey eq '${key.replaceAll("'", "''")}'`;
        const { keys } = await readToEnd(rig.reader, { ...table, filter, top: 2 });
        expect(keys).toEqual(ALL_KEYS.filter((text) => (JSON.parse(text) as string[])[0] === key));
      }
    });

    it('hands on the bytes of the service', async () => {
      const page = await rig.reader.readPage({ ...table, top: 1 }, new AbortController().signal);
      const text = new TextDecoder().decode(page.body);
      for (const faithful of FAITHFUL_TEXTS) expect(text).toContain(faithful);
      expect(text).toContain('@odata.type');
      expect(page.body.byteLength).toBe(page.body.buffer.byteLength);
    });

    it('selects columns, also one that is named like a system key', async () => {
      const page = await rig.reader.readPage(
        { ...table, top: 1, select: ['PartitionKey', 'RowKey', 'partitionKey'] },
        new AbortController().signal,
      );
      const text = new TextDecoder().decode(page.body);
      expect(text).toContain('"partitionKey":"mine"');
      expect(text).not.toContain('9223372036854775807');
    });

    it('says that headers are exposed, names the request and its times in order', async () => {
      const page = await rig.reader.readPage({ ...table, top: 1 }, new AbortController().signal);
      expect(page.headersExposed).toBe(true);
      expect(page.requestId).toMatch(/\S/u);
      expect(page.continuation?.nextPartitionKey).toBeDefined();
      const { startedAtMs, headersAtMs, endedAtMs } = page.timing;
      expect([startedAtMs, headersAtMs, endedAtMs].toSorted((a, b) => a - b)).toEqual([
        startedAtMs,
        headersAtMs,
        endedAtMs,
      ]);
    });

    it('an empty range is an empty page', async () => {
      const { keys, pages } = await readToEnd(rig.reader, { ...table, filter: "PartitionKey eq 'nobody'" });
      expect(keys).toEqual([]);
      expect(pages).toHaveLength(1);
    });

    it('a table that is not there is an error with its code', async () => {
      const fault = await faultFrom(readToEnd(rig.reader, { tableName: 'NoSuchTable' }));
      expect(fault).toMatchObject({ kind: 'not-found', status: 404, code: 'TableNotFound' });
      expect(fault.nextStep).toContain('table name');
    });

    it('refuses what cannot be put into an address', async () => {
      const lone = `PartitionKey eq '${String.fromCharCode(0xd83d)}'`;
      for (const query of [
        { tableName: '../x' },
        { tableName: 'a' },
        { ...table, top: 1001 },
        { ...table, top: 0 },
        { ...table, filter: lone },
      ]) {
        expect(await faultFrom(readToEnd(rig.reader, query))).toMatchObject({ kind: 'input' });
      }
    });

    it('ends as cancelled when its signal aborts', async () => {
      const before = new AbortController();
      before.abort();
      expect(await faultFrom(rig.reader.readPage(table, before.signal))).toMatchObject({ kind: 'cancelled' });
      const during = new AbortController();
      const work = faultFrom(rig.reader.readPage(table, during.signal));
      during.abort();
      expect(await work).toMatchObject({ kind: 'cancelled' });
    });
  });
}
