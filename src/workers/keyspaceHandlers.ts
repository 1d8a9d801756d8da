import { diagnosisOf } from '../core/keyspace/diagnosis/diagnose.ts';
import { countPicture } from '../core/keyspace/count/countPicture.ts';
import { KeyCounts } from '../core/keyspace/count/keyCounts.ts';
import { templateSchemes } from '../core/keys/templates/templateScheme.ts';
import { modelAnswer } from '../core/keyspace/model/modelAnswer.ts';
import { simulateSteps } from '../core/keyspace/model/simulate.ts';
import { StoreMap } from '../core/rows/storeMap.ts';
import { readFile } from './fileIntake.ts';
import type { KeyspaceCalls } from './keyspaceProtocol.ts';
import type { CallHandlers } from './serveCalls.ts';

/** The call handlers of a worker that holds the rows of an export and runs simulations. */
export function keyspaceHandlers(): CallHandlers<KeyspaceCalls> {
  let map: StoreMap | undefined;
  const rows = (): StoreMap => {
    if (map === undefined) throw new Error('No file is read: drop one first.');
    return map;
  };
  let counts: KeyCounts | undefined;
  const counted = (): KeyCounts => {
    if (counts === undefined) throw new Error('Nothing is counted: begin first.');
    return counts;
  };
  return {
    readFile: async function* (request) {
      map = undefined;
      const { store, scheme, summary } = yield* readFile(request);
      map = new StoreMap(store, scheme);
      return summary;
    },
    matrix: (request) => rows().matrix(request),
    facts: (request) => rows().facts(request),
    diagnose: diagnosisOf,
    reset: () => {
      map = undefined;
      return undefined;
    },
    beginCount: ({ tableName, withBytes, templates, from }) => {
      const schemes = templateSchemes(templates);
      counts =
        from === undefined ? new KeyCounts(tableName, withBytes, schemes) : KeyCounts.from(from, schemes);
      return undefined;
    },
    countPage: ({ body, part }) => counted().add(body, part),
    countPicture: ({ isOver, most }) => countPicture(counted(), isOver, most),
    countState: () => counted().state(),
    simulate: function* (input) {
      // Typing sends many requests. This pause allows an outdated one to be cancelled before it starts.
      yield { kind: 'listen' };
      return modelAnswer(yield* simulateSteps(input));
    },
  };
}
