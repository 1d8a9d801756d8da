// A setup file of the unit tests while faults are planted (npm run mutate).
import { afterEach, beforeEach, inject } from 'vitest';

/*
 * Tells each switch in the code whether its fault is on, and in the first run which faults each test meets.
 * What a module evaluates while it is imported belongs to every test of the file.
 */

const { active, hitLimit } = inject('fault');
/** @type {Set<number>} */
const met = new Set();
let hits = 0;
let isImported = false;

/** @param {number} id */
function isOn(id) {
  if (active === undefined) {
    met.add(id);
    return false;
  }
  if (id !== active) return false;
  hits += 1;
  // A loop that the fault made endless: nothing outside of this thread could stop it.
  if (hits > hitLimit) throw new Error('This fault makes a loop that does not end.');
  return true;
}
Object.assign(globalThis, { __keyscopeFault: isOn });

if (active === undefined) {
  beforeEach(({ task }) => {
    if (isImported) return;
    isImported = true;
    Object.assign(task.meta, { importFaults: [...met] });
    met.clear();
  });
  afterEach(({ task }) => {
    Object.assign(task.meta, { faults: [...met] });
    met.clear();
  });
}
