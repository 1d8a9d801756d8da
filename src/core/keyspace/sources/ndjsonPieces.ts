import { type FilePiece, lineFault, MOST_ENTITY_CHARS, type PieceReader } from './filePiece.ts';

/** An entity a line. */
export class NdjsonPieces implements PieceReader {
  private rest = '';
  private line = 1;
  /** Inside of a line that is too long to be an entity. */
  private isSkipping = false;

  *push(text: string): Generator<FilePiece> {
    const buffer = this.rest + text;
    let at = 0;
    for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n', at)) {
      yield* this.take(buffer.slice(at, end));
      at = end + 1;
      this.line++;
    }
    this.rest = buffer.slice(at);
    if (this.rest.length <= MOST_ENTITY_CHARS) return;
    if (!this.isSkipping) yield lineFault(this.line, 'longer than any entity can be', this.rest);
    this.isSkipping = true;
    this.rest = '';
  }

  *end(): Generator<FilePiece> {
    yield* this.take(this.rest);
    this.rest = '';
  }

  notes(): readonly string[] {
    return [];
  }

  private *take(text: string): Generator<FilePiece> {
    const json = text.trim();
    const isSkipped = this.isSkipping;
    this.isSkipping = false;
    if (isSkipped || json === '') return;
    if (json.startsWith('{')) yield { line: this.line, json };
    else yield lineFault(this.line, 'no JSON object begins here', json);
  }
}
