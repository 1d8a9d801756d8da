import { lineFault } from './filePiece.ts';
import { LinePieces, type Read } from './linePieces.ts';

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
