import { readFileSync, writeFileSync } from 'node:fs';
import { plainJson } from './digest.fixture.ts';

/**
 * Reads the approved answers of the cases from a file: a test compares them with today's, so that none changes unseen. With APPROVE=1
 * in the environment, today's answers are first written to the file: read the difference.
 */
export function approvedIn(
  file: URL,
  cases: ReadonlyMap<string, () => unknown>,
): Readonly<Record<string, unknown>> {
  if (process.env['APPROVE'] === '1') {
    // A line for each case, so that a difference shows which.
    const lines = [...cases].map(([name, say]) => `${JSON.stringify(name)}: ${plainJson(say())}`);
    writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
}
