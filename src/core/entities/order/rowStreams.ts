import type { TableKeyRange } from '../../keys/base/scheme.ts';
import { KeyIndex } from './keyIndex.ts';
import { compareKeys, type EntityKey } from '../../keys/base/entityKey.ts';

/** Where a page belongs within its query. */
export interface PageSlot {
  /** Orders the parts of a query: the rows of a part precede those of every part with a greater order. Default 0. */
  readonly order: number;
  /** The requested keys; undefined: not checked. */
  readonly range?: TableKeyRange | undefined;
  /** True if its rows may have been read before. Of two copies the newer one counts, see `RowVersions`. */
  readonly mayRepeat?: boolean;
}

/** The order of pages that may bring rows again: they come after all parts of their query. */
export const AGAIN = 2;

/** The order of pages whose rows do not come from a table, such as answers of SQL. Rows keep their order, and keys may repeat. */
export const AS_GIVEN = 3;

function isInKeyOrder(order: number): boolean {
  return order !== AGAIN && order !== AS_GIVEN;
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
  /** True if the plan lets its query read keys that other queries read too. */
  readonly sharesRows: boolean;
  /** Least and greatest key so far, including repeated rows; undefined: no row yet. */
  least: EntityKey | undefined;
  greatest: EntityKey | undefined;
  /** All its rows by key, collected at the first call of `rowWith`. */
  keys: KeyIndex | undefined;
}

/** Rows whose keys precede those of every later stretch. */
export interface KeyStretch {
  readonly rows: Uint32Array<ArrayBuffer>;
  /** True if the rows are known to be in key order. */
  readonly isInOrder: boolean;
}

function compareStreams(a: RowStream, b: RowStream): number {
  if (a.table !== b.table) return a.table < b.table ? -1 : 1;
  return a.least === undefined || b.least === undefined ? 0 : compareKeys(a.least, b.least);
}

/** Whether a stream has rows between two keys of a table, both included. */
function reaches({ least, greatest }: RowStream, low: EntityKey, high: EntityKey): boolean {
  if (least === undefined || greatest === undefined) return false;
  return compareKeys(least, high) <= 0 && compareKeys(greatest, low) >= 0;
}

/** Knows which rows of a store were read together, and so which are in key order. */
export class RowStreams {
  private readonly blocks: Block[] = [];
  private readonly streams = new Map<string, RowStream>();
  readonly tableOf: (query: number) => string;
  private readonly sharesRows: (query: number) => boolean;
  private isCut = false;

  /**
   * @param tableOf the table of a query, because the same key in another table is another entity; default: one for all
   * @param sharesRows whether other queries of the plan read the same keys under other conditions, so that a row may arrive twice; default:
   * none
   */
  constructor(
    tableOf: (query: number) => string = () => '',
    sharesRows: (query: number) => boolean = () => false,
  ) {
    this.tableOf = tableOf;
    this.sharesRows = sharesRows;
  }

  stream(query: number, order: number): RowStream {
    const name = `${query} ${order}`;
    const known = this.streams.get(name);
    if (known !== undefined) return known;
    const fresh: RowStream = {
      query,
      order,
      table: this.tableOf(query),
      sharesRows: this.sharesRows(query),
      least: undefined,
      greatest: undefined,
      keys: undefined,
    };
    this.streams.set(name, fresh);
    return fresh;
  }

  /**
   * Other streams of the same table with rows between two keys, both included. Normally none, since few
   * plans have queries that share keys.
   */
  rivals(stream: RowStream, low: EntityKey, high: EntityKey): readonly RowStream[] {
    return [...this.streams.values()].filter(
      (other) => other !== stream && other.table === stream.table && reaches(other, low, high),
    );
  }

  /** Extends a stream by the keys of a page. */
  widen(stream: RowStream, low: EntityKey | undefined, greatest: EntityKey | undefined): void {
    if (low !== undefined && (stream.least === undefined || compareKeys(low, stream.least) < 0)) {
      stream.least = low;
    }
    if (
      greatest !== undefined &&
      (stream.greatest === undefined || compareKeys(greatest, stream.greatest) > 0)
    )
      stream.greatest = greatest;
  }

  addPage(stream: RowStream, from: number, to: number): void {
    if (from === to) return;
    this.blocks.push({ from, to, query: stream.query, order: stream.order });
    this.isCut ||= stream.order > 0 && isInKeyOrder(stream.order);
  }

  /**
   * The row of a stream with this key; undefined: it has none. It is only called if a key is not above the greatest one, or if streams
   * overlap. The first call collects all keys of the stream.
   * @param open the rows of the stream on the page that is being written
   */
  rowWith(
    stream: RowStream,
    key: EntityKey,
    open: { readonly from: number; readonly to: number },
    keyOf: (row: number) => EntityKey,
  ): number | undefined {
    if (stream.keys === undefined) {
      const keys = new KeyIndex(keyOf);
      const own = this.blocks.filter(({ query, order }) => query === stream.query && order === stream.order);
      for (const { from, to } of [...own, open]) {
        for (let row = from; row < to; row++) keys.add(keyOf(row), row);
      }
      stream.keys = keys;
    }
    return stream.keys.rowOf(key);
  }

  /** Adds a row to the keys that were collected, if any were. */
  note(stream: RowStream, key: EntityKey, row: number): void {
    stream.keys?.add(key, row);
  }

  /** All rows by table and key, in stretches. Streams are sorted and rarely overlap, so the keys of single rows need not be compared. */
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
      isInOrder:
        streams.length === 1 && streams[0]?.keys === undefined && isInKeyOrder(streams[0]?.order ?? 0),
    }));
  }

  /**
   * The rows in reading order, as if no query had been cut: pages as they arrived, with the parts of a cut query in
   * order. Undefined if that is the order of the store.
   */
  readingOrder(): Uint32Array<ArrayBuffer> | undefined {
    if (!this.isCut) return undefined;
    const cut = new Set(this.blocks.filter(({ order }) => order > 0).map(({ query }) => query));
    const rowCount = this.blocks.at(-1)?.to ?? 0;
    const rows = Uint32Array.from({ length: rowCount }, (_, row) => row);
    for (const query of cut) {
      const places = this.blocks.filter((block) => block.query === query);
      // The sort is stable, so pages of one part stay as they arrived.
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

/** Puts the rows of the sorted blocks at the positions of the unsorted ones. */
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
