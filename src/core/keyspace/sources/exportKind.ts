/** What stands between the cells of a table. */
export const DELIMITERS = [',', '\t', ';', '|'] as const;

/** What a dropped or pasted text is. */
export type ExportKind =
  /** An entity a line. */
  | { readonly kind: 'ndjson' }
  /** An array of entities, or an object with such an array: a page of the service, `az storage entity query`. */
  | { readonly kind: 'json' }
  /** RFC 4180, with a header that names PartitionKey and RowKey. */
  | { readonly kind: 'csv'; readonly delimiter: (typeof DELIMITERS)[number] }
  /** A key or so a line: keys/bulk reads it. */
  | { readonly kind: 'list' };

/** Characters that tell what a text is. */
export const KIND_HEAD_CHARS = 65_536;

/** A name as it is compared: "Partition Key", "partition_key" and "PartitionKey" are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_]/g, '');
}

/** The cells of a header, quotes undone. */
function headerNames(line: string, delimiter: string): readonly string[] {
  return line.split(delimiter).map((cell) => plainName(cell.replaceAll('"', '')));
}

function isObjectLine(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** By the beginning of a text, KIND_HEAD_CHARS of it at least where it is longer. */
export function exportKind(head: string): ExportKind {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  const [line = ''] = text.split('\n', 1);
  if (/^[[{]/.test(text)) {
    if (!/"partition[\s_]?key"\s*:/i.test(text)) return { kind: 'list' };
    const isDocument = text.startsWith('[') || /^\{[^{}]*"\w+"\s*:\s*\[/.test(text);
    // An object that is broken over lines is one of a document as well.
    return isDocument || (line.trim() === '{' && !isObjectLine(line)) ? { kind: 'json' } : { kind: 'ndjson' };
  }
  for (const delimiter of DELIMITERS) {
    const names = headerNames(line, delimiter);
    if (names.includes('partitionkey') && names.includes('rowkey')) return { kind: 'csv', delimiter };
  }
  return { kind: 'list' };
}
