import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import { areDrawn, nameRows, NEW_ROWS, nextRows } from './Readings.tsx';

const keysOf = (texts: readonly string[]): readonly FoundKey[] =>
  texts.map((text, at) => ({ text, from: at, to: at + 1, line: at + 1, readings: [] }));

/** Draws a list step by step, starting from the drawn rows. Returns the names that are drawn after each step. */
function draw(texts: readonly string[], before: ReadonlySet<string>): readonly ReadonlySet<string>[] {
  const rows = nameRows(keysOf(texts));
  const steps: ReadonlySet<string>[] = [];
  for (let drawn = before; steps.length <= texts.length + 1; ) {
    const next = nextRows(rows, drawn);
    if (areDrawn(next, drawn)) return steps;
    drawn = new Set(next.map(({ name }) => name));
    steps.push(drawn);
  }
  throw new Error('No end of steps.');
}

describe('rows of many keys', () => {
  it('are all drawn in the end, a few new ones in each step', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', '638452296000000000', 'x___y'), { maxLength: 230 });
    fc.assert(
      fc.property(texts, texts, (first, second) => {
        const [before = new Set<string>()] = draw(first, new Set()).slice(-1);
        let drawn: ReadonlySet<string> = before;
        for (const step of draw(second, before)) {
          expect([...step].filter((name) => !drawn.has(name)).length).toBeLessThanOrEqual(NEW_ROWS);
          drawn = step;
        }
        expect(drawn.size).toBe(second.length);
      }),
    );
  });

  it('stay while a key is typed before them, after them, or into one of them', () => {
    const texts = Array.from({ length: 200 }, (_, i) => `key ${i % 150}`);
    const drawn = draw(texts, new Set()).at(-1) ?? new Set();
    expect(drawn.size).toBe(200);
    for (const typed of [['new', ...texts], [...texts, 'new'], texts.with(100, 'key 100!')]) {
      const [step = new Set<string>()] = draw(typed, drawn);
      expect([...step].filter((name) => !drawn.has(name))).toHaveLength(1);
    }
  });
});
