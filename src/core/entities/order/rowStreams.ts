import type { TableKeyRange } from '../../keys/base/scheme.ts';
import { compareKeys } from './keyOrder.ts';
import type { EntityKey } from '../../keys/base/entityKey.ts';

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
  readonly table: string;
  /** Least and greatest key so far, rows that were not stored again included; undefined: no row yet. */
  least: EntityKey | undefined;
  greatest: EntityKey | undefined;
  /** Keys of all its rows, once one of them came at the wrong place. */
  keys: Set<string> | undefined;
}

/** Rows whose keys come before those of every later stretch. */
export interface KeyStretch {
  readonly rows: Uint32Array<ArrayBuffer>;
  /** False: the service mixed them up. */
  readonly isInOrder: boolean;
}

function compareStreams(a: RowStream, b: RowStream): number {
  if (a.table !== b.table) return a.table < b.table ? -1 : 1;
  return a.least === undefined || b.least === undefined ? 0 : compareKeys(a.least, b.least);
}

/** Whether a stream has rows of a table between two keys, both included. */
function reaches({ least, greatest }: RowStream, low: EntityKey, high: EntityKey): boolean {
  if (least === undefined || greatest === undefined) return false;
  return compareKeys(least, high) <= 0 && compareKeys(greatest, low) >= 0;
}

function keyName({ partitionKey, rowKey }: EntityKey): string {
  // No key holds U+0000.
  return `${partitionKey}\u0000${rowKey}`;
}

/** Which rows of a store were read together, and so which of them are in the order of keys. */
export class RowStreams {
  private readonly blocks: Block[] = [];
  private readonly streams = new Map<string, RowStream>();
  private readonly tableOf: (query: number) => string;
  private isCut = false;

  /** `tableOf`: the table that a query reads; one entity key names another entity in each. Default: one for all. */
  constructor(tableOf: (query: number) => string = () => '') {
    this.tableOf = tableOf;
  }

  stream(query: number, order: number): RowStream {
    const name = `${query} ${order}`;
    const known = this.streams.get(name);
    if (known !== undefined) return known;
    const table = this.tableOf(query);
    const fresh: RowStream = { query, order, table, least: undefined, greatest: undefined, keys: undefined };
    this.streams.set(name, fresh);
    return fresh;
  }

  /**
   * Other streams of the same table with rows between two keys, both included. There are none where every query got only
   * the rows that it asked for: no key belongs to two queries of a plan.
   */
  rivals(stream: RowStream, low: EntityKey, high: EntityKey): readonly RowStream[] {
    return [...this.streams.values()].filter(
      (other) => other !== stream && other.table === stream.table && reaches(other, low, high),
    );
  }

  /** Widens a stream to what a page brought. */
  widen(stream: RowStream, low: EntityKey | undefined, greatest: EntityKey | undefined): void {
    if (low !== undefined && (stream.least === undefined || compareKeys(low, stream.least) < 0)) {
      stream.least = low;
    }
    stream.greatest = greatest;
  }

  addPage(stream: RowStream, from: number, to: number): void {
    if (from === to) return;
    this.blocks.push({ from, to, query: stream.query, order: stream.order });
    this.isCut ||= stream.order > 0;
  }

  /**
   * Whether a row of a stream has this key. Asked only where a key is not above the greatest, or where streams reach into
   * each other: then all keys of the stream are collected once. `open`: its rows of the page that is being written.
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
   * All rows in the order of tables and of keys, in stretches. Streams are in order and seldom reach into each other, so
   * that no key has to be looked at.
   */
  keyStretches(): readonly KeyStretch[] {
    const sorted = [...this.streams.values()]
      .filter(({ least }) => least !== undefined)
      .toSorted(compareStreams);
    const clusters: { streams: RowStream[]; greatest: EntityKey | undefined }[] = [];
    for (const stream of sorted) {
      const last = clusters.at(-1);
      const { least, greatest } = stream;
      const joins =
        last?.greatest !== undefined &&
        last.streams[0]?.table === stream.table &&
        least !== undefined &&
        compareKeys(least, last.greatest) <= 0;
      if (last === undefined || !joins) clusters.push({ streams: [stream], greatest });
      else {
        last.streams.push(stream);
        if (greatest !== undefined && compareKeys(greatest, last.greatest ?? greatest) > 0) {
          last.greatest = greatest;
        }
      }
    }
    const places = new Map<string, Block[]>();
    for (const block of this.blocks) {
      const name = `${block.query} ${block.order}`;
      const own = places.get(name);
      if (own === undefined) places.set(name, [block]);
      else own.push(block);
    }
    return clusters.map(({ streams }) => ({
      rows: rowsOf(streams.flatMap(({ query, order }) => places.get(`${query} ${order}`) ?? [])),
      isInOrder: streams.length === 1 && streams[0]?.keys === undefined,
    }));
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

function rowsOf(blocks: readonly Block[]): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(blocks.reduce((count, { from, to }) => count + to - from, 0));
  let at = 0;
  for (const { from, to } of blocks) {
    for (let row = from; row < to; row++) rows[at++] = row;
  }
  return rows;
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
