import { type CsvCell, recordAt } from '../../csv.ts';
import type { Candidate } from './pastedText.ts';
import { partOfName, plainName, type TableHeader } from './tableHeader.ts';

/**
 * The cells of a record, and where the next one begins. If its quotes or the number of its cells are wrong, it is its first line, cut at
 * each delimiter: a stray quote swallows no rows.
 */
function cellsAt(text: string, from: number, { delimiter, names }: TableHeader) {
  const record = recordAt(text, from, delimiter, names.length);
  if (record.state === 'whole' || record.state === 'last') return record;
  const newline = text.indexOf('\n', from);
  const end = newline < 0 ? text.length : newline;
  let at = from;
  const cells = text
    .slice(from, end)
    .replace(/\r$/, '')
    .split(delimiter)
    .map((written): CsvCell => {
      const cell = { text: written.replace(/^"([^"]*).*/, '$1'), from: at, to: at + written.length };
      at = cell.to + 1;
      return cell;
    });
  return { cells, next: end + 1 };
}

/**
 * The keys of a table's records from `start` on. A long text is only read as far as candidates are needed.
 * @yields in the order of the text
 */
export function* csvCandidates(text: string, header: TableHeader, start: number): Generator<Candidate> {
  const parts = header.names.map(partOfName);
  const tableColumn = header.names.findIndex((name) => plainName(name) === 'tablename');
  for (let at = start; at < text.length; ) {
    const { cells, next } = cellsAt(text, at, header);
    at = next;
    // Blanks are part of a key only within quotes. In Markdown, backticks mark a key.
    const keys = cells.map((cell) =>
      text.charAt(cell.from) === '"' ? cell.text : cell.text.trim().replace(/^`(.+)`$/, '$1'),
    );
    const tableName = keys[tableColumn];
    for (const [column, { from, to }] of cells.entries()) {
      const [part, key = ''] = [parts[column], keys[column]];
      if (part !== undefined && key !== '') yield { text: key, from, to, part, tableName };
    }
  }
}
