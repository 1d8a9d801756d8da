/** A word of a shell script, exactly: nothing is special within single quotes but the quote itself. */
export function bashQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
