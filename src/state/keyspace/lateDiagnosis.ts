import type { Diagnosis } from '../../core/keyspace/diagnosis/diagnose.ts';
import type { DiagnosisInput } from '../../core/keyspace/diagnosis/finding.ts';
import type { KeyspaceClient } from '../../workers/keyspaceClient.ts';
import type { WorkerLike } from '../../workers/workerCalls.ts';
import type { Activity } from '../base/activity.ts';
import { createLatest, type Latest } from '../base/latest.ts';

/** What the rules find in the newest map. */
export interface Findings extends Latest<DiagnosisInput, Diagnosis> {
  /** Answers for one map, without replacing the question of another: for screens that show several maps. */
  readonly diagnose: (input: DiagnosisInput) => Promise<Diagnosis>;
  /** Call when a map is about to be ready: starts the worker, so that nobody has to wait for it. */
  readonly prepare: () => void;
}

/** Diagnoses maps in a worker, which starts with the first map or earlier; its client code loads at the same time. */
export function createFindings(start: () => WorkerLike, activity: Activity): Findings {
  let client: Promise<KeyspaceClient> | undefined;
  const started = (): Promise<KeyspaceClient> => {
    client ??= import('../../workers/keyspaceClient.ts').then(({ createKeyspaceClient }) =>
      createKeyspaceClient(start()),
    );
    return client;
  };
  const diagnose = async (input: DiagnosisInput): Promise<Diagnosis> => {
    try {
      const { diagnose: answer } = await started();
      return await answer(input);
    } catch (fault) {
      // The next map gets a new worker.
      client = undefined;
      throw fault;
    }
  };
  return {
    ...createLatest(diagnose, activity),
    diagnose,
    // If this fails, it will fail again for the map, and is reported then.
    prepare: () => void started().catch(() => (client = undefined)),
  };
}
