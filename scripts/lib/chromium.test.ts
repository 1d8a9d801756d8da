import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from './chromium.mjs';

describe('finding a Chromium', () => {
  let folder: string;
  const executable = (name: string) => {
    const path = join(folder, name);
    writeFileSync(path, '');
    chmodSync(path, 0o755);
    return path;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyscope-chromium-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('takes the variable first, then the PATH in its order', () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    const env = { PATH: `${other}${delimiter}${folder}` };
    expect(findChromium(env)).toBeUndefined();
    const chrome = executable('google-chrome');
    expect(findChromium(env)).toBe(chrome);
    const chromium = executable('chromium');
    expect(findChromium(env)).toBe(chromium);
    const own = executable('mine');
    expect(findChromium({ ...env, CHROME_BIN: own })).toBe(own);
    expect(findChromium({ ...env, CHROMIUM_PATH: 'chromium' })).toBe(chromium);
    expect(findChromium({ ...env, CHROMIUM_PATH: '' })).toBe(chromium);
  });

  it('refuses a variable that names no executable', () => {
    executable('chromium');
    const missing = join(folder, 'missing');
    expect(() => findChromium({ PATH: folder, CHROMIUM_PATH: missing })).toThrow(
      `CHROMIUM_PATH names ${missing}`,
    );
  });
});
