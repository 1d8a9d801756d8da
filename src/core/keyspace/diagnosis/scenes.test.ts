import { describe, expect, it } from 'vitest';
import { approvedIn } from '../../approvals.fixture.ts';
import { sceneOf } from './sceneOf.fixture.ts';
import { briefly, RULES } from './scenes.fixture.ts';

/*
 * What the rules say of tables of chance with something unusual in them, by seed. Most are near a border of a rule, so that a changed
 * figure or comparison changes what is said. Whether a rule is right is decided by the tests of planted and of clean tables.
 */

/** Of 2,500 seeds, those near a border, and a few of which nothing is said. */
const SEEDS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 28, 37, 39, 40, 41, 42,
  54, 56, 57, 58, 60, 64, 70, 72, 76, 81, 83, 87, 88, 89, 94, 95, 97, 98, 100, 101, 106, 107, 108, 110, 115,
  116, 117, 119, 138, 152, 154, 157, 173, 174, 181, 194, 195, 196, 201, 203, 208, 211, 222, 234, 244, 245,
  246, 252, 256, 261, 263, 271, 272, 281, 295, 298, 299, 303, 304, 310, 314, 320, 321, 323, 328, 330, 336,
  337, 338, 339, 345, 359, 381, 384, 385, 387, 412, 415, 416, 425, 426, 430, 433, 434, 456, 505, 509, 512,
  538, 553, 598, 610, 631, 637, 650, 655, 662, 666, 668, 699, 712, 718, 727, 762, 787, 789, 794, 848, 868,
  871, 914, 915, 946, 951, 997, 1029, 1033, 1051, 1073, 1097, 1105, 1221, 1230, 1251, 1407, 1438, 1466, 1548,
  1562, 1596, 1616, 1642, 1700, 1721, 1723, 1729, 1736, 1801, 1819, 1824, 1834, 1854, 1868, 1950, 2067, 2077,
  2086, 2093, 2177, 2197, 2265, 2324, 2372, 2377, 2452, 2460, 2496,
];

function said(seed: number): readonly string[] {
  const scene = sceneOf(seed);
  return Object.entries(RULES).flatMap(([name, rule]) =>
    briefly(rule, scene).map((line) => `${name}: ${line}`),
  );
}

const cases = new Map(SEEDS.map((seed) => [String(seed), () => said(seed)]));
const approved = approvedIn(new URL('./fixtures/scenes.json', import.meta.url), cases);

describe('what the rules say of a scene', () => {
  it.each([...cases.keys()])('%s', (seed) => {
    expect(cases.get(seed)?.()).toEqual(approved[seed]);
  });
});
