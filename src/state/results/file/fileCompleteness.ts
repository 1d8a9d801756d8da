import { type ExportKind, exportKind, KIND_HEAD_CHARS } from '../../../core/entities/files/exportKind.ts';
import { encodingOfText } from '../../../workers/keyText.ts';

const COMPANION_TAIL = '.completeness.json';
/** A companion is a few lines; a larger file is not one. */
const MOST_COMPANION_BYTES = 1_000_000;
const MOST_WORDS_CHARS = 500;

export function isCompanion(name: string): boolean {
  return name.endsWith(COMPANION_TAIL);
}

/** The content of a companion file: name, state and text of its export. Undefined if it is not one. */
interface Companion {
  readonly file: string | undefined;
  readonly state: string;
  readonly statement: string;
}

/**
 * Source of the format: core/plan/completenessReport.ts. Other tools may have written the file, so only texts
 * are accepted.
 */
function readCompanion(text: string): Companion | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const members = new Map<string, unknown>(Object.entries(parsed));
    const textOf = (name: string): string | undefined => {
      const value = members.get(name);
      return typeof value === 'string' && value !== '' ? value.slice(0, MOST_WORDS_CHARS) : undefined;
    };
    const state = textOf('state');
    return state === undefined
      ? undefined
      : { file: textOf('file'), state, statement: textOf('statement') ?? state };
  } catch {
    return undefined;
  }
}

/** Whether a companion's name fits an export, with its extension or without. */
function isNamedAfter(companion: string, name: string): boolean {
  const stem = companion.slice(0, -COMPANION_TAIL.length);
  return stem === name || stem === name.replace(/\.[A-Za-z0-9]+$/, '');
}

/** What an export says about missing rows, according to the companion dropped with it, or else its name; undefined if it says nothing. */
export async function fileCompleteness(name: string, files: readonly File[]): Promise<string | undefined> {
  for (const file of files) {
    if (!isCompanion(file.name) || file.size > MOST_COMPANION_BYTES) continue;
    const said = readCompanion(await file.text());
    if (said === undefined || (said.file === undefined ? !isNamedAfter(file.name, name) : said.file !== name))
      continue;
    return said.state === 'complete' ? undefined : `The export says: ${said.statement}`;
  }
  return name.includes('.incomplete.')
    ? 'The file name says incomplete: the export does not hold every requested row.'
    : undefined;
}

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
