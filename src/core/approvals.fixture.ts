import { readFileSync, writeFileSync } from 'node:fs';
import { plainJson } from './digest.fixture.ts';

/**
 * What was said once of each case and is held in a file, so that nothing of it changes unseen. With APPROVE=1 in the environment, the
 * file is written anew from what is said now: read the difference.
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
