import type { Diagnosis } from '../core/keyspace/diagnosis/diagnose.ts';
import type { DiagnosisInput } from '../core/keyspace/diagnosis/finding.ts';
import type { KeyspaceMatrix } from '../core/keyspace/map/matrix.ts';
import type { ModelAnswer } from '../core/keyspace/model/modelAnswer.ts';
import type { ModelInput } from '../core/keyspace/model/modelTypes.ts';
import type { RowFacts } from '../core/keyspace/sources/collectRows.ts';
import type { FileSummary } from '../core/keyspace/sources/fileRows.ts';
import type { FactsRequest, RunMatrixRequest } from '../core/rows/rowTypes.ts';
import type { FileRequest } from './fileIntake.ts';

/** Calls to this worker, by kind: input and output. */
export interface KeyspaceCalls {
  /** Replaces the previous file. */
  readonly readFile: { readonly input: FileRequest; readonly output: FileSummary };
  readonly matrix: { readonly input: RunMatrixRequest; readonly output: KeyspaceMatrix };
  readonly facts: { readonly input: FactsRequest; readonly output: RowFacts };
  /** Needs no file. */
  readonly diagnose: { readonly input: DiagnosisInput; readonly output: Diagnosis };
  readonly reset: { readonly input: undefined; readonly output: undefined };
  readonly simulate: { readonly input: ModelInput; readonly output: ModelAnswer };
}
