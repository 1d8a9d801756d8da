// A setup file of the unit tests.
import fc from 'fast-check';

/**
 * The same properties are tried at every `npm test`, so that it fails for a change and never by chance.
 * `SEED=n npx vitest run` tries others; the soak does at every run.
 */
const seed = Number(process.env['SEED'] ?? 20_261_121);
if (!Number.isInteger(seed)) throw new Error(`SEED must be a whole number, not ${process.env['SEED']}.`);
fc.configureGlobal({ seed });
