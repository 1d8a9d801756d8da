import { guardFormula, quotedCell } from '../csv.ts';
import type { CellValue } from '../entities/store/entityStore.ts';

export type CopyFormat = 'tsv' | 'markdown' | 'json' | 'csv';

/** Cells of one row, in the order of the columns; undefined: the row lacks the property. */
export type CopiedRow = readonly (CellValue | undefined)[];

/** Types whose text is written to JSON without quotes. Int64 is not among them, because most readers would round it. */
const BARE_JSON = new Set(['Edm.Int32', 'Edm.Boolean', 'Null']);
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Only Strings are guarded against being run as formulas; other types are numbers or have a fixed form. */
function shownText(cell: CellValue | undefined): string {
  if (cell === undefined || cell.type === 'Null') return '';
  return cell.type === 'Edm.String' ? guardFormula(cell.text) : cell.text;
}

/** Like Excel: only cells that would break lines or columns are in quotes. */
function tsvCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Escapes the characters that Markdown, or HTML inside it, would interpret. */
function markdownCell(text: string): string {
  return text.replace(/[\\|`*_[\]<>&]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, ' ');
}

function jsonValue({ type, text }: CellValue): string {
  const isBare = BARE_JSON.has(type) || (type === 'Edm.Double' && JSON_NUMBER.test(text));
  return isBare ? text : JSON.stringify(text);
}

function jsonRow(names: readonly string[], row: CopiedRow): string {
  const members = row.flatMap((cell, at) =>
    cell === undefined ? [] : [`${JSON.stringify(names[at] ?? '')}: ${jsonValue(cell)}`],
  );
  return `  {${members.join(', ')}}`;
}

/** Copied cells as text, row by row. */
export class CellWriter {
  private readonly format: CopyFormat;
  private readonly names: readonly string[];
  private readonly lines: string[] = [];
  private readonly hasHead: boolean;
  chars = 0;

  constructor(format: CopyFormat, names: readonly string[], hasHead: boolean) {
    this.format = format;
    this.names = names;
    this.hasHead = hasHead;
    if (format === 'markdown') {
      this.push(`| ${names.map(markdownCell).join(' | ')} |`);
      this.push(`| ${names.map(() => '---').join(' | ')} |`);
    } else if (hasHead && format !== 'json') {
      const cells = names.map(guardFormula);
      this.push(format === 'tsv' ? cells.map(tsvCell).join('\t') : cells.map(quotedCell).join(','));
    }
  }

  add(row: CopiedRow): void {
    const { format } = this;
    if (format === 'json') this.push(jsonRow(this.names, row));
    else if (format === 'tsv') this.push(row.map((cell) => tsvCell(shownText(cell))).join('\t'));
    else if (format === 'csv') this.push(row.map((cell) => quotedCell(shownText(cell))).join(','));
    else this.push(`| ${row.map((cell) => markdownCell(cell === undefined ? '' : cell.text)).join(' | ')} |`);
  }

  text(): string {
    const { format, lines } = this;
    if (format === 'json') return `[\n${lines.join(',\n')}\n]`;
    // A single cell is copied as its bare text, without a line break.
    if (lines.length === 1 && !this.hasHead) return lines[0] ?? '';
    return `${lines.join(format === 'csv' ? '\r\n' : '\n')}${format === 'csv' ? '\r\n' : '\n'}`;
  }

  private push(line: string): void {
    this.lines.push(line);
    this.chars += line.length;
  }
}
