import type { Diagnosis } from '../core/keyspace/diagnosis/diagnose.ts';
import type { DiagnosisInput } from '../core/keyspace/diagnosis/finding.ts';
import type { PageFault } from '../core/entities/bytes/pageFault.ts';
import type { CountPicture } from '../core/keyspace/count/countPicture.ts';
import type { CountReceipt, CountState } from '../core/keyspace/count/keyCounts.ts';
import type { Result } from '../core/result.ts';
import type { KeyspaceMatrix } from '../core/keyspace/map/matrix.ts';
import type { ModelAnswer } from '../core/keyspace/model/modelAnswer.ts';
import type { ModelInput } from '../core/keyspace/model/modelTypes.ts';
import type { RowFacts } from '../core/keyspace/sources/collectRows.ts';
import type { FileSummary } from '../core/keyspace/sources/fileRows.ts';
import type { FactsRequest, RunMatrixRequest } from '../core/rows/rowTypes.ts';
import type { FileRequest } from './fileIntake.ts';

/** What is counted. */
export interface CountRequest {
  readonly tableName: string;
  /** Pages hold whole rows, whose bytes are counted. */
  readonly withBytes: boolean;
  /** The user's own key templates, as text. */
  readonly templates: readonly { readonly partition: string; readonly row: string }[];
  /** What was counted before; undefined: nothing. */
  readonly from?: CountState | undefined;
}

export interface CountedPage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Pages of one part come in key order. */
  readonly part: string;
}

/** Calls to this worker, by kind: input and output. */
export interface KeyspaceCalls {
  /** Replaces the previous file. */
  readonly readFile: { readonly input: FileRequest; readonly output: FileSummary };
  readonly matrix: { readonly input: RunMatrixRequest; readonly output: KeyspaceMatrix };
  readonly facts: { readonly input: FactsRequest; readonly output: RowFacts };
  /** Needs no file. */
  readonly diagnose: { readonly input: DiagnosisInput; readonly output: Diagnosis };
  readonly reset: { readonly input: undefined; readonly output: undefined };
  /** Replaces the counts; the page of rows that comes next is the first. */
  readonly beginCount: { readonly input: CountRequest; readonly output: undefined };
  readonly countPage: {
    readonly input: CountedPage;
    readonly output: Result<CountReceipt, PageFault>;
  };
  readonly countPicture: {
    readonly input: { readonly isOver: boolean; readonly most: number };
    readonly output: CountPicture;
  };
  readonly countState: { readonly input: undefined; readonly output: CountState };
  readonly simulate: { readonly input: ModelInput; readonly output: ModelAnswer };
}
