/** Quotes a word for a shell script: within single quotes only the quote itself is special. */
export function bashQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
