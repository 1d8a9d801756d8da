import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FIRST_ZONE_ONLY, firstZoneTests, LOCAL, zoneReach } from './zones.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { tests, importsOf, reachedFrom, mayAsk } = zoneReach(root);

describe('tests that run in the first time zone only', () => {
  it.each(FIRST_ZONE_ONLY)(
    '%s is there, slow, near a module that may ask for a zone, and asks for none itself',
    (path) => {
      expect(existsSync(join(root, path)), 'moved or gone: name it anew in zones.mjs').toBe(true);
      expect([...reachedFrom(path, 2)].some(mayAsk), 'is left out without being named').toBe(true);
      expect(readFileSync(join(root, path), 'utf8')).not.toMatch(LOCAL);
    },
  );

  it('reach no module that may ask for a zone and is not tried in both', () => {
    const alone = new Set(firstZoneTests(root));
    // A test tries what it imports, and what it stands beside.
    const inBoth = tests.filter((test) => !alone.has(test));
    const tried = new Set(inBoth.flatMap((test) => [...importsOf(test), test.replace('.test.', '.')]));
    const reached = new Set([...alone].flatMap((path) => [...reachedFrom(path)]));
    const asking = [...reached].filter((path) => path.startsWith('src/') && mayAsk(path));
    const own = asking.filter((path) => !/\.test\.tsx?$/.test(path));
    // It finds what is known to read dates of the wire.
    expect(own).toContain('src/tables/wire/httpDate.ts');
    expect(own.filter((path) => !tried.has(path))).toEqual([]);
  });

  it('are not those that name a zone, or stand near the clock of zones', () => {
    const alone = new Set(firstZoneTests(root));
    for (const path of ['src/core/time/formatInstant.test.ts', 'src/tables/wire/httpDate.test.ts'])
      expect([path, tests.includes(path), alone.has(path)]).toEqual([path, true, false]);
    expect(alone.has('src/core/byteWriter.test.ts')).toBe(true);
    expect(tests.length - alone.size).toBeGreaterThan(80);
  });
});
