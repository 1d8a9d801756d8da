import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { endWith } from './lib/lifecycle.mjs';

/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);

/**
 * @param {string} sentence
 * @returns {never}
 */
function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * @param {string | undefined} text PORT
 * @param {number} byDefault
 * @returns {number}
 */
function portFrom(text, byDefault) {
  if (text === undefined || text === '') return byDefault;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  return giveUp(`PORT is "${text}": it must be a whole number from 0 to 65535 (0: any free port).`);
}

/** @returns {boolean} true to run without the demo account */
function readArguments() {
  try {
    const { values } = parseArgs({ options: { 'no-demo': { type: 'boolean', default: false } } });
    return values['no-demo'];
  } catch (error) {
    return giveUp(
      `${error instanceof Error ? error.message : String(error)}. Known: --no-demo (serve the app alone).`,
    );
  }
}

const withoutDemo = readArguments();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// Imported late, because it needs the packages, which are installed by now.
const { DEFAULT_PORT, startKeyscope } = await import('./lib/keyscope.mjs');
/** @type {() => Promise<void>} */
let close = async () => {};
endWith(() => close());

const wanted = portFrom(process.env['PORT'], DEFAULT_PORT);
const keyscope = await startKeyscope({ root, port: wanted, withDemo: !withoutDemo, say });
close = keyscope.close;
if (wanted !== 0 && keyscope.port !== wanted) {
  process.stderr.write(
    `Port ${wanted} is taken: serving on ${keyscope.port}. The origin of the page changed with it, so a CORS rule ` +
      `that names http://127.0.0.1:${wanted} must now name ${keyscope.origins[0]}. (The demo account already does.)\n`,
  );
}
if (keyscope.demo !== undefined) {
  const rows = keyscope.demo.service.tables.reduce((sum, table) => sum + table.rows.length, 0);
  say(
    `Demo account: ${keyscope.demo.service.tables.length} tables, ${rows.toLocaleString('en-US')} rows, in memory.`,
  );
}
say('Ctrl-C ends it.');
say(`Stress lab, which writes to tables of its own: ${keyscope.stress.url}`);
say(`Keyscope: ${keyscope.url}`);
