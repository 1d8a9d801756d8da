/** A part of a file that holds no row, and why. */
export interface LineFault {
  /** 1-based, of its first line. */
  readonly line: number;
  /** A sentence without its full stop. */
  readonly reason: string;
  /** Its beginning. */
  readonly text: string;
}

/** An entity of a file, as JSON text. */
export interface FileEntity {
  /** 1-based, of its first line. */
  readonly line: number;
  readonly json: string;
}

export type FilePiece = FileEntity | LineFault;

/** Pieces, and undefined as a place to pause: a reader looks at a bounded number of characters from one to the next. */
export type PieceSteps = Generator<FilePiece | undefined, void, undefined>;

/** Cuts a text that comes in parts into entities. Nothing is left out: what is no entity is a fault. */
export interface PieceReader {
  /** The pieces that are whole by now. */
  readonly push: (text: string) => PieceSteps;
  /** What is left at the end of the file. */
  readonly end: () => PieceSteps;
  /** What a reader of the picture should know of how the file was read: sentences. */
  readonly notes: () => readonly string[];
}

const SHOWN_CHARS = 120;

export function lineFault(line: number, reason: string, text: string): LineFault {
  return { line, reason, text: text.slice(0, SHOWN_CHARS).trim() };
}

export function isFault(piece: FilePiece): piece is LineFault {
  return 'reason' in piece;
}
