// A CSV parser by RFC 4180, which shares no code with the writer.

/** The records after the header, by the names in the header. Throws if a record has a different number of cells. */
export function parseCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...lines] = cellsOf(text);
  return lines.map((cells) => {
    if (cells.length !== head.length) throw new Error(`${cells.length} cells under ${head.length} names`);
    return Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']));
  });
}

function cellsOf(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  // Matches a cell, quoted or not, and its separator.
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    const [, quoted, plain = '', end] = match;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}
