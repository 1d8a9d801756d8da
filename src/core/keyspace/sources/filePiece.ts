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

/** Cuts a text that comes in parts into entities. Nothing is left out: what is no entity is a fault. */
export interface PieceReader {
  /** The pieces that are whole by now. */
  readonly push: (text: string) => Iterable<FilePiece>;
  /** What is left at the end of the file. */
  readonly end: () => Iterable<FilePiece>;
  /** What a reader of the picture should know of how the file was read: sentences. */
  readonly notes: () => readonly string[];
}

/** An entity holds 1 MiB at most; quoted, escaped and with types it is some times as long. */
export const MOST_ENTITY_CHARS = 8 * 1024 * 1024;

const SHOWN_CHARS = 120;

export function lineFault(line: number, reason: string, text: string): LineFault {
  return { line, reason, text: text.slice(0, SHOWN_CHARS).trim() };
}

export function isFault(piece: FilePiece): piece is LineFault {
  return 'reason' in piece;
}
