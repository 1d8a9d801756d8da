import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sceneOf } from './sceneOf.fixture.ts';
import { briefly, RULES } from './scenes.fixture.ts';

/*
 * What the rules say of tables of chance with something unusual in them, by seed. Most are near a border of a rule, so that a changed
 * figure or comparison changes what is said. Whether a rule is right is decided by the tests of planted and of clean tables.
 */

const said = Object.entries(
  JSON.parse(readFileSync(new URL('./fixtures/scenes.json', import.meta.url), 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >,
);

describe('what the rules say of a scene', () => {
  it.each(said)('%s', (seed, lines) => {
    const scene = sceneOf(Number(seed));
    const found = Object.entries(RULES).flatMap(([name, rule]) =>
      briefly(rule, scene).map((line) => `${name}: ${line}`),
    );
    expect(found).toEqual(lines);
  });
});
