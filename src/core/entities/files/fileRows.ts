import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { runSteps } from '../../steps.ts';
import { roundingInForce } from '../../keys/base/rounding.ts';
import { decodePage } from '../page/decodePage.ts';
import type { DecodedPage } from '../page/decodedPage.ts';
import { EntityStore } from '../store/entityStore.ts';
import { SYSTEM } from '../views/filePiece.ts';
import { spanSteps } from '../order/timeBuckets.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import type { SchemeProposal } from '../../keys/detectScheme.ts';
import { proposalOfPage, schemeNamed } from './proposeScheme.ts';
import { choiceNote, chooseName, CsvPieces } from './csvPieces.ts';
import type { ExportKind } from './exportKind.ts';
import {
  type FileEntity,
  isFault,
  type LineFault,
  lineFault,
  NdjsonPieces,
  type PieceReader,
  type PieceSteps,
} from './linePieces.ts';
import { JsonPieces } from './jsonPieces.ts';
import { fail, ok, type Result } from '../../result.ts';

/** Summary of a file. Counts are exact; only the list of examples is cut. */
export interface FileSummary {
  readonly rows: number;
  /** Rows whose keys occurred earlier in the file. They are the same entity and count once. */
  readonly repeated: number;
  readonly timedRows: number;
  /** From the first time to one tick after the last, in ticks; undefined if no row has a time. */
  readonly span?: { readonly from: bigint; readonly to: bigint } | undefined;
  readonly faults: { readonly total: number; readonly first: readonly LineFault[] };
  /** Sentences about how the file was read, if there was a choice. */
  readonly notes: readonly string[];
  readonly schemeId: string;
  readonly schemeTitle: string;
  /** The rounding that the writer seems to use, in ticks. */
  readonly roundingTicks?: bigint | undefined;
  /** Names of the properties that rows have. */
  readonly columns: readonly string[];
  /** Names of the properties in the file's header, including those that no row has; undefined if the file has no header. */
  readonly header?: readonly string[] | undefined;
  /** True if reading ended before the end of the file, because no more rows may be held: rows are missing. */
  readonly isCut?: boolean;
}

export type ExportFileKind = Exclude<ExportKind, { readonly kind: 'list' }>;

/** All rows of a file. */
export interface ReadFile {
  readonly store: EntityStore;
  readonly scheme: KeyScheme;
  readonly summary: FileSummary;
}

/** Maximum number of faults shown. */
const MOST_FAULTS = 100;
const MOST_NOTES = 8;
/** Entities are decoded in batches of about this size, like pages of the service. */
const BATCH_CHARS = 1 << 20;
const BATCH_ENTITIES = 4096;
/** Matches a value that is an object, as some tools write typed values. */
const NESTED = /:\s*\{/;

function piecesOf(kind: ExportFileKind): PieceReader {
  if (kind.kind === 'ndjson') return new NdjsonPieces();
  return kind.kind === 'json' ? new JsonPieces() : new CsvPieces(kind.delimiter);
}

function bodyOf(entities: readonly FileEntity[]): Uint8Array {
  // A bare line break between entities, because an unfinished string cannot continue across it.
  return encodeUtf8(`{"value":[${entities.map(({ json }) => json).join(',\n')}]}`);
}

/** Decodes these entities as a page; undefined if one of them is invalid. */
function pageOf(entities: readonly FileEntity[]): DecodedPage | undefined {
  const page = decodePage(bodyOf(entities));
  return page.ok && page.value.rowCount === entities.length ? page.value : undefined;
}

/** How many rows have a time, and the time they span. */
function timesOf(store: EntityStore): Pick<FileSummary, 'timedRows' | 'span'> {
  const times = store.times('event');
  let timedRows = 0;
  for (let row = 0; row < store.rowCount; row++) if (!Number.isNaN(times.secondsAt(row))) timedRows++;
  const span = runSteps(spanSteps(times, store.rowCount));
  return { timedRows, span };
}

/** Stores the rows of an export like those of a run. Takes the text in parts. */
export class FileRows {
  private readonly reader: PieceReader;
  private readonly tableName: string;
  private readonly templates: readonly KeyScheme[];
  private readonly isDocument: boolean;
  private batch: FileEntity[] = [];
  private batchChars = 0;
  private store: EntityStore | undefined;
  private proposal: SchemeProposal | undefined;
  private readonly faults: LineFault[] = [];
  private faultTotal = 0;
  private repeated = 0;
  private readonly notes = new Set<string>();

  /** `tableName` helps to recognize the key scheme; '' if unknown. `templates`: schemes of the user's own templates. */
  constructor(kind: ExportFileKind, tableName: string, templates: readonly KeyScheme[] = []) {
    this.reader = piecesOf(kind);
    this.isDocument = kind.kind === 'json';
    this.tableName = tableName;
    this.templates = templates;
  }

  /**
   * Takes the next part of the text, in steps of a few milliseconds. Throws RangeError if the rows do not fit into memory.
   * @yields after a bounded number of characters or rows
   */
  push(text: string): Generator<undefined, void, undefined> {
    return this.take(this.reader.push(text));
  }

  /** Rows stored so far. */
  get rowCount(): number {
    return this.store?.rowCount ?? 0;
  }

  /**
   * Ends the file and returns all rows, with the scheme that fits their keys. `isCut`: the text was not passed to its end, so an
   * unfinished last entity is not a fault.
   * @yields as `push` does
   */
  *end(isCut = false): Generator<undefined, ReadFile, undefined> {
    if (!isCut) yield* this.take(this.reader.end());
    this.flush();
    const scheme = this.scheme();
    const store = this.store ?? new EntityStore(scheme);
    const roundingTicks = roundingInForce(scheme, this.proposal?.roundingTicks);
    const summary: FileSummary = {
      rows: store.rowCount,
      repeated: this.repeated,
      ...timesOf(store),
      faults: { total: this.faultTotal, first: this.faults },
      notes: [...(this.reader.notes?.() ?? []), ...this.notes].slice(0, MOST_NOTES),
      schemeId: scheme.id,
      schemeTitle: scheme.title,
      roundingTicks,
      columns: [...store.columnNames],
      header: this.reader.header?.(),
      ...(isCut && { isCut }),
    };
    return { store, scheme, summary };
  }

  private *take(pieces: PieceSteps): Generator<undefined, void, undefined> {
    for (const piece of pieces) {
      if (piece === undefined) {
        yield;
        continue;
      }
      if (isFault(piece)) {
        this.fault(piece);
        continue;
      }
      this.batch.push(piece);
      this.batchChars += piece.json.length;
      if (this.batchChars >= BATCH_CHARS || this.batch.length >= BATCH_ENTITIES) {
        this.flush();
        yield;
      }
    }
  }

  private fault(fault: LineFault): void {
    this.faultTotal++;
    if (this.faults.length < MOST_FAULTS) this.faults.push(fault);
  }

  private flush(): void {
    const { batch } = this;
    this.batch = [];
    this.batchChars = 0;
    if (batch.length === 0) return;
    const isNested = this.isDocument && batch.some(({ json }) => NESTED.test(json));
    const page = isNested ? undefined : pageOf(batch);
    if (page !== undefined) {
      this.append(page);
      return;
    }
    const sound = batch.flatMap((entity) => this.sound(entity));
    const mended = pageOf(sound);
    if (mended !== undefined) this.append(mended);
    // The decoder refuses the batch without saying which entity is invalid, so they are tried one by one.
    else for (const entity of sound) this.single(entity);
  }

  private sound(entity: FileEntity): readonly FileEntity[] {
    const sound = soundEntity(entity.json);
    if (!sound.ok) {
      this.fault(lineFault(entity.line, sound.error, entity.json));
      return [];
    }
    for (const note of sound.value.notes) if (this.notes.size < MOST_NOTES) this.notes.add(note);
    return [{ line: entity.line, json: sound.value.json }];
  }

  private single(entity: FileEntity): void {
    const page = decodePage(bodyOf([entity]));
    if (page.ok) this.append(page.value);
    else this.fault(lineFault(entity.line, page.error.message.replace(/\.$/, ''), entity.json));
  }

  private append(page: DecodedPage): void {
    this.store ??= this.begin(page);
    this.repeated += this.store.append(page, 0).anomalies.repeated;
  }

  /** Recognizes the scheme from the first page, as from a sample of a table. */
  private begin(page: DecodedPage): EntityStore {
    this.proposal = proposalOfPage(page, this.tableName, this.templates);
    return new EntityStore(this.scheme());
  }

  private scheme(): KeyScheme {
    return schemeNamed(this.proposal?.schemeId, this.templates);
  }
}

/** A JSON entity as the service would write it, and what was changed. */
interface SoundEntity {
  readonly json: string;
  readonly notes: readonly string[];
}

type Members = readonly (readonly [string, unknown])[];

/** Reads a typed value that `az storage entity query` writes as an object: `{"value": "5", "edm_type": "Edm.Int64"}`. */
function typedValue(value: object): { readonly value: unknown; readonly type: string } | undefined {
  const members = new Map<string, unknown>(Object.entries(value));
  const type = members.get('edm_type') ?? members.get('edmType') ?? members.get('type');
  return members.has('value') && typeof type === 'string' ? { value: members.get('value'), type } : undefined;
}

/** A member as the Table service writes it. Nested values are unwrapped, or kept as text. */
function flat(name: string, value: unknown): Members {
  if (typeof value !== 'object' || value === null) return [[name, value]];
  const typed = typedValue(value);
  if (typed === undefined) return [[name, JSON.stringify(value)]];
  const isPlain = typeof typed.value !== 'object';
  return [
    [`${name}@odata.type`, typed.type],
    [name, isPlain ? typed.value : JSON.stringify(typed.value)],
  ];
}

function isSame(member: Members[number] | undefined, name: string, value: unknown): boolean {
  return member !== undefined && member[0] === name && Object.is(member[1], value);
}

/**
 * Reads an entity that the page decoder refused, for example because its keys have other names or its values are nested. An error
 * says what is wrong with it.
 */
export function soundEntity(text: string): Result<SoundEntity, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return fail('no JSON: cut short, or broken');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return fail('no JSON object');
  const members: Members = Object.entries(parsed);
  const names = members.map(([name]) => name);
  const notes: string[] = [];
  const keys = new Map<string, string>();
  for (const wanted of SYSTEM) {
    const choice = chooseName(names, wanted);
    const note = choiceNote(wanted, choice);
    if (note !== undefined) notes.push(note);
    if (choice.name !== undefined) keys.set(choice.name, wanted);
    else if (wanted !== 'Timestamp') return fail(`no ${wanted} in it`);
  }
  const written = members.flatMap(([name, value]) => {
    const key = keys.get(name);
    if (key === undefined) return flat(name, value);
    if (key === 'Timestamp' && typeof value !== 'string') return [];
    return typeof value === 'string' || typeof value === 'number' ? [[key, String(value)] as const] : [];
  });
  for (const wanted of ['PartitionKey', 'RowKey']) {
    if (!written.some(([name]) => name === wanted)) return fail(`its ${wanted} is not text`);
  }
  // If nothing has to change, the text is kept, because parsing loses the spelling of numbers and all but one of repeated names.
  if (
    written.length === members.length &&
    written.every(([name, value], at) => isSame(members[at], name, value))
  )
    return ok({ json: text, notes });
  // Builds the JSON by hand, so that a name like __proto__ stays a name.
  const json = `{${written.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
  return ok({ json, notes });
}
