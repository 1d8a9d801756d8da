import { burst, dropForAll, gapForAll, periodicity, silentPrefix } from './kinds.ts';
import type { DiagnosisRule } from './finding.ts';
import { futureKeys } from './futureKeys.ts';
import { hotFront } from './hotFront.ts';
import { hotPartition } from './hotPartition.ts';
import { hotPrefix } from './hotPrefix.ts';
import { lateData } from './lateData.ts';
import { rowPerPartition } from './rowPerPartition.ts';
import { sequentialAppend } from './sequentialAppend.ts';
import { singlePartition } from './singlePartition.ts';
import { skew } from './skew.ts';
import { storedTwice } from './storedTwice.ts';
import { tooManyPartitions } from './tooManyPartitions.ts';
import { unevenWriters } from './unevenWriters.ts';

/** All rules. Findings of equal weight keep this order. */
export const DIAGNOSIS_RULES: readonly DiagnosisRule[] = [
  gapForAll,
  dropForAll,
  hotPrefix,
  hotFront,
  hotPartition,
  silentPrefix,
  futureKeys,
  lateData,
  unevenWriters,
  burst,
  skew,
  sequentialAppend,
  periodicity,
  singlePartition,
  rowPerPartition,
  tooManyPartitions,
  storedTwice,
];
