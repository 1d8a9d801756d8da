import { readFileSync, writeFileSync } from 'node:fs';
import { plainJson } from './digest.fixture.ts';

/**
 * Reads the approved answers of the cases from a file. A test compares them with the current ones, so that none changes unnoticed. With
 * APPROVE=1 in the environment, the current answers are first written to the file; then read the difference in git.
 */
export function approvedIn(
  file: URL,
  cases: ReadonlyMap<string, () => unknown>,
): Readonly<Record<string, unknown>> {
  if (process.env['APPROVE'] === '1') {
    // One line for each case, so that a difference shows which case it is.
    const lines = [...cases].map(([name, say]) => `${JSON.stringify(name)}: ${plainJson(say())}`);
    writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
}
