import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityJson, entitySpec, pageBytes } from '../../entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../../entities/store/entityStore.ts';
import { valueOf } from '../../valueOf.fixture.ts';
import { writeCapture } from './captureWriter.ts';
import { CaptureReader } from './captureReader.ts';

const SUMMARY = '{"result":{"table":"Logs"}}';

/** Pages of entities, each of one query. */
const pages = fc.array(fc.tuple(fc.nat(3), fc.array(entitySpec, { maxLength: 4 })), { maxLength: 6 });

function stored(
  given: readonly (readonly [number, readonly Parameters<typeof entityJson>[0][]])[],
): EntityStore {
  const store = new EntityStore(ticksScheme());
  for (const [query, specs] of given) valueOf(store.appendBody(pageBytes(specs.map(entityJson)), query));
  return store;
}

function bytesOf(store: EntityStore): Uint8Array<ArrayBuffer> {
  const pieces = [...writeCapture(store, SUMMARY)].map(({ bytes }) => bytes);
  return new Uint8Array(Buffer.concat(pieces));
}

/** What a reader makes of bytes that arrive in pieces: the rows, or the message of the refusal. */
function read(
  bytes: Uint8Array,
  sizes: readonly number[] = [],
): { store: EntityStore; ended: boolean; refused?: string } {
  const reader = new CaptureReader();
  const store = new EntityStore(ticksScheme());
  const drain = (): { ended: boolean; refused?: string } => {
    for (;;) {
      const step = reader.next();
      if (!step.ok) return { ended: false, refused: step.error };
      if (step.value.kind === 'wait') return { ended: false };
      if (step.value.kind === 'end') return { ended: true };
      if (step.value.kind !== 'block') continue;
      const receipt = store.appendBody(step.value.body, step.value.query);
      if (!receipt.ok || receipt.value.rows !== step.value.rows)
        return { ended: false, refused: step.value.lines };
    }
  };
  let from = 0;
  for (const size of [...sizes, bytes.length]) {
    const to = Math.min(bytes.length, from + size);
    reader.push(bytes.slice(from, to));
    from = to;
    const state = drain();
    if (state.refused !== undefined) return { store, ...state };
  }
  reader.end();
  return { store, ...drain() };
}

function entities(store: EntityStore): unknown[] {
  return Array.from({ length: store.rowCount }, (_, row) => ({
    query: store.queryIndexes[row],
    entity: store.entity(row),
  }));
}

describe('a capture', () => {
  it('gives every row back, of its query, in the order of reading, however its bytes arrive', () => {
    fc.assert(
      fc.property(pages, fc.array(fc.integer({ min: 1, max: 97 }), { maxLength: 20 }), (given, sizes) => {
        const before = stored(given);
        const after = read(bytesOf(before), sizes);
        expect([after.refused, after.ended]).toEqual([undefined, true]);
        expect(entities(after.store)).toEqual(entities(before));
      }),
    );
  });

  it('keeps the etag of each row, that of its Timestamp and any other, and makes up none', () => {
    const before = new EntityStore(ticksScheme());
    const row = (at: number, more: object) => ({ PartitionKey: 'p', RowKey: String(at), ...more });
    const Timestamp = '2026-11-20T01:02:03.1234567Z';
    const rows = [
      row(1, { Timestamp, 'odata.etag': `W/"datetime'2026-11-20T01%3A02%3A03.1234567Z'"` }),
      row(2, { Timestamp, 'odata.etag': 'W/"other \\ \u00e9"' }),
      row(3, { Timestamp }),
    ];
    expect(before.appendBody(Buffer.from(JSON.stringify({ value: rows })), 0).ok).toBe(true);
    const after = read(bytesOf(before)).store;
    const etags = (store: EntityStore) => rows.map((_, at) => store.entity(at).etag);
    expect(etags(before)).toEqual(rows.map((each) => Reflect.get(each, 'odata.etag') as unknown));
    expect(etags(after)).toEqual(etags(before));
  });

  it('is refused with its place if any byte of it is another one, missing, or too many', () => {
    const before = stored([
      [0, []],
      [1, fc.sample(entitySpec, { numRuns: 4, seed: 7 })],
    ]);
    const bytes = bytesOf(before);
    const place = fc.nat(bytes.length - 1);
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = bytes.slice();
        changed[at] = (changed[at] as number) ^ change;
        const { ended, refused } = read(changed);
        expect(ended).toBe(false);
        expect(refused).toMatch(/[Ll]ine|newer Keyscope/);
      }),
      { numRuns: 250 },
    );
    fc.assert(
      fc.property(place, (length) => {
        expect(read(bytes.slice(0, length))).toMatchObject({
          ended: false,
          refused: expect.stringMatching(/cut off in line \d|first line/) as string,
        });
      }),
    );
    expect(read(new Uint8Array([...bytes, 10])).refused).toMatch(
      /^Line \d+ is after the end of the capture\.$/,
    );
  });

  it('reads any bytes without an exception, and takes none for a capture', () => {
    const line = fc.oneof(
      fc.json(),
      fc.constantFrom(
        '{"keyscope":"capture","version":1,"rows":1,"blocks":1}',
        SUMMARY,
        '{"block":{"query":0,"rows":1}}',
        '{"block":{"query":0,"rows":1000000}}',
        '{"PartitionKey":"a","RowKey":"b"}',
        '{"end":{"rows":1,"sum":"00000000"}}',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const { ended, refused } = read(Buffer.from(lines.map((each) => `${each}\n`).join('')));
        expect([ended, typeof refused]).toEqual([false, 'string']);
      }),
    );
  });
});
