import type { AdviceRule } from './rule.ts';
import { accountTarget } from './accountTarget.ts';
import { changingData } from './changingData.ts';
import { datesAsPeopleWrite, oldestFirst, timeFirst } from './times.ts';
import { fanOut } from './fanOut.ts';
import { guidPartition, guidRow } from './guids.ts';
import { largeEntities, longKeys, tooFewKeys } from './limits.ts';
import { notAscii, refusedCharacters } from './characters.ts';
import { partitionPerRow, partitionSize, scannedQuery, singlePartition } from './partitions.ts';
import { twinRows } from './twinRows.ts';
import { unpaddedNumbers } from './unpaddedNumbers.ts';

/** All rules, most serious first. */
export const ADVICE_RULES: readonly AdviceRule[] = [
  tooFewKeys,
  largeEntities,
  refusedCharacters,
  unpaddedNumbers,
  datesAsPeopleWrite,
  scannedQuery,
  singlePartition,
  timeFirst,
  accountTarget,
  fanOut,
  guidPartition,
  partitionPerRow,
  guidRow,
  oldestFirst,
  twinRows,
  partitionSize,
  changingData,
  longKeys,
  notAscii,
];
