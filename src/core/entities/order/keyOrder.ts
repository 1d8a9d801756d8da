import {
  type DecodedPage,
  pageKey,
  SYSTEM_PARTITION_KEY,
  SYSTEM_ROW_KEY,
  SYSTEM_STRIDE,
} from '../page/decodedPage.ts';
import { FORM_PLAIN } from '../bytes/jsonBytes.ts';
import { compareWords, type WordBytes } from '../bytes/wordBytes.ts';
import { compareKeys, type EntityKey } from '../../keys/base/entityKey.ts';

const PARTITION_AT = SYSTEM_PARTITION_KEY * 3;
const ROW_AT = SYSTEM_ROW_KEY * 3;

/** Compares each row's key with the greatest key of its query so far, in ordinal UTF-16 order, as the service sorts. */
export class KeyOrder {
  private readonly page: DecodedPage;
  private readonly source: WordBytes;
  /** The row of the page with the greatest key; -1: none. */
  private greatestRow = -1;
  /** The greatest key as texts, if it is from an earlier page or if bytes do not show the order. Undefined: not made yet. */
  private greatest: EntityKey | undefined;

  constructor(page: DecodedPage, source: WordBytes, before: EntityKey | undefined) {
    this.page = page;
    this.source = source;
    this.greatest = before;
  }

  /** Order of a row's key against the greatest: negative, 0 or positive; positive if there is none yet. */
  compare(row: number): number {
    return this.isPlain(row) ? this.comparePlain(row) : this.compareTexts(row);
  }

  /** Makes a row's key the greatest. */
  raise(row: number): void {
    this.greatestRow = row;
    this.greatest = undefined;
  }

  /** The greatest key as texts that keep no page in memory; undefined if there was no row. */
  greatestKey(): EntityKey | undefined {
    if (this.greatestRow >= 0) this.greatest ??= this.keyOf(this.greatestRow);
    return this.greatest;
  }

  keyOf(row: number): EntityKey {
    return pageKey(this.page, row);
  }

  /** Whether both keys of a row and of the greatest are plain ASCII in this page, so that bytes show their order. */
  private isPlain(row: number): boolean {
    if (this.greatestRow < 0) return false;
    const { system } = this.page;
    const a = row * SYSTEM_STRIDE;
    const b = this.greatestRow * SYSTEM_STRIDE;
    return (
      system[a + PARTITION_AT] === FORM_PLAIN &&
      system[a + ROW_AT] === FORM_PLAIN &&
      system[b + PARTITION_AT] === FORM_PLAIN &&
      system[b + ROW_AT] === FORM_PLAIN
    );
  }

  private comparePlain(row: number): number {
    const a = row * SYSTEM_STRIDE;
    const b = this.greatestRow * SYSTEM_STRIDE;
    const order = this.compareBytes(a + PARTITION_AT, b + PARTITION_AT);
    return order === 0 ? this.compareBytes(a + ROW_AT, b + ROW_AT) : order;
  }

  private compareTexts(row: number): number {
    const greatest = this.greatestKey();
    return greatest === undefined ? 1 : compareKeys(this.keyOf(row), greatest);
  }

  private compareBytes(a: number, b: number): number {
    const { system } = this.page;
    const from = system[a + 1] as number;
    const than = system[b + 1] as number;
    if (from === than) return 0;
    return compareWords(this.source, from, system[a + 2] as number, than, system[b + 2] as number);
  }
}
