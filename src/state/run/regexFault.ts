/** What is wrong with a regular expression, in words; undefined: nothing. Compiling one never takes long, running it may. */
export function regexFault(pattern: string): string | undefined {
  try {
    return RegExp(pattern, 'iu') && undefined;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return `${words.replace(/^Invalid regular expression: /, '').replace(pattern, () => 'it')}.`;
  }
}
