import type { TableKeyRange } from '../keys/scheme.ts';
import type { EntityKey } from './entity.ts';

/** Where a page belongs, beside its query. */
export interface PagePlace {
  /** Of the part of the query that it was read for: its rows stand before those of every greater order. Default 0. */
  readonly order: number;
  /** The keys that were asked for; undefined: not looked at. */
  readonly range?: TableKeyRange;
}

/** Rows of one page. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly query: number;
  readonly order: number;
}

/** What was read of one part of a query, page after page in key order. */
export interface RowStream {
  readonly query: number;
  readonly order: number;
  /** Greatest key so far; undefined: no row yet. */
  greatest: EntityKey | undefined;
  /** Keys of all its rows, once one of them came at the wrong place. */
  keys: Set<string> | undefined;
}

function keyName({ partitionKey, rowKey }: EntityKey): string {
  // No key holds U+0000.
  return `${partitionKey}\u0000${rowKey}`;
}

/** Which rows of a store were read together, and so which of them are in the order of keys. */
export class RowStreams {
  private readonly blocks: Block[] = [];
  private readonly streams = new Map<string, RowStream>();
  private isCut = false;

  stream(query: number, order: number): RowStream {
    const name = `${query} ${order}`;
    const known = this.streams.get(name);
    if (known !== undefined) return known;
    const fresh: RowStream = { query, order, greatest: undefined, keys: undefined };
    this.streams.set(name, fresh);
    return fresh;
  }

  addPage(stream: RowStream, from: number, to: number): void {
    if (from === to) return;
    this.blocks.push({ from, to, query: stream.query, order: stream.order });
    this.isCut ||= stream.order > 0;
  }

  /**
   * Whether a row of a stream has this key. Asked only where a key is not above the greatest: then all keys of the stream
   * are collected once. `openFrom`: the first row of the page that is being written.
   */
  holds(
    stream: RowStream,
    key: EntityKey,
    open: { readonly from: number; readonly to: number },
    keyOf: (row: number) => EntityKey,
  ): boolean {
    if (stream.keys === undefined) {
      const keys = new Set<string>();
      const own = this.blocks.filter(({ query, order }) => query === stream.query && order === stream.order);
      for (const { from, to } of [...own, open]) {
        for (let row = from; row < to; row++) keys.add(keyName(keyOf(row)));
      }
      stream.keys = keys;
    }
    return stream.keys.has(keyName(key));
  }

  /** Keeps the collected keys whole. */
  note(stream: RowStream, key: EntityKey): void {
    stream.keys?.add(keyName(key));
  }

  /**
   * The rows in the order of reading, as if no query had been cut: pages as they came, those of a cut query among
   * themselves in the order of its parts. Undefined where that is the order of the store.
   */
  readingOrder(): Uint32Array<ArrayBuffer> | undefined {
    if (!this.isCut) return undefined;
    const cut = new Set(this.blocks.filter(({ order }) => order > 0).map(({ query }) => query));
    const rowCount = this.blocks.at(-1)?.to ?? 0;
    const rows = Uint32Array.from({ length: rowCount }, (_, row) => row);
    for (const query of cut) {
      const places = this.blocks.filter((block) => block.query === query);
      // Stable: pages of one part stay as they came.
      placeRows(
        rows,
        places,
        places.toSorted((a, b) => a.order - b.order),
      );
    }
    return rows;
  }
}

/** Puts the rows of the blocks, in that order, at the places that the same blocks take. */
function placeRows(rows: Uint32Array, places: readonly Block[], ordered: readonly Block[]): void {
  let place = 0;
  let at = places[0]?.from ?? 0;
  for (const { from, to } of ordered) {
    for (let row = from; row < to; row++) {
      while (at === places[place]?.to) {
        place += 1;
        at = places[place]?.from ?? 0;
      }
      rows[at] = row;
      at += 1;
    }
  }
}
