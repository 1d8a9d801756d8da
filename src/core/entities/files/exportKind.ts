import type { Delimiter } from '../../csv.ts';
import { partOfName, tableHeader } from '../../keys/pasted/pastedCsv.ts';

/** The format of a dropped or pasted text. */
export type ExportKind =
  /** One entity per line. */
  | { readonly kind: 'ndjson' }
  /** An array of entities, or an object with such an array: a page of the service, or the output of `az storage entity query`. */
  | { readonly kind: 'json' }
  /** RFC 4180, with a header that names PartitionKey and RowKey. */
  | { readonly kind: 'csv'; readonly delimiter: Delimiter }
  /** About one key per line, read by keys/bulk. */
  | { readonly kind: 'list' };

/** The first characters of a text, which are enough to tell its format. */
export const KIND_HEAD_CHARS = 65_536;

function isObjectLine(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Tells the format from the beginning of a text: all of it, or at least KIND_HEAD_CHARS. */
export function exportKind(head: string): ExportKind {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  const [line = ''] = text.split('\n', 1);
  if (/^[[{]/.test(text)) {
    if (!/"partition[\s_]?key"\s*:/i.test(text)) return { kind: 'list' };
    const isDocument = text.startsWith('[') || /^\{[^{}]*"\w+"\s*:\s*\[/.test(text);
    // A first object that spans several lines also makes it a JSON document.
    return isDocument || (line.trim() === '{' && !isObjectLine(line)) ? { kind: 'json' } : { kind: 'ndjson' };
  }
  const header = tableHeader(head);
  const parts = header?.names.map(partOfName);
  const isTable = parts?.includes('partition') === true && parts.includes('row');
  return header && isTable ? { kind: 'csv', delimiter: header.delimiter } : { kind: 'list' };
}
