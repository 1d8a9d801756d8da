import { CONTEST_COUNT, runContest } from './codecContests.ts';
import { runPaste } from './pasteContest.ts';

/** The functions that scripts/bench.mjs calls in the browser. */
const bench = {
  contestCount: CONTEST_COUNT,
  runContest,
  runPaste: () =>
    runPaste(
      new Worker(new URL('../../src/workers/keyDecoder.worker.ts', import.meta.url), { type: 'module' }),
    ),
};

Object.assign(globalThis, { keyscopeBench: bench });
