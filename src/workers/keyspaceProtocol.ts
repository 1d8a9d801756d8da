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
import type { FileSummary } from '../core/entities/files/fileRows.ts';
import type { FactsRequest, RunMatrixRequest } from '../core/rows/rowTypes.ts';
import type { FileProgress, FileRequest } from './fileIntake.ts';
import type { CallMoves } from './workerMessages.ts';

export interface CountRequest {
  readonly tableName: string;
  /** Whether pages hold whole rows, so that their bytes are counted too. */
  readonly withBytes: boolean;
  /** The user's own key templates as text, because schemes cannot be sent to a worker. */
  readonly templates: readonly { readonly partition: string; readonly row: string }[];
  /** An earlier state from which to continue; undefined to begin at zero. */
  readonly from?: CountState | undefined;
}

export interface CountedPage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The part of the table that the page belongs to. Pages of one part must come in key order. */
  readonly part: string;
}

/** The calls that this worker answers, with their input and output. */
export interface KeyspaceCalls {
  /** Reads a file, which replaces the previous one. */
  readonly readFile: {
    readonly input: FileRequest;
    readonly output: FileSummary;
    readonly progress: FileProgress;
  };
  readonly matrix: { readonly input: RunMatrixRequest; readonly output: KeyspaceMatrix };
  readonly facts: { readonly input: FactsRequest; readonly output: RowFacts };
  /** Works without a file. */
  readonly diagnose: { readonly input: DiagnosisInput; readonly output: Diagnosis };
  readonly reset: { readonly input: undefined; readonly output: undefined };
  /** Begins a new count. The next page with rows is its first. */
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

export const KEYSPACE_MOVES: CallMoves<KeyspaceCalls> = {
  readFile: 'none',
  matrix: 'output',
  facts: 'output',
  diagnose: 'none',
  reset: 'none',
  beginCount: 'none',
  countPage: 'input',
  countPicture: 'none',
  countState: 'none',
  simulate: 'output',
};
