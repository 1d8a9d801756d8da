import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installStamp, isInstalled, nodeFault } from './install.mjs';

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

  it('follows the dependencies and nothing else of package.json', () => {
    const before = installStamp(root);
    manifest({ name: 'b', scripts: { start: 'x' }, dependencies: { x: '1.0.0' } });
    expect(installStamp(root)).toBe(before);
    manifest({ name: 'a', dependencies: { x: '1.0.1' } });
    expect(installStamp(root)).not.toBe(before);
  });
});
