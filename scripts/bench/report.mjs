/**
 * Made by e2e/bench/sideBySide.ts.
 * @typedef {object} ContestResult
 * @property {string} name what was measured
 * @property {string} baselineName how the baseline does it
 * @property {string} oursName how we do it
 * @property {number} baselinePerSecond keys
 * @property {number} oursPerSecond keys
 * @property {number} ratio ours to the baseline
 * @property {number} [goal] least ratio; absent if the line is only for comparison
 * @property {number} [aim] desired ratio
 * @property {readonly string[]} faults wrong results
 */

/**
 * Made by e2e/bench/pasteContest.ts.
 * @typedef {object} PasteResult
 * @property {number} keys how many were pasted
 * @property {number} mainThreadMs median time on the main thread
 * @property {number} answeredAfterMs median from the call to the summary
 * @property {number} withoutWorkerMs time to search the same keys on the main thread
 * @property {readonly string[]} faults wrong results
 */

/** One frame at 60 Hz. */
export const FRAME_MS = 1000 / 60;

const NAME_WIDTH = 34;

/** Names of the columns below. */
export const HEADING = `${'best quarter of rounds, in turn'.padEnd(NAME_WIDTH)}   ratio    goal     aim     ours baseline (M keys/s)`;

/**
 * @param {number | undefined} ratio
 * @returns {string}
 */
function times(ratio) {
  return (ratio === undefined ? '-' : `${ratio.toFixed(ratio < 1 ? 2 : 1)}x`).padStart(8);
}

/**
 * @param {number} perSecond
 * @returns {string}
 */
function millions(perSecond) {
  return (perSecond / 1e6).toFixed(2).padStart(9);
}

/**
 * @param {ContestResult} result
 * @returns {string} one line; more if a result is wrong
 */
export function contestLine(result) {
  const name = result.name.padEnd(NAME_WIDTH);
  if (result.faults.length > 0) return `${name}   WRONG: ${result.faults.join('; ')}`;
  const { ratio, goal, aim, oursPerSecond, baselinePerSecond, baselineName } = result;
  const mark = ratio < (goal ?? 0) ? '  BELOW ITS GOAL' : '';
  const figures =
    times(ratio) + times(goal) + times(aim) + millions(oursPerSecond) + millions(baselinePerSecond);
  return `${name}${figures}  ${baselineName}${mark}`;
}

/**
 * @param {PasteResult} paste
 * @returns {string}
 */
export function pasteLine(paste) {
  const name = `${paste.keys} keys pasted`.padEnd(NAME_WIDTH);
  if (paste.faults.length > 0) return `${name}   WRONG: ${paste.faults.join('; ')}`;
  const mark = paste.mainThreadMs < FRAME_MS ? '' : '  MORE THAN A FRAME';
  return `${name} ${paste.mainThreadMs.toFixed(2)} ms on the main thread (a frame: ${FRAME_MS.toFixed(1)} ms), summary after ${paste.answeredAfterMs.toFixed(0)} ms; without the worker ${paste.withoutWorkerMs.toFixed(0)} ms${mark}`;
}
