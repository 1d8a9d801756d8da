import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installFault, installStamp, isInstalled, nodeFault } from './install.mjs';

describe('Node version', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '100.1.2'])('%s will do', (version) => {
    expect(nodeFault(version)).toBeUndefined();
  });

  it.each(['20.18.9', '18.20.4', '9.11.2'])('%s is refused in words that name both', (version) => {
    expect(nodeFault(version)).toContain('Keyscope needs Node 20.19 or newer');
    expect(nodeFault(version)).toContain(`this is Node ${version}`);
  });
});

describe('install stamp', () => {
  let root: string;
  const manifest = (content: object) => {
    writeFileSync(join(root, 'package.json'), JSON.stringify(content));
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'keyscope-install-'));
    writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3}');
    manifest({ name: 'a', dependencies: { x: '1.0.0' } });
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  it('is there only after an install that came to its end, and only for this lock file', () => {
    expect(isInstalled(root)).toBe(false);
    mkdirSync(join(root, 'node_modules'));
    expect(isInstalled(root)).toBe(false);
    writeFileSync(join(root, 'node_modules', '.keyscope-install'), installStamp(root));
    expect(isInstalled(root)).toBe(true);
    writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3,"packages":{}}');
    expect(isInstalled(root)).toBe(false);
  });

  it('is not attempted where node_modules is a link: what is behind it stays', () => {
    expect(installFault(root)).toBeUndefined();
    mkdirSync(join(root, 'other'));
    writeFileSync(join(root, 'other', 'kept'), 'x');
    symlinkSync(join(root, 'other'), join(root, 'node_modules'), 'junction');
    expect(installFault(root)).toMatch(/node_modules is a link.*nothing was installed.*remove the link/);
    // The same through `ensureInstalled`, with an npm that leaves a file if it is called.
    writeFileSync(join(root, 'npm-cli.js'), `require('node:fs').writeFileSync('called', '');`);
    const module = new URL('install.mjs', import.meta.url).href;
    const run = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { ensureInstalled } from ${JSON.stringify(module)}; ensureInstalled(${JSON.stringify(root)});`,
      ],
      { env: { ...process.env, npm_execpath: join(root, 'npm-cli.js') }, encoding: 'utf8' },
    );
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('node_modules is a link');
    expect(existsSync(join(root, 'called'))).toBe(false);
    expect(readFileSync(join(root, 'other', 'kept'), 'utf8')).toBe('x');
    rmSync(join(root, 'node_modules'));
    mkdirSync(join(root, 'node_modules'));
    expect(installFault(root)).toBeUndefined();
  });
});

/**
 * Builds for other platforms. When the tools were last updated, the registry did not offer their pinned versions, so there is no hash for
 * them, and npm checks them by what the registry says at installation. Whoever updates the tools must empty this list and not add to it.
 */
const NOT_OFFERED =
  /^node_modules\/(?:@biomejs\/cli-(?:android|darwin|win32|linux-(?:arm64|x64)-musl)|@oxc-parser\/binding-|@oxlint\/binding-|@oxlint-tsgolint\/(?:darwin|win32)|@duckdb\/node-bindings-(?:darwin|win32|linux-arm64))/;

describe('package-lock.json', () => {
  const lock = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8'),
  ) as {
    readonly packages: Readonly<
      Record<
        string,
        {
          readonly link?: boolean;
          readonly resolved?: string;
          readonly integrity?: string;
          readonly optional?: boolean;
          readonly os?: readonly string[];
        }
      >
    >;
  };
  const fetched = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && link !== true);

  it('names no address, which would be that of one registry', () => {
    expect(fetched.length).toBeGreaterThan(100);
    expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('says by its hash what each package must be', () => {
    const bare = fetched.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(bare.map(([path]) => path).filter((path) => !NOT_OFFERED.test(path))).toEqual([]);
    // Such packages are never installed on this platform, and their number must not grow.
    expect(bare.length).toBeLessThanOrEqual(50);
    expect(bare.filter(([, { optional, os }]) => optional !== true || os === undefined)).toEqual([]);
  });
});
