import {
  lineFault,
  type PieceReader,
  type PieceSteps,
  READER_LIMITS,
  type ReaderLimits,
} from './linePieces.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const OBJECT = 0x7b;
const ARRAY = 0x5b;
/** About how many characters are kept of the object around the entities: metadata, and the token of the next page. */
const MOST_FRAME_CHARS = 65_536;
const NEXT_PAGE = /"(@?odata\.nextLink|next_?partition_?key)"\s*:\s*"[^"]/i;

/** An object that may be an entity, and how many brackets were open before it (at most two). */
interface Open {
  readonly at: number;
  readonly line: number;
  readonly depth: number;
}

/**
 * Whether an object that begins here may be an entity: at the top level, in a top-level array, or in an array inside a top-level
 * object.
 */
function isElementDepth(open: readonly number[]): boolean {
  if (open.length > 2 || (open.length > 0 && open.at(-1) !== ARRAY)) return false;
  return open.length < 2 || open[0] === OBJECT;
}

/**
 * Finds the objects of a JSON text: in a top-level array, in an array inside a top-level object, or one after another. It counts
 * brackets and skips strings; it does not check whether an object is valid JSON.
 */
export class JsonPieces implements PieceReader {
  private buffer = '';
  private at = 0;
  private line = 1;
  /** Codes of the open brackets, outermost first. An array, because a string would be copied at each bracket. */
  private readonly open: number[] = [];
  private isInString = false;
  private element: Open | undefined;
  /** Text of top-level objects outside their arrays. */
  private frame = '';
  private frameFrom = 0;
  private pushed = 0;
  /** Characters looked at again after brackets that are never closed. */
  private lookedAgain = 0;
  private readonly limits: ReaderLimits;

  constructor(limits = READER_LIMITS) {
    this.limits = limits;
  }

  *push(text: string): PieceSteps {
    // Text before the open element is no longer needed.
    this.pushed += text.length;
    const from = this.element?.at ?? Math.min(this.at, this.buffer.length);
    this.keepFrame(this.at);
    this.buffer = this.buffer.slice(from) + text;
    this.at -= from;
    this.frameFrom = this.at;
    if (this.element !== undefined) this.element = { ...this.element, at: 0 };
    yield* this.scan();
    while (this.element !== undefined && this.at - this.element.at > this.limits.entity) {
      yield* this.giveUp();
      yield* this.scan();
    }
  }

  *end(): PieceSteps {
    // Text after a bracket that is never closed is still read.
    while (this.element !== undefined) {
      yield* this.giveUp();
      yield* this.scan();
    }
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

  // The open element is invalid; continues after its first bracket.
  private *giveUp(): PieceSteps {
    const { element } = this;
    if (element === undefined) return;
    yield lineFault(
      element.line,
      'an object that begins here is never closed',
      this.buffer.slice(element.at, element.at + this.limits.entity),
    );
    this.lookedAgain += this.at - element.at;
    const mostAgain = Math.max(2 * this.pushed, this.limits.entity / 2);
    if (this.lookedAgain > mostAgain) {
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
  }

  private *scan(): PieceSteps {
    const { buffer } = this;
    const { step } = this.limits;
    let pauseAt = this.at + step;
    while (this.at < buffer.length) {
      // It is also ahead where an element was given up.
      if (this.at >= pauseAt || this.at < pauseAt - step) {
        pauseAt = this.at + step;
        yield undefined;
      }
      const code = buffer.charCodeAt(this.at++);
      if (code === LINE_FEED) {
        this.line++;
        // A JSON string cannot contain a line break, so the string is broken, but the following text may be valid.
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
      // A top-level object with an array is a frame, not an entity.
      this.frameFrom = element.at;
      this.element = undefined;
    }
    open.push(code);
  }

  private *closes(code: number): PieceSteps {
    const { element } = this;
    // The codes of opening and closing bracket differ by two.
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
