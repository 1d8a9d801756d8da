import {
  CELL_STRIDE,
  FORM_ABSENT,
  SYSTEM_ETAG,
  SYSTEM_STRIDE,
  TAG_DUPLICATE,
  TAG_TYPE_SHIFT,
} from './decodedPage.ts';
import { FORM_NUMBER, FORM_PLAIN, FORM_STRING, type JsonBytes } from '../bytes/jsonBytes.ts';
import {
  isBetween,
  PLACE_PROPERTY,
  readBare,
  readText,
  startTemplate,
  type MemberTemplate,
  templateAt,
} from './memberTemplates.ts';
import type { MemberName } from './pageNames.ts';
import type { PageRows } from './pageRows.ts';
import { inferType, TYPE_INT32 } from './typeTable.ts';

const CLOSE = 0x7d;
/** Longer rows are followed member by member: the service allows 255 properties and adds 8. */
const TAG_INT32 = FORM_NUMBER | (TYPE_INT32 << TAG_TYPE_SHIFT);
/** Bytes compared at once. */
const WORD = 8;
/** Differences whose positions are remembered for the next row; a power of two minus one. */
const STEP_MASK = 63;
/** How a member's value was last written: plain ASCII; an Int32 without annotation; otherwise. */
const OTHER_FORM = 0;
const PLAIN_TEXT = 1;
const SHORT_INTEGER = 2;
const MAX_MEMBERS = 263;

/** Escaped and plain strings get one form, so that the rows of a column have one kind. */
export function cellForm(form: number): number {
  return form === FORM_PLAIN ? FORM_STRING : form;
}

/** Zero bits below the lowest set bit; 32 for zero. */
function lowZeros(word: number): number {
  return 32 - Math.clz32(~word & (word - 1));
}

/**
 * How many of the next eight bytes are equal before the first difference. Branch-free, because no processor could
 * predict the branches.
 */
function sameBytes(view: DataView, a: number, b: number): number {
  const bits = lowZeros(view.getInt32(a, true) ^ view.getInt32(b, true));
  const more = lowZeros(view.getInt32(a + 4, true) ^ view.getInt32(b + 4, true));
  return (bits + (more & -(bits >>> 5))) >>> 3;
}

function formOf(json: JsonBytes, template: MemberTemplate): number {
  if (template.isText) return template.form === FORM_PLAIN ? PLAIN_TEXT : OTHER_FORM;
  return template.type < 0 && tagOf(json, template) === TAG_INT32 ? SHORT_INTEGER : OTHER_FORM;
}

function tagOf(json: JsonBytes, template: MemberTemplate): number {
  let { type } = template;
  if (type < 0)
    type = template.isText ? 0 : inferType(template.form, json.bytes, template.valueFrom, template.valueTo);
  return cellForm(template.form) | (type << TAG_TYPE_SHIFT);
}

/**
 * Reads rows by comparing them with earlier ones. Members that match a known template are recognized by their leads. If
 * a whole row matched, the next is compared with it from one differing value to the next, so everything that repeats,
 * names and values alike, is one comparison of bytes.
 */
export class RowTemplates {
  duplicateNameRows = 0;
  readonly start: MemberTemplate = startTemplate();
  private readonly json: JsonBytes;
  private readonly rows: PageRows;
  private lastDuplicateRow = -1;
  /** The previous row as far as templates matched it: its members and the offsets of their values. */
  private readonly templates: MemberTemplate[] = [];
  private readonly from = new Int32Array(MAX_MEMBERS);
  private readonly to = new Int32Array(MAX_MEMBERS);
  private count = 0;
  /** PLAIN_TEXT, SHORT_INTEGER or OTHER_FORM. */
  private readonly forms = new Uint8Array(MAX_MEMBERS);
  /** Offset of their cell from the row's first cell, or -1; and the cell's tag. */
  private readonly cellAt = new Int16Array(MAX_MEMBERS);
  private readonly tags = new Int32Array(MAX_MEMBERS);
  /** The members that differed in the last compared row, in order. */
  private readonly changes = new Int16Array(STEP_MASK + 1);
  /** Number of cells among these members. */
  private cells = 0;
  /** Where the row begins, and the offset of its closing brace. */
  private rowFrom = 0;
  private rowTo = 0;
  /** Whether these are all its members, each name once. */
  private isWhole = false;

  constructor(json: JsonBytes, rows: PageRows) {
    this.json = json;
    this.rows = rows;
  }

  /** Reads a row from its brace as far as it matches earlier ones; returns the last template. */
  open(at: number): MemberTemplate {
    const { isWhole } = this;
    const rowBefore = this.rowFrom;
    this.rowFrom = at;
    if (!isWhole) {
      this.count = 0;
      this.cells = 0;
    }
    this.isWhole = true;
    const before = isWhole ? this.readLike(at, rowBefore) : this.start;
    return this.json.bytes[this.json.pos] === CLOSE ? before : this.follow(before);
  }

  /** The rest of this row does not match any template. */
  spoil(): void {
    this.isWhole = false;
  }

  /** Ends a row at its closing brace. */
  close(): void {
    this.rowTo = this.json.pos - this.rowFrom;
  }

  /** Reads members as long as they match a template; returns the last one. */
  follow(from: MemberTemplate): MemberTemplate {
    const { json } = this;
    const { bytes } = json;
    const { system, rowCount: row } = this.rows;
    const base = row * SYSTEM_STRIDE;
    let before = from;
    let at = json.pos;
    for (;;) {
      const template = templateAt(json, at, before);
      if (template === undefined) break;
      const { place } = template;
      // A repeated system name needs a full parse.
      if (place >= 0 && system[base + place * 3] !== FORM_ABSENT) break;
      const value = at + template.leadLength;
      const to = template.isText ? readText(json, template, value) : readBare(json, template, value);
      if (to < 0) break;
      at = to;
      let tag = 0;
      if (place >= 0) {
        system[base + place * 3] = template.form;
        system[base + place * 3 + 1] = template.valueFrom;
        system[base + place * 3 + 2] = template.valueTo;
        template.member.seenIn = row;
      } else if (place === PLACE_PROPERTY) {
        tag = tagOf(json, template);
        this.pushProperty(template.name, template.member, tag, template.valueFrom, template.valueTo);
      }
      this.note(template, tag, value, template.isText ? to - 1 : to);
      before = template;
      if (bytes[at] === CLOSE) break;
    }
    json.pos = at;
    return before;
  }

  pushProperty(name: number, member: MemberName, tag: number, from: number, to: number): void {
    const { rowCount } = this.rows;
    let marked = tag;
    if (member.seenIn === rowCount) {
      marked |= TAG_DUPLICATE;
      if (this.lastDuplicateRow !== rowCount) this.duplicateNameRows++;
      this.lastDuplicateRow = rowCount;
      this.isWhole = false;
    }
    member.seenIn = rowCount;
    this.rows.pushCell(name, marked, from, to);
  }

  private note(template: MemberTemplate, tag: number, from: number, to: number): void {
    const { count } = this;
    if (count === MAX_MEMBERS) {
      this.isWhole = false;
      return;
    }
    this.templates[count] = template;
    this.cellAt[count] = template.place === PLACE_PROPERTY ? this.cells++ * CELL_STRIDE : -1;
    this.forms[count] = formOf(this.json, template);
    this.tags[count] = tag;
    this.from[count] = from - this.rowFrom;
    this.to[count] = to - this.rowFrom;
    this.count = count + 1;
  }

  /**
   * Compares the row at `at` with the previous one and reads the values that differ. Once the rows diverge, `follow`
   * continues. Returns the last template.
   */
  private readLike(at: number, rowBefore: number): MemberTemplate {
    const { json, rows, from, to, forms, changes, count } = this;
    const { view, end } = json;
    rows.repeat(this.cells);
    /** Distance from the end of this row to the end of the previous one, if both had the same length. */
    const before = rowBefore - at + this.rowTo;
    let back = rowBefore - at;
    let last = at + this.rowTo;
    let wordEnd = Math.min(last, end - WORD);
    let pos = at;
    let index = 0;
    let step = 0;
    for (;;) {
      // Exact, since the previous row is JSON: no word in it is zero, and NaN only means a full scan.
      while (pos <= wordEnd && view.getFloat64(pos, true) === view.getFloat64(pos + back, true)) pos += WORD;
      pos = pos <= wordEnd ? pos + sameBytes(view, pos, pos + back) : this.differsInTail(pos, back, last);
      const place = pos - at;
      // Usually the same value differs as in the previous row.
      const guess = changes[step] as number;
      if (place >= (from[guess] as number) && place <= (to[guess] as number) && guess < count) index = guess;
      else {
        index = this.memberAt(index, place);
        if (index === count || place < (from[index] as number)) break;
        changes[step] = index;
      }
      step = (step + 1) & STEP_MASK;
      const valueFrom = (from[index] as number) + at;
      const valueTo = (to[index] as number) + at;
      const form = forms[index] as number;
      const member = index;
      // Usually the value has the same length and few different bytes.
      if (form === PLAIN_TEXT && json.isPlainWord(pos, valueTo)) {
        pos = Math.min(pos + WORD, valueTo);
      } else if (form === SHORT_INTEGER && json.isIntegerUntil(valueFrom, valueTo)) {
        pos = valueTo;
        index++;
      } else {
        if (!this.readChanged(index, pos)) break;
        pos = (to[index++] as number) + at;
        back = before - this.rowTo;
        last = at + this.rowTo;
        wordEnd = Math.min(last, end - WORD);
        continue;
      }
      this.setValue(member, valueFrom, valueTo);
    }
    return this.endLike(index, pos, at);
  }

  /** The first member from `index` on whose value ends at or after `place`; the member count if there is none. */
  private memberAt(index: number, place: number): number {
    let at = index;
    while (at < this.count && (this.to[at] as number) < place) at++;
    return at;
  }

  /** Ends the comparison after `count` members. */
  private endLike(count: number, differs: number, at: number): MemberTemplate {
    const { json, rows, templates, from, to } = this;
    const last = count === 0 ? this.start : (templates[count - 1] as MemberTemplate);
    if (count === this.count && differs > this.rowTo + at) {
      json.pos = this.rowTo + at;
      return last;
    }
    json.pos = count === 0 ? at : at + (to[count - 1] as number) + (last.isText ? 1 : 0);
    this.count = count;
    this.cells = 0;
    let places = 0;
    for (let index = 0; index < count; index++) {
      const template = templates[index] as MemberTemplate;
      const { member, place } = template;
      template.valueFrom = (from[index] as number) + at;
      template.valueTo = (to[index] as number) + at;
      member.seenIn = rows.rowCount;
      if (place >= 0) places |= 1 << place;
      else if (place === PLACE_PROPERTY) this.cells++;
    }
    rows.cut(this.cells, places);
    return last;
  }

  /** Reads a value of any form and length that first differs at `differs`; false if it needs a full parse. */
  private readChanged(index: number, differs: number): boolean {
    const { json, rowFrom: at } = this;
    const template = this.templates[index] as MemberTemplate;
    const from = (this.from[index] as number) + at;
    const end = template.isText
      ? this.readText(template, from, differs)
      : this.readBare(template, index, from);
    if (end < 0) return false;
    template.valueFrom = from;
    template.valueTo = end;
    this.forms[index] = formOf(json, template);
    this.setValue(index, from, end);
    this.shift(index, end - at - (this.to[index] as number));
    return true;
  }

  private setValue(index: number, from: number, to: number): void {
    const cell = this.cellAt[index] as number;
    if (cell >= 0) this.rows.setCell(cell, from, to);
    else this.setSystem(index, from, to);
  }

  private setSystem(index: number, from: number, to: number): void {
    const { place, form } = this.templates[index] as MemberTemplate;
    if (place >= 0) this.rows.setSystem(place, form, from, to);
  }

  /** A member's value is `by` bytes longer than before. */
  private shift(index: number, by: number): void {
    const { from, to, count } = this;
    this.rowTo += by;
    to[index] = (to[index] as number) + by;
    for (let after = index + 1; after < count; after++) {
      from[after] = (from[after] as number) + by;
      to[after] = (to[after] as number) + by;
    }
  }

  private readText(template: MemberTemplate, from: number, differs: number): number {
    const { json } = this;
    const isPlain = template.form === FORM_PLAIN;
    const isKnown = isPlain || (template.place === SYSTEM_ETAG && isBetween(json.bytes, from, differs));
    const at = isKnown ? differs : from;
    json.scanStringFrom(from, at, !isPlain && at > from);
    template.form = json.form;
    return json.valueTo;
  }

  /** Reads a number, Boolean or null; -1 if it is not one or its type changed. */
  private readBare(template: MemberTemplate, index: number, from: number): number {
    const end = readBare(this.json, template, from);
    return end < 0 || template.place !== PLACE_PROPERTY || tagOf(this.json, template) === this.tags[index]
      ? end
      : -1;
  }

  /** Compares byte by byte near the end of the page; reads nothing after `last`. */
  private differsInTail(from: number, back: number, last: number): number {
    const { bytes, end } = this.json;
    let at = from;
    while (at <= last && at < end && bytes[at] === bytes[at + back]) at++;
    return at;
  }
}
