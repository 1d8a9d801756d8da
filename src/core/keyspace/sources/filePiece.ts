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
  readonly notes: () => readonly string[];
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
