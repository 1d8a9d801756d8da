import {
  type FilePiece,
  lineFault,
  type PieceReader,
  type PieceSteps,
  READER_LIMITS,
  type ReaderLimits,
} from './filePiece.ts';

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

  abstract notes(): readonly string[];

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
  notes(): readonly string[] {
    return [];
  }

  protected readAt(text: string, at: number, lineEnd: number): Read {
    const line = this.line++;
    const json = text.slice(at, lineEnd).trim();
    const next = lineEnd + 1;
    if (json === '') return { piece: undefined, next };
    const isEntity = json.startsWith('{');
    return { piece: isEntity ? { line, json } : lineFault(line, 'no JSON object begins here', json), next };
  }
}
