import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';

/*
 * npm run test:snippets: runs the generated Python for keys, then the copied queries of az and Python and the Python job, against Azurite.
 * Not part of npm test, because it needs these tools on this computer. If one is missing, it fails with the line that installs it.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

/** @param {string} file */
function run(file) {
  const args = [vitest, 'run', '--config', 'e2e/snippets/vitest.config.ts', file];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// Needs nothing but python3.
run('designKeys');

const TOOLS = [
  { name: 'Azure CLI', probe: ['az', 'version'], install: 'python3 -m pip install azure-cli' },
  {
    name: 'azure-data-tables for Python',
    probe: ['python3', '-c', 'import azure.data.tables'],
    install: 'python3 -m pip install azure-data-tables',
  },
  {
    name: 'pyarrow for Python',
    probe: ['python3', '-c', 'import pyarrow'],
    install: 'python3 -m pip install pyarrow',
  },
];

const missing = TOOLS.filter(({ probe: [command = '', ...args] }) => {
  const { status } = spawnSync(command, args, { stdio: 'ignore' });
  return status !== 0;
});
for (const { name, install } of missing) {
  process.stderr.write(`${name} is missing. Install it: ${install}\n`);
}
if (missing.length > 0) process.exit(1);

run('tools');
