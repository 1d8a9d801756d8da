// In which time zones the unit tests run.

/** A machine at UTC, and one with an offset and daylight saving, as most people's. */
export const ZONES = ['UTC', 'America/Los_Angeles'];

/**
 * Slow files that run in the first zone only: half of the time of all, and a zone cannot change what they find. Each tries
 * thousands of keys, rows, tables or runs, whose times are ticks or milliseconds. Where what they try does reach a module
 * that asks the machine for its zone, or lets it read a date, a quicker test of that very module runs in both zones:
 * `zones.test.ts` fails where that is not so.
 */
export const FIRST_ZONE_ONLY = [
  'e2e/faults/concurrentWriters.test.ts',
  'e2e/faults/engineFaults.test.ts',
  'e2e/faults/filterTruth.test.ts',
  'e2e/faults/probeBudget.test.ts',
  'e2e/faults/probeFaults.test.ts',
  'e2e/faults/probeStorm.test.ts',
  'e2e/faults/probeSweep.test.ts',
  'e2e/faults/seededRuns.test.ts',
  'e2e/faults/typeFidelity.test.ts',
  'scripts/lib/lifecycle.test.ts',
  'src/core/entities/store/entityStore.test.ts',
  'src/core/entities/store/rowsOfQueries.test.ts',
  'src/core/entities/views/exportNdjson.test.ts',
  'src/core/keys/bulk/ticksLines.test.ts',
  'src/core/keys/keyCandidates.test.ts',
  'src/core/keys/longTexts.test.ts',
  'src/core/keys/readKey.test.ts',
  'src/core/keyspace/diagnosis/depth.test.ts',
  'src/core/keyspace/diagnosis/diagnose.test.ts',
  'src/core/keyspace/diagnosis/families.test.ts',
  'src/core/keyspace/diagnosis/rhythm.test.ts',
  'src/core/keyspace/model/simulate.test.ts',
  'src/core/keyspace/probe/probe.test.ts',
  'src/core/keyspace/sources/exportFiles.test.ts',
  'src/core/keyspace/sources/longFiles.test.ts',
  'src/core/plan/disjointRanges.test.ts',
  'src/core/plan/guards.test.ts',
  'src/core/plan/planNotes.test.ts',
  'src/core/plan/planRanges.test.ts',
  'src/tables/run/endless.test.ts',
  'src/tables/run/secondary.test.ts',
  'src/tables/wire/answerSecrets.test.ts',
  'src/ui/keys/foreignText.test.tsx',
  'src/ui/text/textParts.test.ts',
];
