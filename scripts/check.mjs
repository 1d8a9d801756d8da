import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { endWith } from './lib/lifecycle.mjs';
import { createSteps, tool, TOOLS, unitTests } from './lib/steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// It needs installed packages.
const { checkLayers } = await import('./lib/checkLayers.mjs');

const steps = createSteps(root);
endWith(steps.stop);
await steps.step('layers', async () => checkLayers(root));
// Each tool uses one core, so two run side by side.
await Promise.all([
  steps.step('type check', tool(steps, [TOOLS.tsc, '-b'])),
  steps.step('lint', tool(steps, [TOOLS.oxlint, '--type-aware', '--deny-warnings', 'src', 'scripts', 'e2e'])),
]);
await steps.step('dead code, production', tool(steps, [TOOLS.knip, '--production']));
await steps.step('unit tests', unitTests(steps, root));
steps.finish();
