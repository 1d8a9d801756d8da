import type { AdviceRule } from './rule.ts';
import { accountTarget } from './accountTarget.ts';
import { changingData } from './changingData.ts';
import { datesAsPeopleWrite } from './datesAsPeopleWrite.ts';
import { fanOut } from './fanOut.ts';
import { guidPartition } from './guidPartition.ts';
import { guidRow } from './guidRow.ts';
import { largeEntities } from './largeEntities.ts';
import { longKeys } from './longKeys.ts';
import { notAscii } from './notAscii.ts';
import { oldestFirst } from './oldestFirst.ts';
import { partitionPerRow } from './partitionPerRow.ts';
import { partitionSize } from './partitionSize.ts';
import { refusedCharacters } from './refusedCharacters.ts';
import { scannedQuery } from './scannedQuery.ts';
import { singlePartition } from './singlePartition.ts';
import { timeFirst } from './timeFirst.ts';
import { tooFewKeys } from './tooFewKeys.ts';
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
