import { entriesWith, type Judge, key, type SchemeEntry } from '../base/keyScheme.ts';
import { TICKS_PER_DAY, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { cutTicks } from '../codecs/cutTicks.ts';
import { showsMinutes } from '../forms/neighbours.ts';
import { TIME } from './sample.ts';

/**
 * Whole minutes are a little more likely to be an agent's. At midnight they are more likely a day, unless neighbouring keys show other
 * minutes.
 */
const ticksJudge: Judge = (_text, ticks, { sample }) => {
  const isRound = ticks % TICKS_PER_MINUTE === 0n && (ticks % TICKS_PER_DAY !== 0n || showsMinutes(sample));
  return plausibility(ticks) * (isRound ? 0.86 : 0.92);
};
const TICKS = 'digits are ticks (100 ns since 0001-01-01)';
const INVERTED = 'digits are DateTime.MaxValue.Ticks minus ticks, newest first';
/** What may follow the number in a log tail key: a separator and free text, usually a GUID. */
const TAIL = '{:sep}{tail:any}';

/** .NET ticks in 18, 19 and 20 digits. */
export const TICKS_ENTRIES: readonly SchemeEntry[] = entriesWith(
  { family: 'ticks', source: '.NET DateTime.Ticks, zero-padded as "D19"', either: 0.92 },
  [
    {
      id: 'ticks19',
      title: 'Ticks',
      partition: [
        key('{Ticks}', ticksJudge, `19 ${TICKS}`, { most: 0.92 }),
        key('{time}', (_text, ticks) => plausibility(ticks) ** 3 * 0.6, 'the first of 19 digits of ticks', {
          codec: cutTicks(/^0[56]\d{1,16}$/, false),
          isExtra: true,
          most: 0.6,
        }),
      ],
      example: { partition: '0638452306621234567', time: TIME },
    },
    {
      id: 'ticks20',
      title: 'Ticks, 20 digits',
      partition: key('{Ticks:D20}', ticksJudge, `20 ${TICKS}`, { most: 0.92 }),
      example: { partition: '00638452306621234567', time: TIME },
    },
    {
      id: 'ticks18',
      title: 'Ticks, 18 digits (unpadded)',
      partition: key('{ticks since 0001:18}', ticksJudge, `18 ${TICKS}`, { most: 0.92 }),
      example: { partition: '638452306621234567', time: TIME },
    },
  ],
);

/** The log tail pattern, which puts the newest rows first: in the RowKeys of one partition, or in the PartitionKey. */
export const INVERTED_ENTRIES: readonly SchemeEntry[] = entriesWith(
  {
    family: 'invertedTicks',
    source: 'Microsoft table design guide, log tail pattern: DateTime.MaxValue.Ticks - t, "D19"',
    either: 0.92,
  },
  [
    {
      id: 'inverted-ticks19',
      title: 'Inverted ticks (log tail)',
      row: [
        key('{InvertedTicks}', 0.9, `19 ${INVERTED}`),
        key(`{InvertedTicks}${TAIL}`, 0.93, `19 ${INVERTED}, with a tail`),
        key('{time}', 0.45, 'the first of 19 digits of inverted ticks', {
          codec: cutTicks(/^2[45]\d{1,16}$/, true),
          isExtra: true,
        }),
      ],
      example: { row: '2516926669378765432', time: TIME },
    },
    {
      id: 'inverted-ticks20',
      title: 'Inverted ticks, 20 digits',
      row: [
        key('{InvertedTicks:D20}', 0.9, `20 ${INVERTED}`),
        key(`{InvertedTicks:D20}${TAIL}`, 0.93, `20 ${INVERTED}, with a tail`),
      ],
      example: { row: '02516926669378765432', time: TIME },
    },
  ],
);
