import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { endWith } from './lib/lifecycle.mjs';
import { createSteps, tool, TOOLS, typesAndLint, unitTests } from './lib/steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// Imported late, because it needs the installed packages.
const { checkLayers } = await import('./lib/checkLayers.mjs');

const steps = createSteps(root);
endWith(steps.stop);
await steps.step('layers', async () => checkLayers(root));
await steps.step('types and lint', typesAndLint(steps));
await steps.step('dead code, production', tool(steps, [TOOLS.knip, '--production']));
await steps.step('unit tests', unitTests(steps, root));
steps.finish();
