import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageEntity } from '../page/decodedPage.ts';
import { decoded, entityJson, entitySpec, ODD_NAMES, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { type AppendReceipt, EntityStore } from './entityStore.ts';
import { columnsOf } from './storeOf.fixture.ts';
import { RowSorter } from '../order/rowOrder.ts';

function row(partitionKey: string, rowKey: string, more = ''): string {
  return `{"PartitionKey":${JSON.stringify(partitionKey)},"RowKey":${JSON.stringify(rowKey)}${more}}`;
}

function append(store: EntityStore, entities: readonly string[], queryIndex = 0): AppendReceipt {
  return store.append(decoded(pageBytes(entities)), queryIndex);
}

describe('EntityStore.append', () => {
  it('says what a page brought', () => {
    const store = new EntityStore(ticksScheme());
    const receipt = append(store, [row('a', '1'), row('a', '2'), row('b', '1')]);
    expect(receipt).toMatchObject({
      rows: 3,
      firstKey: { partitionKey: 'a', rowKey: '1' },
      lastKey: { partitionKey: 'b', rowKey: '1' },
      anomalies: { outOfOrder: 0, repeated: 0, outside: 0 },
      totalRows: 3,
    });
    const empty = append(store, []);
    expect(empty.rows).toBe(0);
    expect(empty.firstKey).toBeUndefined();
    expect(empty.totalRows).toBe(3);
  });

  it('counts rows outside of the keys that were asked for, and keeps them', () => {
    const store = new EntityStore(ticksScheme());
    const range = { partition: { from: 'b', to: 'd' }, row: { from: '5' }, exact: true };
    const page = decoded(
      pageBytes([row('a', '7'), row('b', '4'), row('b', '5'), row('c', '6'), row('d', '5')]),
    );
    const receipt = store.append(page, 0, { order: 0, range });
    expect([receipt.rows, receipt.anomalies.outside]).toEqual([5, 3]);
  });

  it('reads a query that was cut in the order of its parts, beside others as they came', () => {
    const store = new EntityStore(ticksScheme());
    const add = (query: number, order: number, ...keys: string[]) =>
      store.append(decoded(pageBytes(keys.map((key) => row(key, '')))), query, { order });
    add(0, 0, 'a');
    add(1, 0, 'x', 'y');
    expect(store.readingOrder()).toBeUndefined();
    add(0, 0.6, 'g', 'h');
    add(0, 0.3, 'c');
    add(1, 0, 'z');
    add(0, 0.6, 'i');
    const anomalies = add(0, 0.3, 'd').anomalies;
    expect([anomalies.outOfOrder, anomalies.repeated]).toEqual([0, 0]);
    const read = Array.from(store.readingOrder() ?? [], (at) => store.key(at).partitionKey);
    expect(read).toEqual(['a', 'x', 'y', 'c', 'd', 'g', 'z', 'h', 'i']);
    const sorter = new RowSorter(store);
    const arrival = Array.from(sorter.inOrder('arrival'));
    expect(arrival.map((at) => store.key(at).partitionKey)).toEqual(read);
    // No row has a time, so all are equal and stay in reading order.
    const byTime = Array.from(sorter.inOrder('time-asc'));
    expect(byTime).toEqual(arrival);
  });

  it('compares keys as UTF-16 units, however the page wrote them', () => {
    const store = new EntityStore(ticksScheme());
    // U+FF5E is above the surrogates that U+1F600 is written with, though below it as a code point.
    const receipt = append(store, [row('😀', ''), row('～', '')]);
    expect(receipt.anomalies.outOfOrder).toBe(0);
    const again = append(store, ['{"PartitionKey":"\\uff5e","RowKey":""}']);
    expect(again.anomalies.repeated).toBe(1);
  });

  it('stores a page as a whole or, where the store is full, not at all', () => {
    const store = new EntityStore(ticksScheme(), 24 * 1024 * 1024);
    const text = 'x'.repeat(30_000);
    const page = (from: number): string[] =>
      Array.from({ length: 100 }, (_, index) =>
        row(
          `group ${from}`,
          String(from + index).padStart(6, '0'),
          `,"${'P'.repeat(1 + from / 100)}":"${text}${from + index}"`,
        ),
      );
    const look = (): object => ({
      rows: store.rowCount,
      columns: columnsOf(store),
      groups: [...store.groupLabels],
      last: store.entity(store.rowCount - 1),
      bytesHeld: store.bytesHeld,
    });
    let from = 0;
    let before: object = {};
    const fill = (): void => {
      for (; from < 2000; from += 100) {
        append(store, page(from));
        before = look();
      }
    };
    expect(fill).toThrow(/^The row store is full: it holds 24 MiB/);
    expect(from).toBeGreaterThan(200);
    expect(store.rowCount).toBe(from);
    expect({ ...look(), bytesHeld: 0 }).toEqual({ ...before, bytesHeld: 0 });
    // The same page is refused again as a whole, and a small one fits.
    expect(() => append(store, page(from))).toThrow(RangeError);
    expect(append(store, [row('z', '1')])).toMatchObject({ rows: 1, totalRows: from + 1 });
  });

  it('knows the names that a row has more than once, and reads the first', () => {
    const store = new EntityStore(ticksScheme());
    append(store, [row('a', '1', ',"x":1,"y":1,"x":2,"x":3'), row('a', '2', ',"x":1')]);
    expect([0, 1].map((each) => store.repeatedNames(store.shapeOf(each)))).toEqual([['x'], []]);
    expect(store.cell(0, 'x')).toEqual({ type: 'Edm.Int32', text: '1' });
  });
});

describe('EntityStore holds every entity without loss', () => {
  it('whatever the pages and their order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(entitySpec, { maxLength: 4 }), { maxLength: 4 }), (pages) => {
        // One table per query: the same key is another entity in each.
        const store = new EntityStore(ticksScheme(), undefined, String);
        const expected = [];
        let query = 0;
        for (const specs of pages) {
          for (const spec of specs) {
            const page = decoded(pageBytes([entityJson(spec)]));
            expected.push(pageEntity(page, 0));
            store.append(page, query++);
          }
        }
        expect(store.rowCount).toBe(expected.length);
        expect(expected.map((_, index) => store.entity(index))).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('in one page of many rows too, with values that repeat and values that do not', () => {
    const store = new EntityStore(ticksScheme());
    const rows = Array.from({ length: 1500 }, (_, index) =>
      row(
        'p',
        String(index).padStart(5, '0'),
        `,"role":"web_${index % 3}","id":"unique ${index}","n":${index % 7}.0`,
      ),
    );
    const page = decoded(pageBytes(rows));
    store.append(page, 0);
    for (const index of [0, 1, 255, 256, 257, 1499])
      expect(store.entity(index)).toEqual(pageEntity(page, index));
  });

  it('past the first chunks of its memory', () => {
    const store = new EntityStore(ticksScheme());
    const long = 'é'.repeat(30_000);
    for (let query = 0; query < 160; query++)
      append(store, [row('p', `${query}`, `,"long":"${long}${query}"`)], query);
    expect(store.cell(0, 'long')?.text).toBe(`${long}0`);
    expect(store.cell(150, 'long')?.text).toBe(`${long}150`);
    expect(store.bytesHeld).toBeGreaterThan(160 * 60_000);
    expect(store.bytesHeld).toBeLessThan(3 * 160 * 60_000);
  });

  it('an etag that restates the Timestamp comes back, and one that does not', () => {
    const timestamp = '2026-11-20T21:10:06.26Z';
    const etags = [
      `W/"datetime'2026-11-20T21%3A10%3A06.26Z'"`,
      `W/"datetime'2026-11-20T21%3A10%3A06.27Z'"`,
      `W/"datetime'2026-11-20T21%3A10%3A06.26Z'" `,
      'x',
      '',
    ];
    const store = new EntityStore(ticksScheme());
    append(
      store,
      etags.map((etag, index) =>
        row('p', `${index}`, `,"Timestamp":"${timestamp}","odata.etag":${JSON.stringify(etag)}`),
      ),
    );
    expect(etags.map((_, index) => store.etag(index))).toEqual(etags);
  });

  it('a Timestamp of any form comes back as written', () => {
    const texts = [
      '2026-11-20T21:10:06.1000000Z',
      '2026-11-20T21:10:06.1Z',
      '2026-11-20T21:10:06Z',
      '2026-02-30T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '1601-01-01T00:00:00.0000001Z',
      '2178-08-27T00:00:00.12Z',
      '9999-12-31T23:59:59.9999999Z',
      'soon',
      '',
    ];
    const store = new EntityStore(ticksScheme());
    append(store, [
      ...texts.map((text, index) => row('p', `${index}`, `,"Timestamp":"${text}"`)),
      row('p', 'last'),
    ]);
    expect(texts.map((_, index) => store.timestamp(index))).toEqual(texts);
    expect(store.timestamp(texts.length)).toBeUndefined();
    const slot = { seconds: 0, fraction: 0, digits: 0 };
    const read = texts.map((_, index) => (store.readTimestamp(index, slot) ? { ...slot } : undefined));
    const instants = texts.map((text) => {
      const [whole = '', fraction = ''] = text.slice(0, -1).split('.');
      const ms = Date.parse(`${whole}Z`);
      const isThere = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(whole);
      const seconds = (ms - Date.parse('0001-01-01T00:00:00Z')) / 1000;
      return isThere
        ? { seconds, fraction: Number(fraction.padEnd(7, '0')), digits: fraction.length }
        : undefined;
    });
    expect(read).toEqual(instants);
  });

  it('refuses rows that are not there', () => {
    const store = new EntityStore(ticksScheme());
    append(store, [row('a', '1')]);
    for (const bad of [-1, 1, 0.5, Number.NaN]) expect(() => store.entity(bad)).toThrow(RangeError);
  });
});

describe('EntityStore columns', () => {
  it('counts types by column, in order of first sight', () => {
    const store = new EntityStore(ticksScheme());
    append(store, [
      row('a', '1', ',"n":1,"s":"x"'),
      row('a', '2', ',"n":1.5'),
      row('a', '3', ',"n":2,"u@odata.type":"Edm.New","u":"x","n":"text"'),
    ]);
    expect(columnsOf(store)).toEqual([
      {
        name: 'n',
        types: [
          { type: 'Edm.Int32', count: 2 },
          { type: 'Edm.String', count: 1 },
          { type: 'Edm.Double', count: 1 },
        ],
        count: 4,
      },
      { name: 's', types: [{ type: 'Edm.String', count: 1 }], count: 1 },
      { name: 'u', types: [{ type: 'Edm.New', count: 1 }], count: 1 },
    ]);
    expect(store.cell(1, 's')).toBeUndefined();
    expect(store.cell(1, 'none')).toBeUndefined();
  });

  it('names are never keys of an object', () => {
    const store = new EntityStore(ticksScheme());
    append(store, [row('a', '1', ODD_NAMES.map((name) => `,${JSON.stringify(name)}:1`).join(''))]);
    expect(columnsOf(store).map(({ name }) => name)).toEqual(ODD_NAMES);
    for (const name of ODD_NAMES) expect(store.cell(0, name)).toEqual({ type: 'Edm.Int32', text: '1' });
    expect(store.cell(0, 'valueOf')).toBeUndefined();
  });

  it('rows with columns of their own cost no more than their cells', () => {
    const store = new EntityStore(ticksScheme());
    const rows = Array.from({ length: 400 }, (_, index) => {
      const members = Array.from({ length: 100 }, (_, column) => `,"c${index}_${column}":1`).join('');
      return row('p', String(index).padStart(4, '0'), members);
    });
    append(store, rows);
    expect(columnsOf(store)).toHaveLength(40_000);
    expect(store.bytesHeld).toBeLessThan(40_000 * 420);
    expect(store.cell(399, 'c399_99')?.text).toBe('1');
  });
});

describe('EntityStore times', () => {
  const key = 'g_0639000000001234567';

  it("takes the key's time, and the event's where a property has it", () => {
    const store = new EntityStore(ticksScheme());
    append(store, [
      row(key, '1'),
      row(key, '2', ',"EventTicks@odata.type":"Edm.Int64","EventTicks":"639000000009999999"'),
      row(key, '3', ',"EventTime@odata.type":"Edm.DateTime","EventTime":"2026-11-20T00:00:00.5Z"'),
      row(
        key,
        '4',
        ',"EventTime":"2026-11-20T00:00:00.5Z","EventTicks@odata.type":"Edm.Int64","EventTicks":"7"',
      ),
      row(key, '5', ',"EventTicks":"no time","EventTime":true'),
      row('g_x', '6'),
    ]);
    expect(store.instant(0, 'event')).toEqual({ seconds: 63_900_000_000, fraction: 1_234_567, basis: 'key' });
    expect(store.instant(1, 'event')).toEqual({
      seconds: 63_900_000_000,
      fraction: 9_999_999,
      basis: 'event',
    });
    expect(store.instant(1, 'key')).toEqual({ seconds: 63_900_000_000, fraction: 1_234_567, basis: 'key' });
    expect(store.instant(2, 'event')).toEqual({
      seconds: 63_930_729_600,
      fraction: 5_000_000,
      basis: 'event',
    });
    expect(store.instant(3, 'event')).toEqual({ seconds: 0, fraction: 7, basis: 'event' });
    expect(store.instant(4, 'event')?.basis).toBe('key');
    expect(store.instant(5, 'event')).toBeUndefined();
  });

  it('takes the time of arrival only where keys hold no time', () => {
    const arrival = ',"Timestamp":"2026-11-20T00:00:00.0000001Z"';
    const none = new EntityStore(ticksScheme({ timeSource: 'none', rowTime: () => false }));
    append(none, [row('a', '1', arrival), row('a', '2', ',"Timestamp":"soon"'), row('a', '3')]);
    expect(none.instant(0, 'key')).toEqual({ seconds: 63_930_729_600, fraction: 1, basis: 'arrival' });
    expect(none.instant(0, 'event')?.basis).toBe('arrival');
    expect(none.instant(1, 'event')).toBeUndefined();
    expect(none.instant(2, 'event')).toBeUndefined();
    const timed = new EntityStore(ticksScheme());
    append(timed, [row('a', '1', arrival)]);
    expect(timed.instant(0, 'event')).toBeUndefined();
  });

  it('groups rows as the scheme says', () => {
    const store = new EntityStore(ticksScheme());
    append(store, [row('3_x', '1'), row('7_x', '1'), row('7_x', '2')]);
    expect(store.groupLabels).toEqual(['3', '7']);
    expect([...store.groups.subarray(0, 3)]).toEqual([0, 1, 1]);
  });
});
