import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { MAY_IMPORT, NO_EXPRESSIONS, NO_PACKAGES, ROOMS } from './lib/layers.mjs';
import { TOOLS } from './lib/steps.mjs';

/** @import { Outcome, Steps } from './lib/steps.mjs' */

/**
 * A test file that the checks must refuse, or must accept.
 * @typedef {{ readonly path: string, readonly text: string, readonly what: string, readonly refused: boolean, readonly edge?: readonly [from: string, to: string] }} Probe
 */

/** Each folder has a file with this name that other folders try to import. */
const MARKER = 'marker.ts';
/** The rules that protect the layers. Other findings of oxlint are ignored here. */
const GUARD = /no-restricted-(?:imports|globals|properties)/;
/** TS6307, TS6059: a file of a project that is not referenced. */
const NOT_REFERENCED = /error TS(?:6307|6059)\b/;
/** Layers whose folders each have their own import directions. */
const PARTED = ['core', 'features', ...Object.keys(ROOMS)];
/** TypeScript also accepts references of references (features -> state -> tables), so only lint refuses these. */
const BY_LINT_ALONE = ['features -> tables', 'features -> workers'];

/**
 * Proves that the import rules work. It copies the folders with the same configuration, writes a file for each forbidden import, package
 * and global, and expects each to be refused. Every allowed import must pass.
 * @param {string} root the project folder
 * @param {Steps} steps
 * @returns {Promise<Outcome>}
 */
export async function checkLayerGuards(root, steps) {
  const copy = mkdtempSync(join(tmpdir(), 'keyscope-layers-'));
  try {
    const faults = [...unknownFolders(root)];
    makeSkeleton(root, copy);
    const probes = [...edgeProbes(), ...packageProbes(), ...expressionProbes(), ...demoProbes()];
    faults.push(...(await lintProbes(root, copy, probes, steps)));
    const crossing = crossLayer(probes);
    faults.push(...(await compileProbes(root, copy, crossing, steps)));
    const checks = probes.length + crossing.length;
    return { passed: checks - faults.length, failed: faults.length, output: faults.join('\n') };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Folders that are missing in the table of layers. A new folder must be added there first.
 * @param {string} root
 * @returns {readonly string[]} in words
 */
function unknownFolders(root) {
  const src = join(root, 'src');
  const folders = readdirSync(src, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => (PARTED.includes(name) ? childFolders(src, name) : [name]));
  return folders
    .filter((folder) => !MAY_IMPORT.has(folder))
    .map(
      (folder) => `src/${folder}: no import directions known. Add it to scripts/lib/layers.mjs and guard it.`,
    );
}

/**
 * @param {string} src
 * @param {string} layer
 * @returns {readonly string[]}
 */
function childFolders(src, layer) {
  return readdirSync(join(src, layer), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${layer}/${entry.name}`);
}

/**
 * Copies the project's configuration and packages, and adds a marker file to each folder.
 * @param {string} root
 * @param {string} copy
 */
function makeSkeleton(root, copy) {
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json', 'vite.config.ts']) {
    cpSync(join(root, name), join(copy, name));
  }
  // A real folder with links in it, because builds write to node_modules/.tmp and must not write to the project's.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), 'junction');
  }
  for (const folder of new Set([...readdirSync(join(root, 'src')), ...MAY_IMPORT.keys()])) {
    for (const name of ['tsconfig.json', 'tsconfig.test.json']) {
      const source = join(root, 'src', folder, name);
      if (existsSync(source)) cpSync(source, join(copy, 'src', folder, name));
    }
  }
  for (const folder of MAY_IMPORT.keys()) {
    put(copy, `src/${folder}/${MARKER}`, `export const marker = '${folder}';\n`);
    // A test project without files would be an error.
    put(copy, `src/${folder}/marker.fixture.ts`, `export const fixture = '${folder}';\n`);
  }
}

/**
 * One import per pair of folders, from the folder itself and from a folder below it.
 * @returns {readonly Probe[]}
 */
function edgeProbes() {
  return [...MAY_IMPORT].flatMap(([from, allowed]) =>
    [...MAY_IMPORT.keys()]
      .filter((to) => to !== from)
      .flatMap((to) =>
        ['', 'part/'].map((below) => {
          const path = `src/${from}/${below}imports-${to.replace('/', '-')}.ts`;
          const target = relative(dirname(path), `src/${to}/${MARKER}`).split(sep).join('/');
          return {
            path,
            text: `import { marker } from '${target}';\n\nexport const probe = marker;\n`,
            what: `${from}${below === '' ? '' : '/*'} -> ${to}`,
            refused: !allowed.includes(to),
            edge: /** @type {const} */ ([from, to]),
          };
        }),
      ),
  );
}

/** @returns {readonly Probe[]} */
function packageProbes() {
  return [...NO_PACKAGES].flatMap(([folder, packages]) =>
    packages.map((name, i) => ({
      path: `src/${folder}/package-${i}.ts`,
      text: `import * as probe from '${name}';\n\nexport const names = Object.keys(probe);\n`,
      what: `${folder} -> package ${name}`,
      refused: true,
    })),
  );
}

/** @returns {readonly Probe[]} */
function expressionProbes() {
  return [...NO_EXPRESSIONS].flatMap(([folder, expressions]) =>
    expressions.map((expression, i) => ({
      path: `src/${folder}/expression-${i}.ts`,
      text: `export const probe = () => ${expression};\n`,
      what: `${folder}: ${expression}`,
      refused: true,
    })),
  );
}

/** Tests compare the product with the seeding code, so the seeding code must not use the product. */
function demoProbes() {
  return [
    {
      path: 'scripts/demo/importsSource.mjs',
      text: `import { marker } from '../../src/core/time/${MARKER}';\n\nexport const probe = marker;\n`,
      what: 'scripts/demo -> src',
      refused: true,
    },
  ];
}

/**
 * Forbidden imports across TypeScript projects, one for each project and target, because TypeScript only reports the first import of a
 * foreign file.
 * @param {readonly Probe[]} probes
 * @returns {readonly Probe[]}
 */
function crossLayer(probes) {
  /** @type {Map<string, Probe>} */
  const byEdge = new Map();
  for (const probe of probes) {
    if (probe.edge === undefined || !probe.refused) continue;
    const [from, to] = probe.edge.map(projectOf);
    const [layer, below] = probe.edge.map((folder) => folder.split('/')[0]);
    if (from !== to && !BY_LINT_ALONE.includes(`${layer} -> ${below}`))
      byEdge.set(`${from} ${probe.edge[1]}`, probe);
  }
  return [...byEdge.values()];
}

/**
 * The TypeScript project of a folder. Each room has its own, each other layer has one.
 * @param {string} folder
 */
function projectOf(folder) {
  const [layer = ''] = folder.split('/');
  return layer in ROOMS ? folder : layer;
}

/**
 * @param {string} root
 * @param {string} copy
 * @param {readonly Probe[]} probes
 * @param {Steps} steps
 * @returns {Promise<readonly string[]>} faults, in words
 */
async function lintProbes(root, copy, probes, steps) {
  for (const { path, text } of probes) put(copy, path, text);
  const { output } = await steps.node(
    [join(root, TOOLS.oxlint), '--config=.oxlintrc.json', '--format=json', 'src', 'scripts'],
    {},
    copy,
  );
  /** @type {{ diagnostics: { code?: string, filename: string }[] }} */
  const { diagnostics } = JSON.parse(output.slice(output.indexOf('{')));
  const refused = new Set(
    diagnostics.filter(({ code }) => GUARD.test(code ?? '')).map(({ filename }) => filename),
  );
  return probes
    .filter((probe) => probe.refused !== refused.has(probe.path))
    .map(
      ({ what, refused: wanted }) =>
        `lint: ${what} ${wanted ? 'passes, but is forbidden' : 'is refused, but is allowed'}`,
    );
}

/**
 * Checks the same imports with TypeScript: a layer that is not referenced cannot be imported.
 * @param {string} root
 * @param {string} copy
 * @param {readonly Probe[]} probes forbidden imports across layers only
 * @param {Steps} steps
 * @returns {Promise<readonly string[]>} faults, in words
 */
async function compileProbes(root, copy, probes, steps) {
  for (const folder of MAY_IMPORT.keys()) removeProbes(join(copy, 'src', folder));
  for (const { path, text } of probes) put(copy, path, text);
  const layers = readdirSync(join(copy, 'src')).map((layer) => `src/${layer}`);
  const { output } = await steps.node(
    [join(root, TOOLS.tsc), '-b', '--pretty', 'false', ...layers],
    {},
    copy,
  );
  const lines = output.split('\n').filter((line) => NOT_REFERENCED.test(line));
  return probes
    .filter(({ path }) => !lines.some((line) => line.startsWith(`${path}(`)))
    .map(({ what }) => `type check: ${what} passes, but is forbidden`);
}

/** @param {string} folder */
function removeProbes(folder) {
  for (const name of readdirSync(folder)) {
    if (/^(?:imports-|package-|expression-|part$)/.test(name))
      rmSync(join(folder, name), { recursive: true });
  }
}

/**
 * @param {string} copy
 * @param {string} path
 * @param {string} text
 */
function put(copy, path, text) {
  mkdirSync(join(copy, dirname(path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}
