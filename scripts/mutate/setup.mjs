// A setup file of the unit tests while faults are planted (npm run mutate), after their own.
import fc from 'fast-check';

// A failure is enough; without this, fast-check would look for a smaller example in a thousand runs.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
