import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../store/entityStore.ts';
import { isUtf8, isUtf8Range } from '../bytes/utf8.ts';

const key = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'aaaaaaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaaaaab', 'é', '😀', '～', '\n', 'a"'),
  fc.string({ maxLength: 20 }),
);

describe('KeyOrder', () => {
  it('finds the rows out of order and repeated that comparing texts finds, over pages of any keys', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.tuple(key, key), { maxLength: 8 }), { maxLength: 3 }), (pages) => {
        const store = new EntityStore(ticksScheme());
        const known = new Set<string>();
        let greatest: readonly [string, string] | undefined;
        for (const keys of pages) {
          let [outOfOrder, repeated] = [0, 0];
          for (const [partition, row] of keys) {
            const name = JSON.stringify([partition, row]);
            const isAbove =
              greatest === undefined ||
              partition > greatest[0] ||
              (partition === greatest[0] && row > greatest[1]);
            if (known.has(name)) repeated++;
            else if (!isAbove) outOfOrder++;
            if (isAbove) greatest = [partition, row];
            known.add(name);
          }
          const rows = keys.map(
            ([partition, row]) =>
              `{"PartitionKey":${JSON.stringify(partition)},"RowKey":${JSON.stringify(row)}}`,
          );
          const { anomalies, rows: stored } = store.append(decoded(pageBytes(rows)), 0);
          expect(anomalies).toMatchObject({ outOfOrder, repeated });
          expect(stored).toBe(keys.length - repeated);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('compares what is written with escapes by what it means, in whichever of the four keys it stands', () => {
    // By their bytes, a backslash is below every small letter.
    const letter = fc.tuple(fc.constantFrom('a', 'b', 'z'), fc.boolean()).map(([text, isEscaped]) => ({
      text,
      json: isEscaped ? `"\\u00${text.charCodeAt(0).toString(16)}"` : `"${text}"`,
    }));
    const rows = fc.array(fc.record({ partition: letter, row: letter, isMarked: fc.boolean() }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(rows, (all) => {
        const known = new Set<string>();
        let [outOfOrder, repeated, greatest] = [0, 0, ''];
        for (const { partition, row } of all) {
          const name = partition.text + row.text;
          if (known.has(name)) repeated += 1;
          else if (name < greatest) outOfOrder += 1;
          if (name > greatest) greatest = name;
          known.add(name);
        }
        const json = all.map(
          ({ partition, row, isMarked }) =>
            `{"PartitionKey":${partition.json},"RowKey":${row.json}${isMarked ? ',"odata.etag":"plain"' : ''}}`,
        );
        const { anomalies } = new EntityStore(ticksScheme()).append(decoded(pageBytes(json)), 0);
        expect(anomalies).toMatchObject({ outOfOrder, repeated });
      }),
      { numRuns: 200 },
    );
  });
});

describe('isUtf8Range', () => {
  it('takes exactly what the decoder takes', () => {
    const characters = fc.constantFrom(
      'a',
      '\u007f',
      '\u0080',
      '߿',
      'ࠀ',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '😀',
      '\u{10ffff}',
    );
    const unit = fc.oneof(
      fc.nat(255),
      fc.constantFrom(0x7f, 0x80, 0xbf, 0xc0, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xa0, 0x90),
    );
    const some = fc.oneof(
      fc.array(unit, { maxLength: 6 }),
      fc.tuple(fc.array(characters, { maxLength: 4 }), unit, fc.nat(20)).map(([text, byte, at]) => {
        const bytes = [...bytesOf(text.join(''))];
        bytes[at % (bytes.length + 1)] = byte;
        return bytes;
      }),
    );
    fc.assert(
      fc.property(some, (list) => {
        const bytes = Uint8Array.from([0x61, ...list, 0xff]);
        expect(isUtf8Range(bytes, 1, bytes.length - 1)).toBe(isUtf8(bytes.subarray(1, -1)));
      }),
      { numRuns: 400 },
    );
  });
});
