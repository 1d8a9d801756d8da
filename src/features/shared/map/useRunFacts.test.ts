import { expect, it } from 'vitest';
import type { RunState } from '../../../state/run/runState.ts';
import { factsByRow, isAtRest, isRead } from './useRunFacts.ts';

const run = (phase: RunState['phase'], states: readonly string[], pause?: object): RunState => {
  const known: object = { phase, progress: states.map((state) => ({ state })), ...(pause && { pause }) };
  return known as RunState;
};

it('rows are read once every query is, while coverage checks still run; findings wait for the end', () => {
  expect(isRead(run('running', ['done', 'reading']))).toBe(false);
  expect(isRead(run('running', ['done', 'failed']))).toBe(false);
  expect(isRead(run('running', ['done', 'done']))).toBe(true);
  expect(isAtRest(run('running', ['done', 'done']))).toBe(false);
});

it('a run that waits or has ended is read as far as it will be', () => {
  for (const at of [run('running', ['reading'], { kind: 'offline' }), run('ended', ['failed', 'done'])]) {
    expect(isRead(at)).toBe(true);
    expect(isAtRest(at)).toBe(true);
  }
});

it('facts name the rows of a map by their place; those of a row that the map lacks are left out, those of all rows stay', () => {
  const pause = { from: 10n, to: 20n, expected: 40, lnP: -30 };
  const later = { ...pause, from: 50n, isOpen: true } as const;
  const pauses = [
    { ...pause, label: undefined },
    { ...later, label: 'c' },
    { ...pause, label: 'gone' },
    { ...pause, label: 'a' },
  ];
  const future = [
    { label: 'gone', rows: 3, latestTicks: 99n },
    { label: 'b', rows: 2, latestTicks: 98n },
  ];
  expect(factsByRow({ facts: { roundingTicks: 7n }, future, pauses }, ['a', 'b', 'c'])).toEqual({
    roundingTicks: 7n,
    pauses: [pause, { ...later, row: 2 }, { ...pause, row: 0 }],
    future: [{ row: 1, rows: 2, latestTicks: 98n }],
  });
});
