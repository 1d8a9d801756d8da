/** @import { Fault } from './faults.mjs' */

/** @typedef {{ readonly fault: Fault, readonly outcome: 'noticed' | 'survived' | 'not reached', readonly by?: string | undefined }} Result */

/**
 * A fault that no test notices, and why. `equivalent`: it does not change behaviour. `left`: known, and not worth a test.
 * @typedef {{ readonly key: string, readonly verdict: 'equivalent' | 'left', readonly reason: string }} Survivor
 */

/** Tests must notice this share of the faults that change behaviour. */
const GOAL = 0.95;
/** Greatest accepted share of faults declared equivalent. */
const MOST_EQUIVALENT = 0.08;

/**
 * Prints the share noticed, by folder, and the survivors.
 * @param {readonly Result[]} results
 * @param {readonly Survivor[]} survivors the list with a reason each
 * @param {readonly string[]} folders
 * @param {(line: string) => void} [print]
 * @returns {boolean} true if the goal is met and every survivor has a reason
 */
export function printReport(
  results,
  survivors,
  folders,
  print = (line) => process.stdout.write(`${line}\n`),
) {
  const known = new Map(survivors.map((survivor) => [survivor.key, survivor]));
  const missed = results.filter(({ outcome }) => outcome !== 'noticed');
  const isEquivalent = (/** @type {Result} */ { fault, outcome }) =>
    outcome !== 'noticed' && known.get(fault.key)?.verdict === 'equivalent';
  for (const folder of folders) {
    const inside = results.filter(({ fault }) => fault.file.startsWith(`${folder}/`));
    if (inside.length > 0) print(`${folder}: ${shareWords(inside, isEquivalent)}`);
  }
  for (const { fault, outcome } of missed) {
    const survivor = known.get(fault.key);
    print(`${outcome}: ${fault.file}:${fault.line} ${fault.key.slice(fault.file.length + 1)}`);
    print(survivor === undefined ? '    no reason yet' : `    ${survivor.verdict}: ${survivor.reason}`);
  }
  const unexplained = missed.filter(({ fault }) => !known.has(fault.key)).length;
  const equivalent = results.filter(isEquivalent).length;
  print(
    `all: ${shareWords(results, isEquivalent)}; ${equivalent} called equivalent (${percent(equivalent / results.length)}, ` +
      `at most ${percent(MOST_EQUIVALENT)}), ${unexplained} without a reason; goal ${percent(GOAL)}`,
  );
  return (
    shareOf(results, isEquivalent) >= GOAL &&
    equivalent <= MOST_EQUIVALENT * results.length &&
    unexplained === 0
  );
}

/**
 * @param {readonly Result[]} results
 * @param {(result: Result) => boolean} isEquivalent
 */
function shareOf(results, isEquivalent) {
  const counted = results.filter((result) => !isEquivalent(result));
  return counted.length === 0
    ? 1
    : counted.filter(({ outcome }) => outcome === 'noticed').length / counted.length;
}

/**
 * @param {readonly Result[]} results
 * @param {(result: Result) => boolean} isEquivalent
 */
function shareWords(results, isEquivalent) {
  const counted = results.filter((result) => !isEquivalent(result));
  const noticed = counted.filter(({ outcome }) => outcome === 'noticed').length;
  return `${noticed} of ${counted.length} noticed, ${percent(shareOf(results, isEquivalent))}`;
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
