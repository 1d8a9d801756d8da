import { lineFault, type PieceReader, type PieceSteps } from './filePiece.ts';
import { READER_LIMITS, type ReaderLimits } from './pace.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const OBJECT = 0x7b;
const ARRAY = 0x5b;
/** What is kept of an object around the entities: metadata and the token of the next page. */
const MOST_FRAME_CHARS = 65_536;
/** Brackets that are never closed; each costs another look at what follows. */
const MOST_GIVEN_UP = 50;
const NEXT_PAGE = /"(@?odata\.nextLink|next_?partition_?key)"\s*:\s*"[^"]/i;

/** An object that may be an entity, and how many brackets stood open before it: two at most. */
interface Open {
  readonly at: number;
  readonly line: number;
  readonly depth: number;
}

/** Whether an object that begins here may be an entity: at the top, or in an array that is there or in an object there. */
function isElementDepth(open: readonly number[]): boolean {
  if (open.length > 2 || (open.length > 0 && open.at(-1) !== ARRAY)) return false;
  return open.length < 2 || open[0] === OBJECT;
}

/**
 * The objects of JSON text: of a top-level array, of an array in a top-level object, or one after another. Brackets are
 * counted, strings skipped; whether an object is sound JSON is not looked at here.
 */
export class JsonPieces implements PieceReader {
  private buffer = '';
  private at = 0;
  private line = 1;
  /** Brackets that are open, outermost first: codes, since a text of them would be copied at each bracket. */
  private readonly open: number[] = [];
  private isInString = false;
  private element: Open | undefined;
  /** Text of top-level objects outside of their arrays. */
  private frame = '';
  private frameFrom = 0;
  private givenUp = 0;
  private pushed = 0;
  /** Characters that were looked at again behind brackets that are never closed. */
  private lookedAgain = 0;
  private readonly limits: ReaderLimits;

  constructor(limits = READER_LIMITS) {
    this.limits = limits;
  }

  *push(text: string): PieceSteps {
    // What was read before the element that is open is done with.
    this.pushed += text.length;
    const from = this.element?.at ?? Math.min(this.at, this.buffer.length);
    this.keepFrame(this.at);
    this.buffer = this.buffer.slice(from) + text;
    this.at -= from;
    this.frameFrom = this.at;
    if (this.element !== undefined) this.element = { ...this.element, at: 0 };
    yield* this.scan();
    if (this.element !== undefined && this.at - this.element.at > this.limits.entity) yield* this.giveUp();
  }

  *end(): PieceSteps {
    // What follows a bracket that is never closed is read all the same.
    while (this.element !== undefined) yield* this.giveUp();
    this.keepFrame(this.at);
    if (this.open.length > 0) {
      yield lineFault(this.line, 'the file ends before its last bracket is closed: it may be cut short', '');
      this.open.length = 0;
    }
  }

  notes(): readonly string[] {
    return NEXT_PAGE.test(this.frame)
      ? ['The file is one page of several: it names a next one, so rows are missing.']
      : [];
  }

  private keepFrame(to: number): void {
    if (this.element === undefined && this.frame.length < MOST_FRAME_CHARS)
      this.frame += this.buffer.slice(this.frameFrom, to);
    this.frameFrom = to;
  }

  // The element that is open is none; goes on behind its first bracket.
  private *giveUp(): PieceSteps {
    const { element } = this;
    if (element === undefined) return;
    yield lineFault(
      element.line,
      'an object that begins here is never closed',
      this.buffer.slice(element.at, element.at + this.limits.entity),
    );
    this.givenUp++;
    this.lookedAgain += this.at - element.at;
    const mostAgain = Math.max(2 * this.pushed, this.limits.entity / 2);
    if (this.givenUp >= MOST_GIVEN_UP || this.lookedAgain > mostAgain) {
      yield lineFault(element.line, 'too many brackets are never closed: nothing after it was read', '');
      this.element = undefined;
      this.open.push(OBJECT, OBJECT, OBJECT);
      this.at = this.buffer.length;
      return;
    }
    this.at = element.at + 1;
    this.line = element.line;
    this.open.length = element.depth;
    this.isInString = false;
    this.frameFrom = this.at;
    this.element = undefined;
    yield* this.scan();
  }

  private *scan(): PieceSteps {
    const { buffer } = this;
    let pauseAt = this.at + this.limits.step;
    while (this.at < buffer.length) {
      if (this.at >= pauseAt) {
        pauseAt = this.at + this.limits.step;
        yield undefined;
      }
      const code = buffer.charCodeAt(this.at++);
      if (code === LINE_FEED) {
        this.line++;
        // No JSON string holds a bare line break: the string is broken, what follows need not be.
        this.isInString = false;
      } else if (this.isInString) {
        if (code === QUOTE) this.isInString = false;
        else if (code === BACKSLASH) this.at++;
      } else if (code === QUOTE) this.isInString = true;
      else if (code === OBJECT || code === ARRAY) this.opens(code);
      else if (code === 0x7d || code === 0x5d) yield* this.closes(code);
    }
  }

  private opens(code: number): void {
    const { open, element } = this;
    const isObject = code === OBJECT;
    const isElement = isObject && isElementDepth(open);
    if (isElement && element === undefined) {
      this.keepFrame(this.at - 1);
      this.element = { at: this.at - 1, line: this.line, depth: open.length };
    } else if (!isObject && open.length === 1 && open[0] === OBJECT && element?.depth === 0) {
      // A top-level object with an array is a frame, and no entity.
      this.frameFrom = element.at;
      this.element = undefined;
    }
    open.push(code);
  }

  private *closes(code: number): PieceSteps {
    const { element } = this;
    // The codes of a pair of brackets differ by two.
    const isMatch = this.open.at(-1) === code - 2;
    if (!isMatch && element !== undefined) {
      yield* this.giveUp();
      return;
    }
    this.open.pop();
    if (element === undefined || this.open.length !== element.depth) return;
    this.element = undefined;
    this.frameFrom = this.at;
    yield { line: element.line, json: this.buffer.slice(element.at, this.at) };
  }
}
