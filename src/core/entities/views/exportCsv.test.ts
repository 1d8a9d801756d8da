import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ByteWriter } from '../../byteWriter.ts';
import type { Entity } from '../entity.ts';
import { decoded, entityJson, entitySpec, expectedEntity, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { guardFormula, guardText } from '../../csv.ts';
import { packAll, storeOf } from '../store/storeOf.fixture.ts';
import { EntityStore } from '../store/entityStore.ts';
import { exportCsv } from './exportCsv.ts';

function allRows(store: EntityStore): Uint32Array {
  return Uint32Array.from({ length: store.rowCount }, (_, row) => row);
}

function exported(
  store: EntityStore,
  formulaGuard: boolean,
  properties?: readonly string[],
  rows = allRows(store),
): { text: string; lossyRows: number } {
  const { pieces, lossyRows } = exportCsv(store, rows, { formulaGuard, properties });
  const text = [...pieces]
    .map(({ bytes: chunk }) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk))
    .join('');
  return { text, lossyRows: lossyRows() };
}

/** Parses CSV by RFC 4180, character by character. Throws if the text is not CSV. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      let cell = '';
      if (text[at] === '"') {
        for (at += 1; ; at += 1) {
          if (at >= text.length) throw new Error('A quote is never closed.');
          if (text[at] === '"') {
            if (text[at + 1] !== '"') break;
            at += 1;
          }
          cell += text[at];
        }
        at += 1;
      } else {
        while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
          if (text[at] === '"' || text[at] === '\n')
            throw new Error(`Not in quotes: ${JSON.stringify(text[at])}`);
          cell += text[at];
          at += 1;
        }
      }
      record.push(cell);
      if (text[at] === ',') at += 1;
      else break;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error('A record does not end with CR LF.');
    at += 2;
    records.push(record);
  }
  return records;
}

/** What UTF-8 makes of lone surrogates. */
function asUtf8(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
}

/** The record that an entity must become: of a repeated name the first value, and null as an empty cell of type Null. */
function expectedRecord(entity: Entity, columns: readonly string[]): string[] {
  const cells = columns.flatMap((name) => {
    const property = entity.properties.find((one) => one.name === name);
    if (property === undefined) return ['', ''];
    return [property.form === 'null' ? '' : property.text, property.type];
  });
  return [entity.partitionKey, entity.rowKey, entity.timestamp ?? '', ...cells].map(asUtf8);
}

describe('exportCsv', () => {
  it('writes the columns that Storage Explorer imports: system columns, then each property and its type', () => {
    const store = storeOf([
      '{"odata.etag":"W/\\"1\\"","PartitionKey":"p","RowKey":"r","Timestamp":"2026-11-20T00:00:00.1234567Z","Level":2,"Message":"a, \\"b\\"\\nc"}',
      '{"PartitionKey":"p","RowKey":"s","Count@odata.type":"Edm.Int64","Count":"9007199254740993","Message":""}',
    ]);
    expect(exported(store, true)).toEqual({
      text:
        'PartitionKey,RowKey,Timestamp,Level,Level@type,Message,Message@type,Count,Count@type\r\n' +
        'p,r,2026-11-20T00:00:00.1234567Z,2,Edm.Int32,"a, ""b""\nc",Edm.String,,\r\n' +
        'p,s,,,,,Edm.String,9007199254740993,Edm.Int64\r\n',
      lossyRows: 0,
    });
  });

  it('guards text that a spreadsheet would run, and nothing else', () => {
    const store = storeOf([
      '{"PartitionKey":"=1+1","RowKey":"-5","a":"=1","b":"+1","c":"-1","d":"@x","e":"\\tx","f":"\\rx","g":"x=1","h":-5,"i@odata.type":"Edm.Int64","i":"-7","j@odata.type":"Edm.Double","j":"-Infinity","k@odata.type":"Edm.Guid","k":"=cmd()","l":"\'=1","m":"0123"}',
    ]);
    const [, guarded] = parseCsv(exported(store, true).text);
    const values = guarded?.filter((_, at) => at < 2 || (at > 2 && at % 2 === 1));
    expect(values).toEqual([
      "'=1+1",
      "'-5",
      "'=1",
      "'+1",
      "'-1",
      "'@x",
      "'\tx",
      "'\rx",
      'x=1',
      '-5',
      '-7',
      '-Infinity',
      "'=cmd()",
      "''=1",
      '0123',
    ]);
    expect(parseCsv(exported(store, false).text)[1]?.slice(0, 5)).toEqual([
      '=1+1',
      '-5',
      '',
      '=1',
      'Edm.String',
    ]);
  });

  it('never guards Base64, which a sign more would make unreadable; other text that is said to be Binary is guarded', () => {
    const texts = ['+/8=', '/w==', '+A', '+1+1', '=1', '@SUM(A1)', "+cmd|' /C calc'!A0", '-_8='];
    const store = storeOf([
      `{"PartitionKey":"p","RowKey":"r",${texts.map((text, at) => `"${at}@odata.type":"Edm.Binary","${at}":"${text}"`).join(',')}}`,
    ]);
    const values = (parseCsv(exported(store, true).text)[1] ?? []).filter((_, at) => at > 2 && at % 2 === 1);
    expect(values).toEqual([
      '+/8=',
      '/w==',
      '+A',
      '+1+1',
      "'=1",
      "'@SUM(A1)",
      "'+cmd|' /C calc'!A0",
      "'-_8=",
    ]);
  });

  it('says how many rows it cannot hold', () => {
    const store = storeOf([
      '{"PartitionKey":"p","RowKey":"1","a":1,"a":2}',
      '{"PartitionKey":"p","RowKey":"2","a":"\\ud800"}',
      '{"PartitionKey":"p","RowKey":"3","a":"\\ud83d\\ude00"}',
    ]);
    const { text, lossyRows } = exported(store, true);
    expect(lossyRows).toBe(1);
    expect(parseCsv(text).map((record) => record[3])).toEqual(['a', '1', '\ufffd', '\u{1f600}']);
  });

  it('writes packed rows of several shapes in any order, with the chosen properties: each as it is by itself', () => {
    const few = fc.array(entitySpec, { minLength: 1, maxLength: 4 });
    const places = fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(few, places, fc.nat(), fc.boolean(), (specs, order, seed, guard) => {
        // Each row occurs six times with another number, so that values share patterns.
        const all = Array.from({ length: 6 * specs.length }, (_, at) => {
          const spec = specs[at % specs.length] ?? { partitionKey: '', rowKey: '', properties: [] };
          const numbered = { name: 'Numbered', type: 'Edm.String', form: 'string' as const };
          const text = `a${at % 4 === 0 ? ',' : ''} ${at * 17} b`;
          const properties = [...spec.properties, { ...numbered, json: JSON.stringify(text), text }];
          return { ...spec, rowKey: `${spec.rowKey}${at * 31}`, properties };
        });
        const store = new EntityStore(ticksScheme(), undefined, String, undefined, {
          blockRows: 9,
          shapeRows: 3,
        });
        for (const [row, spec] of all.entries()) store.append(decoded(pageBytes([entityJson(spec)])), row);
        packAll(store);
        const found = [...new Set(all.flatMap(({ properties }) => properties.map(({ name }) => name)))];
        const names = found.filter((_, at) => (seed >>> (at % 16)) % 3 !== 0).toReversed();
        const rows = Uint32Array.from(order, (place) => place % all.length);
        const { text, lossyRows } = exported(store, guard, names, rows);
        const entities = [...rows].map((row) => expectedEntity(all[row] as (typeof all)[number]));
        const guarded = (value: string, type: string): string => {
          if (!guard) return value;
          if (type === 'Edm.String') return guardText(value);
          return type === 'Edm.Binary' ? value : guardFormula(value);
        };
        expect(parseCsv(text).slice(1)).toEqual(
          entities.map((entity) => {
            const [partition = '', key = '', time = '', ...cells] = expectedRecord(entity, names);
            const values = cells.map((cell, at) =>
              at % 2 === 0 ? guarded(cell, cells[at + 1] ?? '') : guardFormula(cell),
            );
            return [
              guarded(partition, 'Edm.String'),
              guarded(key, 'Edm.String'),
              guarded(time, ''),
              ...values,
            ];
          }),
        );
        const isLossy = ({ properties, ...keys }: Entity): boolean => {
          const shown = names.flatMap((name) => properties.filter((each) => each.name === name));
          const texts = [keys.partitionKey, keys.rowKey, keys.timestamp ?? ''];
          const written = new Map(shown.toReversed().map(({ name, text: each }) => [name, each]));
          return [...texts, ...written.values()].some((each) => /\p{Surrogate}/u.test(each));
        };
        expect(lossyRows).toBe(entities.filter(isLossy).length);
      }),
      { numRuns: 50 },
    );
  });

  it('writes a value that comes again and again the same each time, whatever its length', () => {
    // A hundred at a time, five times each: values that repeat have one reference, and some are neighbours where they are kept.
    const texts = Array.from({ length: 900 }, (_, at) => {
      const text = `${at}${'x'.repeat((at * 7) % 50)}`;
      return at % 3 === 0 ? `${text},"z\\` : text;
    });
    const rows = Array.from(
      { length: 4500 },
      (_, at) => texts[Math.floor(at / 500) * 100 + (at % 100)] ?? '',
    );
    const store = storeOf(
      rows.map((text, at) => {
        const key = text.slice(0, 60).replaceAll('"', '').replaceAll('\\', '');
        return `{"PartitionKey":"${key}","RowKey":"${at}","A":${JSON.stringify(text)},"B":${at % 3},"C":true}`;
      }),
    );
    const records = parseCsv(exported(store, true).text).slice(1);
    expect(records.map((record) => record.slice(3))).toEqual(
      rows.map((text, at) => [text, 'Edm.String', String(at % 3), 'Edm.Int32', 'true', 'Edm.Boolean']),
    );
  });

  it('writes values of one pattern as it writes each alone: with commas, escapes, beginnings of formulas, of any type', () => {
    const piece = fc.constantFrom(
      '',
      'Slow: ',
      'a, b ',
      '=',
      '-',
      '+',
      '@',
      ' =',
      "'=",
      '\t',
      '"',
      'line\n',
      '\\',
      'é',
      '\uff1d',
      '; ',
      'x'.repeat(70),
      ',',
    );
    const twelve = (number: fc.Arbitrary<number | string>) =>
      fc.array(number, { minLength: 12, maxLength: 12 });
    // A column is mostly of one kind, because only values that share a pattern are taken apart.
    const numbers = fc.oneof(
      twelve(fc.nat(9)),
      twelve(fc.nat(4_000_000_000)),
      twelve(fc.constantFrom('007', '070')),
      twelve(fc.constantFrom('9'.repeat(19), '0'.repeat(12), '12345678901234567890123')),
      twelve(fc.uuid().map((text) => text.toUpperCase())),
      twelve(fc.oneof(fc.nat(9), fc.constant('08'))),
    );
    // Longer values are not looked up among the repeated ones.
    const tail = 'x'.repeat(64);
    const zeros = '0'.repeat(66);
    const column = fc.record({
      pieces: fc.tuple(piece, piece, piece),
      first: numbers,
      second: numbers,
      type: fc.constantFrom('Edm.String', 'Edm.Int64', 'Edm.Guid', 'Edm.Double', 'number'),
    });
    const textOf = (
      { pieces, first, second, type }: typeof column extends fc.Arbitrary<infer T> ? T : never,
      at: number,
    ): string => {
      return type === 'number'
        ? `-${at * 7}.25${zeros}`
        : `${pieces[0]}${first[at]}${pieces[1]}${second[at]}${pieces[2]}`;
    };
    fc.assert(
      fc.property(
        column,
        fc.array(column, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (keys, columns, guard) => {
          const rows = Array.from({ length: 12 }, (_, at) => ({
            key: textOf({ ...keys, type: 'Edm.String' }, at),
            values: columns.map((each) => textOf(each, at) + (each.type === 'number' ? '' : tail)),
          }));
          const store = new EntityStore(ticksScheme(), undefined, String, undefined, {
            blockRows: 8,
            shapeRows: 2,
          });
          for (const [row, { key, values }] of rows.entries()) {
            const properties = columns.map(({ type }, at) => {
              const value = values[at] ?? '';
              if (type === 'number') return `"C${at}":${value}`;
              return `"C${at}@odata.type":"${type}","C${at}":${JSON.stringify(value)}`;
            });
            const json = `{"PartitionKey":"p","RowKey":${JSON.stringify(key)},${properties.join(',')}}`;
            store.append(decoded(pageBytes([json])), row);
          }
          packAll(store);
          const records = parseCsv(exported(store, guard).text).slice(1);
          const guarded = (text: string, isText: boolean): string => {
            if (!guard) return text;
            return isText ? guardText(text) : guardFormula(text);
          };
          expect(records).toEqual(
            rows.map(({ key, values }) => [
              'p',
              guarded(key, true),
              '',
              ...values.flatMap((value, at) => {
                const type = columns[at]?.type ?? '';
                return [guarded(value, type === 'Edm.String'), type === 'number' ? 'Edm.Double' : type];
              }),
            ]),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('takes steps for the cells that a row has, not for all that others have', () => {
    const rows = Array.from({ length: 40 }, (_, row) => {
      const own = Array.from({ length: 200 }, (_name, at) => `"Name${row * 200 + at}":${at}`);
      return `{"PartitionKey":"p","RowKey":"${row}",${own.join(',')}}`;
    });
    const steps = (['byte', 'fill', 'text', 'words', 'wordsWithout'] as const).map((name) =>
      vi.spyOn(ByteWriter.prototype, name),
    );
    try {
      const records = parseCsv(exported(storeOf(rows), true).text);
      const taken = steps.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      expect(taken).toBeLessThan(40 * 200 * 6);
      expect(records.map(({ length }) => length)).toEqual(Array.from({ length: 41 }, () => 3 + 2 * 8000));
      expect(records.at(-1)?.slice(-4)).toEqual(['198', 'Edm.Int32', '199', 'Edm.Int32']);
      expect(records[1]?.slice(3, 9)).toEqual(['0', 'Edm.Int32', '1', 'Edm.Int32', '2', 'Edm.Int32']);
    } finally {
      for (const step of steps) step.mockRestore();
    }
  });

  it('cuts chunks near 1 MiB at the end of a line', () => {
    const long = 'x'.repeat(700_000);
    const store = storeOf(
      Array.from({ length: 4 }, (_, row) => `{"PartitionKey":"p","RowKey":"${row}","a":"${long}"}`),
    );
    const pieces = [...exportCsv(store, allRows(store), { formulaGuard: true }).pieces];
    expect(pieces.map(({ bytes }) => bytes.at(-1))).toEqual([0x0a, 0x0a]);
  });
});
