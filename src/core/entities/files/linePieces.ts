/** A part of a file that holds no row, and why. */
export interface LineFault {
  /** Number of its first line, from 1. */
  readonly line: number;
  /** A sentence without the full stop. */
  readonly reason: string;
  /** The beginning of the text. */
  readonly text: string;
}

/** An entity of a file, as JSON text. */
export interface FileEntity {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly json: string;
}

export type FilePiece = FileEntity | LineFault;

/** The pieces of a file. Undefined marks a place to pause; readers look at a limited number of characters between two pauses. */
export type PieceSteps = Generator<FilePiece | undefined, void, undefined>;

/** Cuts a text that arrives in parts into entities. Nothing is dropped: what is no entity becomes a fault. */
export interface PieceReader {
  /** Takes the next part and yields the pieces that are complete. */
  readonly push: (text: string) => PieceSteps;
  /** Yields the rest at the end of the file. */
  readonly end: () => PieceSteps;
  /** Sentences that tell the user how the file was read. */
  readonly notes?: () => readonly string[];
  /** The properties that the header of the file names, with or without values; undefined if it has no header. */
  readonly header?: () => readonly string[];
}

/** UTF-16 units that a reader may keep for an unfinished entity (`entity`), and look at between two pauses (`step`). */
export interface ReaderLimits {
  readonly entity: number;
  readonly step: number;
}

/**
 * An entity has at most 1 MiB; with quotes, escapes and types its text is several times longer. A step takes a few milliseconds.
 */
export const READER_LIMITS: ReaderLimits = { entity: 8 * 1024 * 1024, step: 65_536 };

const SHOWN_CHARS = 120;

export function lineFault(line: number, reason: string, text: string): LineFault {
  return { line, reason, text: text.slice(0, SHOWN_CHARS).trim() };
}

export function isFault(piece: FilePiece): piece is LineFault {
  return 'reason' in piece;
}

/** The piece from one line or record, and the position where the next one begins. */
export interface Read {
  readonly piece: FilePiece | undefined;
  readonly next: number;
}

/** Reads a text line by line. A line longer than any entity is reported as a fault and skipped. */
export abstract class LinePieces implements PieceReader {
  protected readonly limits: ReaderLimits;
  /** Number of the current line, from 1. */
  protected line = 1;
  /**
   * The unfinished end of the text. It is looked at again only when it has doubled (`wanted`), or is longer than any entity. So each
   * character is looked at only a few times, however small the parts are.
   */
  private rest: string[] = [];
  private restLength = 0;
  private wanted = 0;
  /** True inside a line that is too long. */
  private isSkipping = false;

  constructor(limits = READER_LIMITS) {
    this.limits = limits;
  }

  /** Reads the record that begins with the line [at, lineEnd), and advances `line`. Undefined: more text is needed. */
  protected abstract readAt(text: string, at: number, lineEnd: number, isEnd: boolean): Read | undefined;

  *push(text: string): PieceSteps {
    this.rest.push(text);
    this.restLength += text.length;
    if (this.restLength >= this.wanted) yield* this.read(false);
  }

  *end(): PieceSteps {
    yield* this.read(true);
  }

  private *read(isEnd: boolean): PieceSteps {
    const text = this.rest.join('');
    let at = this.isSkipping ? this.skipLine(text) : 0;
    let pauseAt = at + this.limits.step;
    while (at < text.length) {
      const newline = text.indexOf('\n', at);
      if (newline < 0 && !isEnd) break;
      const read = this.readAt(text, at, newline < 0 ? text.length : newline, isEnd);
      if (read === undefined) break;
      if (read.piece !== undefined) yield read.piece;
      at = read.next;
      if (at < pauseAt) continue;
      pauseAt = at + this.limits.step;
      yield undefined;
    }
    if (text.length - at > this.limits.entity && text.indexOf('\n', at) < 0) {
      yield lineFault(this.line, 'longer than any entity can be', text.slice(at, at + this.limits.entity));
      this.isSkipping = true;
    }
    this.rest = this.isSkipping ? [] : [text.slice(at)];
    this.restLength = this.rest[0]?.length ?? 0;
    this.wanted = Math.min(this.restLength * 2, this.limits.entity + 1);
  }

  /** Skips a line that is too long, and returns where the next one begins. */
  private skipLine(text: string): number {
    const newline = text.indexOf('\n');
    if (newline < 0) return text.length;
    this.isSkipping = false;
    this.line++;
    return newline + 1;
  }
}

/** Reads one entity per line. */
export class NdjsonPieces extends LinePieces {
  protected readAt(text: string, at: number, lineEnd: number): Read {
    const line = this.line++;
    const json = text.slice(at, lineEnd).trim();
    const next = lineEnd + 1;
    if (json === '') return { piece: undefined, next };
    const isEntity = json.startsWith('{');
    return { piece: isEntity ? { line, json } : lineFault(line, 'no JSON object begins here', json), next };
  }
}
