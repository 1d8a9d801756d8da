import { type FilePiece, lineFault, MOST_ENTITY_CHARS, type PieceReader } from './filePiece.ts';
import { RestText } from './restText.ts';

/** An entity a line. */
export class NdjsonPieces implements PieceReader {
  private readonly rest = new RestText(MOST_ENTITY_CHARS);
  private line = 1;
  /** Inside of a line that is too long to be an entity. */
  private isSkipping = false;

  *push(text: string): Generator<FilePiece> {
    const buffer = this.rest.add(text);
    if (buffer === undefined) return;
    let at = 0;
    for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n', at)) {
      yield* this.take(buffer.slice(at, end));
      at = end + 1;
      this.line++;
    }
    const rest = buffer.slice(at);
    if (rest.length > MOST_ENTITY_CHARS && !this.isSkipping) {
      yield lineFault(this.line, 'longer than any entity can be', rest);
      this.isSkipping = true;
    }
    this.rest.keep(this.isSkipping ? '' : rest);
  }

  *end(): Generator<FilePiece> {
    yield* this.take(this.rest.take());
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
