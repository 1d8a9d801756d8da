import type { Diagnosis } from '../../core/keyspace/diagnosis/diagnose.ts';
import type { DiagnosisInput } from '../../core/keyspace/diagnosis/finding.ts';
import type { KeyspaceClient } from '../../workers/keyspaceClient.ts';
import type { WorkerLike } from '../../workers/workerCalls.ts';

/** Diagnoses maps in a worker, which starts with the first of them; its client is loaded with it. */
export function createLateDiagnosis(start: () => WorkerLike): (input: DiagnosisInput) => Promise<Diagnosis> {
  let client: Promise<KeyspaceClient> | undefined;
  return async (input) => {
    client ??= import('../../workers/keyspaceClient.ts').then(({ createKeyspaceClient }) =>
      createKeyspaceClient(start()),
    );
    try {
      const { diagnose } = await client;
      return await diagnose(input);
    } catch (fault) {
      // The next map gets another worker.
      client = undefined;
      throw fault;
    }
  };
}
