// The time zones of the unit tests.

/** UTC, and a zone with an offset and daylight saving, as most users have. */
export const ZONES = ['UTC', 'America/Los_Angeles'];

/**
 * Slow test files that run only in the first zone. They take more than half of the total time, and a zone cannot change their result: they try
 * thousands of keys, rows, tables or runs with times in ticks or milliseconds. If they reach a module that reads the machine's zone or
 * parses a local date, a faster test of that module runs in both zones; `zones.test.ts` checks this.
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
  'e2e/rig/demoPlans.test.ts',
  'e2e/rig/rewrites.test.ts',
  'e2e/rig/snippets.test.ts',
  'scripts/lib/lifecycle.test.ts',
  'src/core/entities/columns/valueColumn.test.ts',
  'src/core/entities/page/decodePage.test.ts',
  'src/core/entities/store/entityStore.test.ts',
  'src/core/entities/store/rowsOfQueries.test.ts',
  'src/core/entities/store/valueArena.test.ts',
  'src/core/entities/views/exportCsv.test.ts',
  'src/core/entities/views/exportNdjson.test.ts',
  'src/core/entities/views/searchRows.test.ts',
  'src/core/keys/bulk/ticksLines.test.ts',
  'src/core/keys/keyCandidates.test.ts',
  'src/core/keys/keyRangesRounding.test.ts',
  'src/core/keys/longTexts.test.ts',
  'src/core/keys/readKey.test.ts',
  'src/core/keys/schemes/agreement.test.ts',
  'src/core/keyspace/diagnosis/depth.test.ts',
  'src/core/keyspace/diagnosis/diagnose.test.ts',
  'src/core/keyspace/diagnosis/families.test.ts',
  'src/core/keyspace/diagnosis/quiet.test.ts',
  'src/core/keyspace/diagnosis/rhythm.test.ts',
  'src/core/keyspace/model/simulate.test.ts',
  'src/core/keyspace/probe/probe.test.ts',
  'src/core/keyspace/sources/exportFiles.test.ts',
  'src/core/keyspace/sources/longFiles.test.ts',
  'src/core/plan/disjointRanges.test.ts',
  'src/core/plan/guards.test.ts',
  'src/core/plan/keyWindow.test.ts',
  'src/core/plan/planNotes.test.ts',
  'src/core/plan/planRanges.test.ts',
  'src/core/rows/compare/compareRows.test.ts',
  'src/core/snippets/snippets.test.ts',
  'src/state/run/regexFilters.test.ts',
  'src/tables/connection/connectionText.test.ts',
  'src/tables/run/endless.test.ts',
  'src/tables/run/secondary.test.ts',
  'src/tables/wire/answerSecrets.test.ts',
  'src/ui/keys/foreignText.test.tsx',
  'src/ui/keys/valueView.test.ts',
  'src/ui/text/textParts.test.ts',
  'src/workers/exportReaders.test.ts',
];
