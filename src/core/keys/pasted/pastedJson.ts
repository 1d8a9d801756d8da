import type { KeyPart } from '../base/scheme.ts';
import { type Candidate, plainText, type PastedText, unescaped } from './pastedText.ts';
import { lineCandidates, tableNameIn } from './pastedLine.ts';
import { partOfName } from './pastedCsv.ts';

interface Member {
  readonly name: string | undefined;
  readonly value: JsonValue;
}

/** An object or array whose end has not been read yet. */
interface Frame {
  /** The bracket that ends it. */
  readonly end: '}' | ']';
  readonly members: Member[];
  name?: string;
  /** The table that this object, or one around it, names. */
  tableName: string | undefined;
  isNamed: boolean;
  /** True once one of its members is a key. */
  isEntity: boolean;
}

/** Properties that name the table, mostly OData annotations of a list or an entity. */
const TABLE_NAMES: ReadonlySet<string> = new Set([
  'odata.metadata',
  'odata.id',
  'odata.editlink',
  '@odata.context',
  'tablename',
]);

function partOf({ name, value }: Member): KeyPart | undefined {
  // Some tools write keys that are digits as numbers.
  const isKey = value.kind === 'string' || /^-?\d+$/.test(value.value.text);
  return isKey && name !== undefined ? partOfName(name) : undefined;
}

function tableOf(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  // The type is written "account.Table".
  if (lower === 'odata.type') return /^[a-z0-9]{3,24}\.(\$?[A-Za-z][A-Za-z0-9]{2,62})$/.exec(value)?.[1];
  if (lower === 'tablename') return /^\$?[A-Za-z][A-Za-z0-9]{2,62}$/.exec(value)?.[0];
  return TABLE_NAMES.has(lower) ? tableNameIn(value) : undefined;
}

/**
 * Candidates, with `undefined` in between as a chance to pause, because an object may have any number of members, and any number of objects
 * may be open.
 */
type Candidates = Iterable<Candidate | undefined>;

// Yields the keys of an entity. In any other object, every value is searched like a line of text.
function* membersCandidates({ members, isEntity, tableName }: Frame): Generator<Candidate | undefined> {
  for (const member of members) {
    yield undefined;
    const { value, from, to } = member.value;
    const part = partOf(member);
    if (part !== undefined) {
      yield { text: value.text, from, to, part, tableName };
    } else if (!isEntity && !isAnnotation(member.name)) {
      yield* lineCandidates(value, tableName);
    }
  }
}

function isAnnotation(name: string | undefined): boolean {
  return name !== undefined && /(?:^|@)odata\./i.test(name);
}

type Next = 'name' | 'colon' | 'value' | 'comma';

class JsonWalk {
  private readonly frames: Frame[] = [];
  /** What JSON allows next, apart from a closing bracket. */
  private next: Next = 'value';

  /** Takes a match of TOKEN, and returns the candidates that are complete with it; undefined if JSON does not allow the token here. */
  take({ 0: token, 1: inside, index }: RegExpExecArray): Candidates | undefined {
    const top = this.frames.at(-1);
    switch (token) {
      case '{':
      case '[':
        return this.open(token, top);
      case '}':
      case ']':
        return this.next === 'colon' || top?.end !== token ? undefined : this.closeTop();
      case ':':
        return this.pass('colon', 'value');
      case ',':
        // Commas are also allowed outside brackets, because the inside of an array may have been pasted.
        return this.pass('comma', top?.end === '}' ? 'name' : 'value');
      default:
        return top && this.value(valueOf(token, inside, index), top);
    }
  }

  // Closes what is still open when the text was cut off.
  *rest(): Generator<Candidate | undefined> {
    while (this.frames.length > 0) {
      yield undefined;
      yield* this.closeTop();
    }
  }

  private open(kind: '{' | '[', top: Frame | undefined): Candidates | undefined {
    // Several JSON texts may follow each other.
    if (this.next !== 'value' && (this.next !== 'comma' || top !== undefined)) return undefined;
    const end = kind === '{' ? '}' : ']';
    this.frames.push({ end, members: [], tableName: top?.tableName, isNamed: false, isEntity: false });
    this.next = kind === '{' ? 'name' : 'value';
    return [];
  }

  private pass(allowed: Next, next: Next): Candidates | undefined {
    if (this.next !== allowed) return undefined;
    this.next = next;
    return [];
  }

  private closeTop(): Candidates {
    const frame = this.frames.pop();
    this.next = 'comma';
    return frame === undefined ? [] : membersCandidates(frame);
  }

  private value(token: JsonValue, top: Frame): Candidates | undefined {
    if (this.next === 'name' && token.kind === 'string') {
      top.name = token.value.text;
      return this.pass('name', 'colon');
    }
    if (this.next !== 'value') return undefined;
    const member = { name: top.name, value: token };
    top.members.push(member);
    if (partOf(member) !== undefined) top.isEntity = true;
    const tableName = top.isNamed || top.name === undefined ? undefined : tableOf(top.name, token.value.text);
    if (tableName !== undefined) {
      top.tableName = tableName;
      top.isNamed = true;
    }
    this.next = 'comma';
    return [];
  }
}

/** How many tokens, members or brackets are read between two pauses. */
const STEP = 64;

/**
 * The keys of JSON entities: one, an array, a page of the service, NDJSON. A text that is cut off is read as far as it goes. Undefined if
 * the text is not JSON. In objects without keys, every value is searched.
 * @yields after some tokens, so that a long text can be read in slices
 */
export function* jsonCandidates(
  text: string,
): Generator<undefined, readonly Candidate[] | undefined, undefined> {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const walk = new JsonWalk();
  const found: Candidate[] = [];
  let looked = 0;
  const collected = function* (candidates: Candidates): Generator<undefined> {
    for (const candidate of candidates) {
      if (candidate !== undefined) found.push(candidate);
      looked += 1;
      if (looked % STEP === 0) yield;
    }
  };
  for (const match of text.matchAll(TOKEN)) {
    looked += 1;
    if (looked % STEP === 0) yield;
    const completed = walk.take(match);
    if (completed === undefined) return undefined;
    yield* collected(completed);
  }
  yield* collected(walk.rest());
  return found.sort((a, b) => a.from - b.from);
}

/** A value that is no object and no array. `value` is the text of a string without its quotes and escapes. */
interface JsonValue {
  readonly kind: 'string' | 'literal';
  readonly from: number;
  readonly to: number;
  readonly value: PastedText;
}

/**
 * Matches a bracket, a colon or comma, a string (with its inside; if the text ends within it, the string ends there), or a number or word.
 * Whatever is not JSON is such a word.
 */
const TOKEN = /[{}[\]:,]|"([^"\\]*(?:\\[^][^"\\]*)*)(?:"|\\?$)|[^\s{}[\]:,"]+/g;
const ESCAPE = /\\(?:u[\dA-Fa-f]{4}|[^]?)/g;
const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function plainOf(escape: string): string {
  const mark = escape.slice(1);
  if (mark.length > 1) return String.fromCharCode(Number.parseInt(mark.slice(1), 16));
  return ESCAPED.get(mark) ?? mark;
}

function valueOf(token: string, inside: string | undefined, from: number): JsonValue {
  const to = from + token.length;
  if (inside === undefined) return { kind: 'literal', from, to, value: plainText(token, from) };
  const written = plainText(inside, from + 1);
  return {
    kind: 'string',
    from,
    to,
    value: inside.includes('\\') ? unescaped(written, ESCAPE, plainOf) : written,
  };
}
