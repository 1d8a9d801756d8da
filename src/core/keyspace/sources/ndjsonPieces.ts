import { type FilePiece, lineFault, type PieceReader, type PieceSteps } from './filePiece.ts';
import { Pace, READER_LIMITS, type ReaderLimits } from './pace.ts';
import { RestText } from './restText.ts';

/** Reads one entity per line. */
export class NdjsonPieces implements PieceReader {
  private readonly limits: ReaderLimits;
  private readonly pace: Pace;
  private readonly rest: RestText;
  private line = 1;
  /** True inside a line that is too long to be an entity. */
  private isSkipping = false;

  constructor(limits = READER_LIMITS) {
    this.limits = limits;
    this.pace = new Pace(limits.step);
    this.rest = new RestText(limits.entity);
  }

  *push(text: string): PieceSteps {
    const whole = this.rest.add(text);
    if (whole === undefined) return;
    const rest = yield* this.lines(whole);
    if (rest.length > this.limits.entity && !this.isSkipping) {
      yield lineFault(this.line, 'longer than any entity can be', rest);
      this.isSkipping = true;
    }
    this.rest.keep(this.isSkipping ? '' : rest);
  }

  *end(): PieceSteps {
    // Whole lines may wait behind a long one.
    const last = yield* this.lines(this.rest.take());
    yield* this.take(last);
  }

  notes(): readonly string[] {
    return [];
  }

  // Yields the whole lines of a text, and returns what follows the last line break.
  private *lines(text: string): Generator<FilePiece | undefined, string, undefined> {
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      yield* this.take(text.slice(at, end));
      if (this.pace.isDue(end + 1 - at)) yield undefined;
      at = end + 1;
      this.line++;
    }
    return text.slice(at);
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
