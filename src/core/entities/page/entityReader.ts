import {
  type DecodedPage,
  FORM_ABSENT,
  SYSTEM_ETAG,
  SYSTEM_PARTITION_KEY,
  SYSTEM_ROW_KEY,
  SYSTEM_STRIDE,
  SYSTEM_TIMESTAMP,
  TAG_DUPLICATE,
  TAG_TYPE_SHIFT,
} from './decodedPage.ts';
import { FORM_PLAIN, FORM_STRING, type JsonBytes, ScanStop } from '../bytes/jsonBytes.ts';
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
  type MemberName,
} from './pageNames.ts';
import type { PageRows } from './pageRows.ts';
import { inferType, TypeTable } from './typeTable.ts';

const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;

/** Reads the entities of one page into flat arrays; throws ScanStop if the bytes are not a page. */
export class EntityReader {
  private readonly json: JsonBytes;
  private readonly names = new PageNames();
  private readonly types = new TypeTable();
  private readonly rows: PageRows;
  private readonly waiting = new WaitingTypes();

  /** `rows`: the arrays to fill. */
  constructor(json: JsonBytes, rows: PageRows) {
    this.json = json;
    this.rows = rows;
  }

  page(): DecodedPage {
    const { rows } = this;
    rows.clear();
    this.readRoot();
    rows.finish();
    return {
      bytes: this.json.bytes,
      rowCount: rows.rowCount,
      names: this.names.texts,
      types: this.types.names,
      system: rows.system,
      cells: rows.cells,
      rowCells: rows.rowCells,
      kinds: rows.kinds,
      rowKinds: rows.rowKinds,
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
    let error: string | undefined;
    let more = json.peek() !== 0x7d;
    while (more) {
      const name = this.rootName();
      if (name === 'value') {
        if (sawValue) throw new ScanStop('not-a-page', 'The body has two "value" members.', json.pos);
        this.readEntities();
        sawValue = true;
      } else {
        json.scanValue(1);
        if (name === 'odata.error' || name === 'error') error ??= scannedText(json);
      }
      json.skipSpace();
      more = json.peek() === 0x2c;
      if (more) json.take(0x2c, '","');
    }
    json.take(0x7d, '"," or "}"');
    if (json.pos < json.end) json.unexpected('the end of the body');
    // The status is sent before the rows: if the service fails between them, it can only add the error to the page.
    if (error !== undefined) throw serviceError(error);
    if (sawValue) return;
    throw new ScanStop(
      'not-a-page',
      'The body is JSON without a "value" array, so it is not a page of entities.',
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
  }

  private readEntity(): void {
    const { json, rows } = this;
    if (json.peek() !== OPEN) {
      const at = json.pos;
      json.scanValue(2);
      throw new ScanStop('bad-entity', `Entry ${rows.rowCount + 1} of "value" is not an object.`, at);
    }
    const at = json.pos;
    rows.open();
    json.take(OPEN, '"{"');
    let more = json.peek() !== CLOSE;
    while (more) {
      this.readMember();
      rows.refuseWide(this.waiting.places, at);
      json.skipSpace();
      more = json.peek() === COMMA;
      if (more) json.take(COMMA, '","');
    }
    json.take(CLOSE, '"," or "}"');
    if (this.waiting.count > 0) this.settleAnnotations();
    rows.refuseWide(this.waiting.places, at);
    rows.close(at);
    rows.reserve(at, json.end);
  }

  private readMember(): void {
    const { json } = this;
    this.openQuote();
    const name = this.names.read(json);
    json.skipSpace();
    json.take(0x3a, '":"');
    json.scanValue(3);
    this.keep(name);
  }

  /** Stores the value just scanned under its name. */
  private keep(name: number): void {
    const role = this.names.members[name]?.role ?? ROLE_PROPERTY;
    if (role === ROLE_PROPERTY) this.keepProperty(name);
    else if (role === ROLE_ANNOTATION) this.keepAnnotation(name);
    else if (role !== ROLE_METADATA) this.keepSystem(name, role);
  }

  /**
   * The first text under a system name is the system value. Any repeat is kept as a property, except another etag,
   * which is no data.
   */
  private keepSystem(name: number, role: number): void {
    const { json } = this;
    const { system, rowCount } = this.rows;
    const at = rowCount * SYSTEM_STRIDE + placeOf(role) * 3;
    const isText = json.form <= FORM_STRING;
    if (system[at] !== FORM_ABSENT || !isText) {
      if (role !== ROLE_ETAG || !isText) this.keepProperty(name);
      return;
    }
    const length = json.valueTo - json.valueFrom;
    const before = at - SYSTEM_STRIDE;
    const last = system[before + 1] ?? 0;
    // Equal keys and times of neighbouring rows point to the same bytes, so that whoever stores the page looks at them only once.
    const isAgain =
      system[before] === json.form &&
      (system[before + 2] ?? 0) - last === length &&
      json.same(json.valueFrom, last, length);
    const from = isAgain ? last : json.valueFrom;
    system[at] = json.form;
    system[at + 1] = from;
    system[at + 2] = from + length;
    const member = this.names.members[name];
    if (member === undefined) return;
    member.seenIn = rowCount;
    if (member.annotatedIn === rowCount) this.takeAnnotation(name);
  }

  private keepProperty(name: number): void {
    const { json } = this;
    const { rowCount } = this.rows;
    const member = this.names.members[name];
    if (member === undefined) return;
    let type: number;
    if (member.annotatedIn === rowCount) type = this.takeAnnotation(name);
    else if (json.form <= FORM_STRING) type = 0;
    else type = inferType(json.form, json.bytes, json.valueFrom, json.valueTo);
    // Escaped and plain strings get one form, so that the rows of a column have one kind.
    const form = json.form === FORM_PLAIN ? FORM_STRING : json.form;
    let tag = form | (type << TAG_TYPE_SHIFT);
    if (member.seenIn === rowCount) tag |= TAG_DUPLICATE;
    member.seenIn = rowCount;
    this.rows.pushCell(name, tag, json.valueFrom, json.valueTo);
  }

  /** An annotation gives the type of the next property with its name. The service writes it first. */
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
    target.annotatedType = member.valueCode;
    this.waiting.add(name, target, this.rows.rowCount);
  }

  private takeAnnotation(name: number): number {
    const member = this.names.members[name];
    if (member === undefined) return 0;
    this.waiting.take(member);
    return member.annotatedType;
  }

  /** An annotation without a property after it types the property before it; if there is none, it is kept as a property. */
  private settleAnnotations(): void {
    const types = new Map<number, number>();
    this.waiting.settle((name) => {
      const annotation = this.names.members[name];
      const target = this.names.members[annotation?.target ?? -1];
      if (annotation === undefined || target === undefined) return;
      target.annotatedIn = -1;
      if (target.seenIn === this.rows.rowCount) types.set(annotation.target, annotation.valueCode);
      else {
        const to = annotation.valueFrom + annotation.valueLength;
        this.rows.pushCell(name, FORM_STRING, annotation.valueFrom, to);
      }
    });
    if (types.size > 0) this.rows.retype(types);
  }
}

/** `error`: the value of its member. A code is quoted only if it looks like one. */
function serviceError(error: string): ScanStop {
  const code = /^\{\s*"code"\s*:\s*"([A-Za-z]{1,60})"/u.exec(error)?.[1];
  const named = code === undefined ? '' : `, ${code}`;
  return new ScanStop(
    'service-error',
    `The body holds an error of the service${named}, with the status of a success.`,
    0,
    code,
  );
}

/** The slot of a system value. `role` is that of a key, of Timestamp or of the etag. */
function placeOf(role: number): number {
  if (role === ROLE_PARTITION_KEY) return SYSTEM_PARTITION_KEY;
  if (role === ROLE_ROW_KEY) return SYSTEM_ROW_KEY;
  return role === ROLE_TIMESTAMP ? SYSTEM_TIMESTAMP : SYSTEM_ETAG;
}

const TAKEN = -1;
const NONE = -1;

/** Annotations of an entity that still wait for their property, in order. Adding and taking one is O(1). */
class WaitingTypes {
  /** Annotations that still wait. */
  count = 0;
  private readonly names: number[] = [];
  /** Index of the previous annotation for the same property. */
  private readonly before: number[] = [];

  /** Slots in use, including taken annotations until none waits. */
  get places(): number {
    return this.names.length;
  }

  /** `name`: of the annotation. `target`: the property that it types, in entity `row`. */
  add(name: number, target: MemberName, row: number): void {
    this.before.push(target.annotatedIn === row ? target.waitingAt : NONE);
    target.waitingAt = this.names.push(name) - 1;
    target.annotatedIn = row;
    this.count++;
  }

  /** Removes all annotations that wait for this property; there is at least one. */
  take(target: MemberName): void {
    target.annotatedIn = -1;
    for (let at = target.waitingAt; at !== NONE; at = this.before[at] ?? NONE) {
      this.names[at] = TAKEN;
      this.count--;
    }
    if (this.count === 0) this.clear();
  }

  /** Calls back with the name of each waiting annotation, in order, then forgets them. */
  settle(each: (name: number) => void): void {
    for (const name of this.names) {
      if (name !== TAKEN) each(name);
    }
    this.clear();
  }

  private clear(): void {
    this.names.length = 0;
    this.before.length = 0;
    this.count = 0;
  }
}
