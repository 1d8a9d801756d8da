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
 * A file that must be refused, or must pass.
 * @typedef {{ readonly path: string, readonly text: string, readonly what: string, readonly refused: boolean, readonly edge?: readonly [from: string, to: string] }} Probe
 */

/** A file of each folder that the others try to import. */
const MARKER = 'marker.ts';
/** The rules that guard the layers; what else oxlint finds in the probes does not matter. */
const GUARD = /no-restricted-(?:imports|globals|properties)/;
/** TS6307, TS6059: a file of a project that is not referenced. */
const NOT_REFERENCED = /error TS(?:6307|6059)\b/;
/** Layers whose folders each have their own import directions. */
const PARTED = ['core', 'features', ...Object.keys(ROOMS)];
/** TypeScript lets the references of a reference through (features -> state -> tables): lint alone refuses these. */
const BY_LINT_ALONE = ['features -> tables', 'features -> workers'];

/**
 * Proves that the import rules bite: writes a file for each forbidden import, package and global into a copy of
 * the folders with the same configuration, and expects each to be refused, and each allowed import to pass.
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
 * Folders that the table of layers does not know: a new one needs its guard first.
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
 * The configuration of the project, its packages, and a marker file in each folder.
 * @param {string} root
 * @param {string} copy
 */
function makeSkeleton(root, copy) {
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json', 'vite.config.ts']) {
    cpSync(join(root, name), join(copy, name));
  }
  // A real folder of links: the builds write below node_modules/.tmp, and must not write into ours.
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
    // A test project without any file is an error of its own.
    put(copy, `src/${folder}/marker.fixture.ts`, `export const fixture = '${folder}';\n`);
  }
}

/**
 * Each pair of folders, from the folder itself and from one below it.
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

/** The seeding code is the truth that tests compare with: it may not use what it is compared with. */
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
 * Forbidden imports that leave their TypeScript project, one for each project and target: TypeScript reports a file
 * that does not belong only where it meets it first.
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
 * The TypeScript project that a folder belongs to: a room has its own, the other layers are one each.
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
 * The same edges once more, as TypeScript sees them: a layer that is not a reference cannot be imported.
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
