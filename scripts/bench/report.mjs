import { cpus, loadavg } from 'node:os';

/**
 * Both sides of a contest, measured in the same run.
 * @typedef {object} Timed
 * @property {number} oursMs the best rounds: the time on an otherwise idle machine
 * @property {number} baselineMs the same
 * @property {readonly string[]} faults wrong results; if there are any, the figures are void
 */

/**
 * @typedef {object} Report
 * @property {(name: string) => void} title starts a benchmark
 * @property {(name: string, timed: Timed, goal: number, more?: string) => void} faster how many times as fast as the baseline
 * @property {(name: string, value: number, unit: string, goal: number, more?: string) => void} most a figure that should be small
 * @property {(name: string, faults: readonly string[]) => void} wrong notes wrong results
 * @property {() => boolean} finish prints the verdict; true if all results are right and all goals are reached
 */

/** @returns {Report} */
export function createReport() {
  let isGood = true;
  /**
   * @param {string} name
   * @param {string} text
   * @param {boolean} isReached
   */
  const line = (name, text, isReached) => {
    isGood &&= isReached;
    process.stdout.write(`${name.padEnd(44)} ${text}${isReached ? '' : '  MISSES ITS GOAL'}\n`);
  };
  /** @type {Report['wrong']} */
  const wrong = (name, faults) => {
    for (const fault of faults) line(name, `WRONG: ${fault}`, false);
  };
  return {
    // On a busy machine only the ratios are meaningful.
    title: (name) =>
      process.stdout.write(`\n${name}; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`),
    faster: (name, { oursMs, baselineMs, faults }, goal, more = '') => {
      wrong(name, faults);
      const times = baselineMs / oursMs;
      const figures = `${oursMs.toFixed(2)} ms, baseline ${baselineMs.toFixed(1)} ms`;
      line(name, `${times.toFixed(1)}x (goal ${goal}x): ${figures}${more}`, times >= goal);
    },
    most: (name, value, unit, goal, more = '') =>
      line(name, `${value.toFixed(1)} ${unit} (goal ${goal.toFixed(1)} ${unit})${more}`, value <= goal),
    wrong,
    finish: () => {
      process.stdout.write(`\n${isGood ? 'every goal reached' : 'NOT every goal reached'}\n`);
      return isGood;
    },
  };
}
