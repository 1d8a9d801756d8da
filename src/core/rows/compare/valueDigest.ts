import { FORM_NULL, FORM_STRING } from '../../entities/bytes/jsonBytes.ts';
import { valueText } from '../../entities/page/pageNames.ts';
import type { ArenaValue } from '../../entities/store/valueArena.ts';
import { KeyDigest } from './keyDigest.ts';

/** The part of a row store that digests of values need. */
export interface ValuedRows {
  readonly eachCell: (row: number, visit: (column: number, value: ArenaValue) => void) => void;
  readonly columnNames: readonly string[];
  readonly typeNames: readonly string[];
}

/**
 * 32 bits for the values of a row: equal values of equal types have equal bits, in whatever order and however they are written. Different
 * ones differ, except by a chance of 1 in 2^32. Timestamp and ETag are not properties, so they do not count. A null counts as no value: no
 * table stores one, but the service sends it for a property that `$select` names and the row does not have.
 */
export class ValueDigest {
  private readonly digest = new KeyDigest();
  private readonly store: ValuedRows;
  private readonly wanted: ReadonlySet<string> | undefined;
  /** By column: a hash of its name; undefined: the column does not count. */
  private readonly columns: (number | undefined)[] = [];
  private readonly types: number[] = [];
  /** By column: whether any row so far has a value in it. */
  private readonly isHeld: boolean[] = [];
  private sum = 0;

  /** `names`: the properties that count; undefined: all of them. */
  constructor(store: ValuedRows, names: readonly string[] | undefined) {
    this.store = store;
    this.wanted = names && new Set(names);
  }

  /** The properties that count and of which some row so far has a value. */
  heldNames(): readonly string[] {
    return this.store.columnNames.filter((_name, column) => this.isHeld[column] === true);
  }

  of(row: number): number {
    this.sum = 0;
    this.store.eachCell(row, this.cell);
    return this.sum >>> 0;
  }

  private readonly cell = (column: number, value: ArenaValue): void => {
    if (value.form === FORM_NULL) return;
    const name = this.nameBits(column);
    if (name === undefined) return;
    this.isHeld[column] = true;
    const { digest } = this;
    this.types[value.type] ??= this.bitsOf(this.store.typeNames[value.type] ?? '');
    digest.begin();
    digest.number(name);
    digest.number(this.types[value.type] as number);
    const { bytes, form, from, to } = value;
    if (form === FORM_STRING) digest.text(valueText(bytes, form, from, to));
    else for (let at = from; at < to; at++) digest.byte(bytes[at] as number);
    // A sum does not depend on the order of the properties, which differs between files and queries.
    this.sum = (this.sum + digest.high) | 0;
  };

  private nameBits(column: number): number | undefined {
    if (column >= this.columns.length)
      for (const name of this.store.columnNames.slice(this.columns.length))
        this.columns.push(this.wanted?.has(name) === false ? undefined : this.bitsOf(name));
    return this.columns[column];
  }

  private bitsOf(text: string): number {
    this.digest.begin();
    this.digest.text(text);
    return this.digest.high;
  }
}
