// A setup file of the unit tests while faults are planted (npm run mutate), after their own.
import fc from 'fast-check';

// That it fails is enough: a smaller example would be looked for in a thousand runs.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
