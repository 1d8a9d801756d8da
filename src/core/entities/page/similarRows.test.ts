import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePage } from './decodePage.ts';
import { pageEntity } from './decodedPage.ts';
import { bytesOf, decoded, entityJson, entitySpec, expectedEntity, pageBytes } from './entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../store/entityStore.ts';
import { columnsOf } from '../store/storeOf.fixture.ts';
import { PageRows } from './pageRows.ts';

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'Shop.Web',
    'Shop.Worker',
    '2026-11-20T09:57:10.4388842Z',
    '2026-11-20T09:57:11.4388842Z',
  ),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('"', '\\', 'W/"datetime\'x\'"', 'é', '1234567\\', '12345678"', '1234567é', '\n'),
);
const numbers = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.constantFrom('5.0', '-0', '-0.5', '1e5', '2147483648', '0.10', '12345.678'),
);
const values = fc.oneof(
  texts.map((text) => JSON.stringify(text)),
  numbers,
  fc.constantFrom('true', 'false', 'null', '[1]', '{"a":"b"}'),
);

/** Rows like those of one table: the same few members, sometimes missing, of another type, or written differently. */
const similarRow = fc
  .record({
    etag: texts,
    key: texts,
    role: fc.option(texts, { nil: undefined, freq: 8 }),
    ticks: fc.option(fc.integer({ min: 10 ** 9, max: 10 ** 9 + 20 }), { nil: undefined, freq: 8 }),
    level: values,
    space: fc.constantFrom('', '', '', ' ', '\n '),
    name: fc.constantFrom('Level', 'Level', 'Level', 'L\\u0065vel', 'Other'),
  })
  .map(({ etag, key, role, ticks, level, space, name }) =>
    [
      `{"odata.etag":${JSON.stringify(etag)}`,
      `"PartitionKey":"p"`,
      `"RowKey":${JSON.stringify(key)}`,
      ...(role === undefined ? [] : [`"Role":${JSON.stringify(role)}`]),
      ...(ticks === undefined ? [] : [`"Ticks@odata.type":"Edm.Int64",${space}"Ticks":"${ticks}"`]),
      `"${name}":${space}${level}}`,
    ].join(`${space},`),
  );

/** An entity as JSON.parse reads it, in its own order. No names look like numbers. */
function parsed(json: string): unknown {
  const entity = JSON.parse(json) as Record<string, unknown>;
  const names = Object.keys(entity).filter(
    (name) => !/^(odata\.etag|PartitionKey|RowKey|.*@odata\.type)$/.test(name),
  );
  return {
    etag: entity['odata.etag'],
    key: entity['RowKey'],
    members: names.map((name) => [name, entity[name]]),
  };
}

function seen(page: ReturnType<typeof decoded>, row: number): unknown {
  const entity = pageEntity(page, row);
  return {
    etag: entity.etag,
    key: entity.rowKey,
    members: entity.properties.map(({ name, form, text }) => [
      name,
      form === 'string' ? text : JSON.parse(text),
    ]),
  };
}

describe('rows that are nearly alike', () => {
  it('keep the names of the cells that they share with the row before, however many rows and cells there are', () => {
    // Each row lacks the last cell of the one before, so that each has names of its own.
    for (const most of [3, 17, 60, 200]) {
      const rows = Array.from({ length: 2 * most }, (_, row) => most - (row % most));
      const json = rows.map(
        (cells) =>
          `{"PartitionKey":"p","RowKey":"r"${Array.from({ length: cells }, (_, at) => `,"N${at}":${at}`).join('')}}`,
      );
      const page = decoded(pageBytes(json));
      const names = rows.map((_, row) => pageEntity(page, row).properties.map(({ name }) => name));
      expect(names).toEqual(rows.map((cells) => Array.from({ length: cells }, (_, at) => `N${at}`)));
    }
  });

  it('hold what JSON.parse finds in each', () => {
    fc.assert(
      fc.property(fc.array(similarRow, { minLength: 2, maxLength: 12 }), (rows) => {
        const page = decoded(pageBytes(rows));
        expect(rows.map((_, row) => seen(page, row))).toEqual(rows.map(parsed));
      }),
      { numRuns: 60 },
    );
  });

  it('repeated entities of any kind come out as they went in', () => {
    fc.assert(
      fc.property(fc.array(entitySpec, { minLength: 1, maxLength: 3 }), (specs) => {
        const rows = [...specs, ...specs, ...specs];
        const page = decoded(pageBytes(rows.map(entityJson)));
        expect(rows.map((_, row) => pageEntity(page, row))).toEqual(rows.map(expectedEntity));
      }),
      { numRuns: 60 },
    );
  });

  it('tables whose rows have many shapes keep all names and types', () => {
    const rows = Array.from({ length: 300 }, (_, index) => {
      const members = Array.from({ length: 12 }, (_, column) =>
        (index >> (column % 5)) % 3 === 0 ? `,"c${column}":${index}` : '',
      );
      return `{"PartitionKey":"p","RowKey":"${index}"${members.join('')}}`;
    });
    const page = decoded(pageBytes(rows));
    expect(rows.map((_, row) => seen(page, row))).toEqual(rows.map(parsed));
  });
});

describe('EntityStore.appendBody', () => {
  it('stores the same as decodePage and append, page after page, after refused ones too', () => {
    fc.assert(
      fc.property(fc.array(fc.array(similarRow, { maxLength: 6 }), { maxLength: 5 }), (pages) => {
        const [own, other] = [new EntityStore(ticksScheme()), new EntityStore(ticksScheme())];
        pages.forEach((rows, query) => {
          const body = pageBytes(rows);
          expect(own.appendBody(body.slice(0, -1), query).ok).toBe(false);
          const receipt = own.appendBody(body, query);
          const expected = other.append(decoded(body), query);
          expect(receipt).toMatchObject({ ok: true, value: expected });
        });
        const all = (store: EntityStore): unknown =>
          Array.from({ length: store.rowCount }, (_, row) => store.entity(row));
        expect(all(own)).toEqual(all(other));
        expect(columnsOf(own)).toEqual(columnsOf(other));
      }),
      { numRuns: 50 },
    );
  });

  it('a page of rows is gone once its arrays are filled anew', () => {
    const rows = new PageRows();
    const first = decodePage(bytesOf('{"value":[{"PartitionKey":"p","RowKey":"1","a":1}]}'), rows);
    const second = decodePage(bytesOf('{"value":[]}'), rows);
    expect([first.ok, second.ok && second.value.rowCount]).toEqual([true, 0]);
  });
});

/** Members with repeated names, system names too, in page order; rows that repeat, and some that do not. */
const twiceRows = fc
  .array(
    fc.array(
      fc.tuple(
        fc.constantFrom('PartitionKey', 'RowKey', 'Timestamp', 'Level', 'Message', 'Level'),
        fc.constantFrom('"1"', '"2"', '"two"'),
      ),
      { maxLength: 5 },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .chain((shapes) =>
    fc.array(fc.tuple(fc.constantFrom(...shapes), fc.nat(2)), { minLength: 4, maxLength: 12 }),
  )
  .map((picked) =>
    picked.map(([members, number]) => [
      ['PartitionKey', '"p"'] as const,
      ['RowKey', `"r${number}"`] as const,
      ...members,
    ]),
  );

const SYSTEM_NAMES = ['PartitionKey', 'RowKey', 'Timestamp'];

it('rows with duplicate names keep the first key and every value, and each row is counted', () => {
  fc.assert(
    fc.property(twiceRows, (rows) => {
      const page = decoded(
        pageBytes(rows.map((row) => `{${row.map(([name, json]) => `"${name}":${json}`).join(',')}}`)),
      );
      const told = rows.map((row) => {
        const first = (name: string) => row.find(([other]) => other === name);
        return {
          keys: [first('PartitionKey'), first('RowKey')].map((pair) => JSON.parse(pair?.[1] ?? '') as string),
          others: row
            .filter((pair) => !SYSTEM_NAMES.includes(pair[0]) || pair !== first(pair[0]))
            .map(([name, json]) => [name, JSON.parse(json) as string]),
        };
      });
      const found = rows.map((_, row) => {
        const { partitionKey, rowKey, properties } = pageEntity(page, row);
        return { keys: [partitionKey, rowKey], others: properties.map(({ name, text }) => [name, text]) };
      });
      expect(found).toEqual(told);
    }),
    { numRuns: 200 },
  );
});
