import { type ExportKind, exportKind, KIND_HEAD_CHARS } from '../../../core/keyspace/sources/exportKind.ts';
import { encodingOfText } from '../../../workers/keyText.ts';
import { isCompanion } from './fileCompleteness.ts';

/** Enough bytes for the characters that determine the kind of a text. */
const HEAD_BYTES = KIND_HEAD_CHARS * 4;

export async function kindOfFile(file: Blob): Promise<ExportKind> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return exportKind(new TextDecoder(encodingOfText(head)).decode(head).slice(0, KIND_HEAD_CHARS));
}

/** The table in the name of one of our exports: `<table>-<instant>Z[.incomplete].<extension>`; '' if there is none. */
export function tableOfName(name: string): string {
  return /^([A-Za-z][A-Za-z0-9]{2,62})(-|\.|$)/.exec(name)?.[1] ?? '';
}

/** Among files dropped together, the one that holds rows. */
export function exportOf(files: readonly File[]): File | undefined {
  return files.find(({ name }) => !isCompanion(name)) ?? files[0];
}
