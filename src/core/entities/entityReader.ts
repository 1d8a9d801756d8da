import {
  CELL_STRIDE,
  type DecodedPage,
  FORM_ABSENT,
  SYSTEM_ETAG,
  SYSTEM_PARTITION_KEY,
  SYSTEM_ROW_KEY,
  SYSTEM_STRIDE,
  SYSTEM_TIMESTAMP,
  TAG_DUPLICATE,
  TAG_FORM_MASK,
  TAG_TYPE_SHIFT,
} from './decodedPage.ts';
import { grownUint32 } from './grow.ts';
import { FORM_STRING, type JsonBytes, ScanStop } from './jsonBytes.ts';
import {
  PageNames,
  ROLE_ANNOTATION,
  ROLE_ETAG,
  ROLE_METADATA,
  ROLE_PARTITION_KEY,
  ROLE_PROPERTY,
  ROLE_ROW_KEY,
  ROLE_TIMESTAMP,
  scannedText,
} from './pageNames.ts';
import { inferType, TypeTable } from './typeTable.ts';

/** An average property with its name takes no less than this many bytes: a first guess at the number of cells. */
const BYTES_PER_CELL = 24;

/** Reads the entities of one page into flat arrays; throws ScanStop where the bytes are no page. */
export class EntityReader {
  private readonly json: JsonBytes;
  private readonly names = new PageNames();
  private readonly types = new TypeTable();
  private system = new Uint32Array(SYSTEM_STRIDE * 64);
  private rowCells = new Uint32Array(64);
  private cells: Uint32Array<ArrayBuffer>;
  private cellCount = 0;
  private rowCount = 0;
  private duplicateNameRows = 0;
  private lastDuplicateRow = -1;
  /** Annotations of this entity whose property has not come yet. */
  private waiting: number[] = [];

  constructor(json: JsonBytes) {
    this.json = json;
    this.cells = new Uint32Array(CELL_STRIDE * Math.max(16, Math.ceil(json.bytes.length / BYTES_PER_CELL)));
  }

  page(): DecodedPage {
    this.readRoot();
    return {
      bytes: this.json.bytes,
      rowCount: this.rowCount,
      names: this.names.texts,
      types: this.types.names,
      system: this.system,
      cells: this.cells,
      rowCells: this.rowCells,
      duplicateNameRows: this.duplicateNameRows,
    };
  }

  private readRoot(): void {
    const { json } = this;
    json.skipSpace();
    if (json.peek() === 0x5b) {
      throw new ScanStop(
        'not-a-page',
        'The body is a JSON array, not an object with a "value" array.',
        json.pos,
      );
    }
    json.take(0x7b, '"{"');
    let sawValue = false;
    let sawError = false;
    let more = json.peek() !== 0x7d;
    while (more) {
      const name = this.rootName();
      if (name === 'value') {
        if (sawValue) throw new ScanStop('not-a-page', 'The body has two "value" members.', json.pos);
        this.readEntities();
        sawValue = true;
      } else {
        json.scanValue(1);
        sawError ||= name === 'odata.error' || name === 'error';
      }
      json.skipSpace();
      more = json.peek() === 0x2c;
      if (more) json.take(0x2c, '","');
    }
    json.take(0x7d, '"," or "}"');
    if (json.pos < json.end) json.unexpected('the end of the body');
    if (sawValue) return;
    throw sawError
      ? new ScanStop('service-error', 'The body is an error of the service, with the status of a success.', 0)
      : new ScanStop(
          'not-a-page',
          'The body is JSON without a "value" array, so it is no page of entities.',
          0,
        );
  }

  private rootName(): string {
    const { json } = this;
    this.openQuote();
    json.scanString();
    const name = scannedText(json);
    json.skipSpace();
    json.take(0x3a, '":"');
    return name;
  }

  private openQuote(): void {
    if (this.json.peek() !== 0x22) this.json.unexpected('a property name');
    this.json.pos++;
  }

  private readEntities(): void {
    const { json } = this;
    if (json.peek() !== 0x5b) {
      if (json.peek() < 0) json.unexpected('"["');
      throw new ScanStop('not-a-page', 'The "value" member of the body is not an array.', json.pos);
    }
    json.take(0x5b, '"["');
    let more = json.peek() !== 0x5d;
    while (more) {
      this.readEntity();
      json.skipSpace();
      more = json.peek() === 0x2c;
      if (more) json.take(0x2c, '","');
    }
    json.take(0x5d, '"," or "]"');
    this.rowCells = grownUint32(this.rowCells, this.rowCount + 1);
    this.rowCells[this.rowCount] = this.cellCount;
  }

  private readEntity(): void {
    const { json, names } = this;
    if (json.peek() !== 0x7b) {
      const at = json.pos;
      json.scanValue(2);
      throw new ScanStop('bad-entity', `Entry ${this.rowCount + 1} of "value" is not an object.`, at);
    }
    const at = json.pos;
    this.openRow();
    json.take(0x7b, '"{"');
    let more = json.peek() !== 0x7d;
    let name = -1;
    while (more) {
      this.openQuote();
      name = names.read(json, name);
      // The service writes no white space: take() looks for it only where a byte says so.
      if (json.peek() <= 0x20) json.skipSpace();
      json.take(0x3a, '":"');
      json.scanValue(3);
      this.keep(name);
      if (json.peek() <= 0x20) json.skipSpace();
      more = json.peek() === 0x2c;
      if (more) json.take(0x2c, '","');
    }
    json.take(0x7d, '"," or "}"');
    if (this.waiting.length > 0) this.settleAnnotations();
    this.closeRow(at);
  }

  private openRow(): void {
    const at = this.rowCount * SYSTEM_STRIDE;
    this.system = grownUint32(this.system, at + SYSTEM_STRIDE);
    for (let which = 0; which < SYSTEM_STRIDE; which += 3) this.system[at + which] = FORM_ABSENT;
    this.rowCells = grownUint32(this.rowCells, this.rowCount + 1);
    this.rowCells[this.rowCount] = this.cellCount;
  }

  private closeRow(at: number): void {
    const base = this.rowCount * SYSTEM_STRIDE;
    const noPartition = this.system[base + SYSTEM_PARTITION_KEY * 3] === FORM_ABSENT;
    if (noPartition || this.system[base + SYSTEM_ROW_KEY * 3] === FORM_ABSENT) {
      const missing = noPartition ? 'PartitionKey' : 'RowKey';
      throw new ScanStop('bad-entity', `Entity ${this.rowCount + 1} of the page has no ${missing} text.`, at);
    }
    this.rowCount++;
  }

  /** Files the value just scanned under its name. */
  private keep(name: number): void {
    const role = this.names.members[name]?.role ?? ROLE_PROPERTY;
    if (role === ROLE_PROPERTY) this.keepProperty(name);
    else if (role === ROLE_ANNOTATION) this.keepAnnotation(name);
    else if (role !== ROLE_METADATA) this.keepSystem(name, role);
  }

  /**
   * The first text under a system name is the system's; whatever else bears that name is kept as a property,
   * but for another etag, which is no data.
   */
  private keepSystem(name: number, role: number): void {
    const { json } = this;
    const at = this.rowCount * SYSTEM_STRIDE + systemPlace(role) * 3;
    const isText = json.form <= FORM_STRING;
    if (this.system[at] !== FORM_ABSENT || !isText) {
      if (role !== ROLE_ETAG || !isText) this.keepProperty(name);
      return;
    }
    this.system[at] = json.form;
    this.system[at + 1] = json.valueFrom;
    this.system[at + 2] = json.valueTo;
    const member = this.names.members[name];
    if (member === undefined) return;
    member.seenIn = this.rowCount;
    if (member.annotatedIn === this.rowCount) this.takeAnnotation(name);
  }

  private keepProperty(name: number): void {
    const { json, rowCount } = this;
    const member = this.names.members[name];
    if (member === undefined) return;
    let type: number;
    if (member.annotatedIn === rowCount) type = this.takeAnnotation(name);
    else if (json.form <= FORM_STRING) type = 0;
    else type = inferType(json.form, json.bytes, json.valueFrom, json.valueTo);
    let tag = json.form | (type << TAG_TYPE_SHIFT);
    if (member.seenIn === rowCount) {
      tag |= TAG_DUPLICATE;
      if (this.lastDuplicateRow !== rowCount) this.duplicateNameRows++;
      this.lastDuplicateRow = rowCount;
    }
    member.seenIn = rowCount;
    this.pushCell(name, tag, json.valueFrom, json.valueTo);
  }

  private pushCell(name: number, tag: number, from: number, to: number): void {
    const at = this.cellCount * CELL_STRIDE;
    if (at + CELL_STRIDE > this.cells.length) this.cells = grownUint32(this.cells, at + CELL_STRIDE);
    const { cells } = this;
    cells[at] = name;
    cells[at + 1] = tag;
    cells[at + 2] = from;
    cells[at + 3] = to;
    this.cellCount++;
  }

  /** An annotation types the next property of its name; the service writes it before. */
  private keepAnnotation(name: number): void {
    const { json } = this;
    const member = this.names.members[name];
    const target = this.names.members[member?.target ?? -1];
    if (member === undefined || target === undefined) return;
    if (json.form > FORM_STRING) {
      this.keepProperty(name);
      return;
    }
    const length = json.valueTo - json.valueFrom;
    if (member.valueLength !== length || !json.same(json.valueFrom, member.valueFrom, length)) {
      member.valueCode = this.types.codeOf(scannedText(json));
      member.valueFrom = json.valueFrom;
      member.valueLength = length;
    }
    target.annotatedIn = this.rowCount;
    target.annotatedType = member.valueCode;
    this.waiting.push(name);
  }

  private takeAnnotation(name: number): number {
    const member = this.names.members[name];
    const { waiting } = this;
    if (member === undefined) return 0;
    member.annotatedIn = -1;
    if (waiting.length === 1) waiting.pop();
    else this.waiting = waiting.filter((annotation) => this.names.members[annotation]?.target !== name);
    return member.annotatedType;
  }

  /** Annotations without a property after them: they type the one before, else they are kept as properties. */
  private settleAnnotations(): void {
    const first = this.rowCells[this.rowCount] as number;
    for (const name of this.waiting) {
      const annotation = this.names.members[name];
      const target = this.names.members[annotation?.target ?? -1];
      if (annotation === undefined || target === undefined) continue;
      target.annotatedIn = -1;
      if (target.seenIn === this.rowCount) this.retype(first, annotation.target, annotation.valueCode);
      else {
        const to = annotation.valueFrom + annotation.valueLength;
        this.pushCell(name, FORM_STRING, annotation.valueFrom, to);
      }
    }
    this.waiting = [];
  }

  private retype(firstCell: number, name: number, type: number): void {
    for (let cell = this.cellCount - 1; cell >= firstCell; cell--) {
      const at = cell * CELL_STRIDE;
      if (this.cells[at] !== name) continue;
      const tag = this.cells[at + 1] as number;
      this.cells[at + 1] = (tag & (TAG_FORM_MASK | TAG_DUPLICATE)) | (type << TAG_TYPE_SHIFT);
      return;
    }
  }
}

function systemPlace(role: number): number {
  if (role === ROLE_PARTITION_KEY) return SYSTEM_PARTITION_KEY;
  if (role === ROLE_ROW_KEY) return SYSTEM_ROW_KEY;
  return role === ROLE_TIMESTAMP ? SYSTEM_TIMESTAMP : SYSTEM_ETAG;
}
