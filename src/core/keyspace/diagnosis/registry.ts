import { burst, dropForAll, gapForAll, periodicity, silentPrefix } from './kinds.ts';
import { lateData, rowPerPartition, singlePartition, storedTwice, tooManyPartitions } from './factRules.ts';
import type { DiagnosisRule } from './finding.ts';
import { futureKeys } from './futureKeys.ts';
import { hotFront, hotPartition, hotPrefix, unevenWriters } from './hot.ts';
import { sequentialAppend } from './sequentialAppend.ts';
import { skew } from './skew.ts';

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
