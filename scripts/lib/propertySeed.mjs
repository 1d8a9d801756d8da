// A setup file of the unit tests.
import fc from 'fast-check';

/**
 * A fixed seed for property tests, so that `npm test` fails because of a change and never by chance. `SEED=n npx vitest run` uses another
 * one, and the soak uses new ones in every run.
 */
const seed = Number(process.env['SEED'] ?? 20_261_121);
if (!Number.isInteger(seed)) throw new Error(`SEED must be a whole number, not ${process.env['SEED']}.`);
fc.configureGlobal({ seed, numRuns: 50 });
