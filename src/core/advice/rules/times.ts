import { LONGEST_KEY } from '../../keys/base/entityKey.ts';
import { countText, shareText } from '../../words.ts';
import { type AdviceRule, SOURCES, changedRow } from './rule.ts';
import { rowTemplates } from '../../design/bench/judgeDesign.ts';
import type { KeyTemplate, TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { PARTITION_TARGET_PER_SECOND } from '../../keyspace/target.ts';

/** Matches dates with the day or month first, 12-hour clocks and offsets from UTC, none of which sort by time. */
const CULTURE = /(?:^|\D)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:\D|$)|\d\s?[AaPp][Mm]\b/;
const OFFSET = /\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?[+-]\d{2}:?\d{2}$/;

export const datesAsPeopleWrite: AdviceRule = {
  id: 'local-dates',
  title: 'Dates in keys depend on language or time zone',
  source: SOURCES.patterns,
  ofKeys: ({ partitionKeys, rowKeys }) => {
    const keys = [...partitionKeys, ...rowKeys];
    const isBad = (key: string): boolean =>
      key.length <= LONGEST_KEY && (CULTURE.test(key) || OFFSET.test(key));
    const bad = keys.filter(isBad);
    return bad.length === 0
      ? undefined
      : {
          // No change is proposed for a RowKey, because only the user knows what else it contains.
          ...(partitionKeys.some(isBad) && { better: { partition: '{yyyyMMddHH}', row: '{Ticks}_{Guid}' } }),
          evidence: `${countText(bad.length)} of ${countText(keys.length)} keys contain a date with the day or month first, a 12-hour clock or a UTC offset, so they do not sort by time.`,
          fix: 'Write UTC, largest unit first: {yyyyMMddHH}, or {Ticks}.',
        };
  },
};

/** The time in a RowKey that puts the oldest rows first; undefined if there is none. */
function risingTime({ parts }: KeyTemplate): TemplatePart | undefined {
  const time = parts.find((part) => part.kind === 'time');
  const isFalling = time?.codec.isDescending === true;
  return isFalling ? undefined : time;
}

export const oldestFirst: AdviceRule = {
  id: 'oldest-first',
  title: 'Queries want the newest rows, but the oldest are first',
  source: SOURCES.patterns,
  ofDesign: ({ design, reads }) => {
    const newest = reads.find(
      ({ pattern, cost }) =>
        pattern.latest !== undefined &&
        cost.rowsRead > 2 * pattern.latest &&
        cost.queryClass !== 'table scan',
    );
    // The RowKey that the query uses comes first.
    const rows = rowTemplates(design);
    const ordered = newest?.cost.isByTwin === true ? rows.toReversed() : rows;
    const row = ordered.find((each) => risingTime(each) !== undefined);
    const time = row && risingTime(row);
    if (newest === undefined || row === undefined || time === undefined) return undefined;
    const text = row.text.slice(time.from, time.to);
    return {
      evidence: `"${newest.pattern.name}" wants ${countText(newest.pattern.latest ?? 0)} rows and reads ${countText(newest.cost.rowsRead)}: ${text} puts the oldest first, and the service only sorts ascending.`,
      fix: 'Write the time so that it counts down (log tail pattern): {InvertedTicks}.',
      better: {
        partition: design.partition.text,
        ...changedRow(
          design,
          row,
          `${row.text.slice(0, time.from)}{InvertedTicks}${row.text.slice(time.to)}`,
        ),
      },
    };
  },
};

const WORDS = { 'append-only': 'the end', 'prepend-only': 'the start' } as const;

/** Below this share of a partition's target, a single partition can take all writes. */
const EASY_SHARE = 0.25;

export const timeFirst: AdviceRule = {
  id: 'time-first',
  title: 'All writes go to one end of the table',
  source: SOURCES.checklist,
  ofDesign: ({ design, write, workload }) => {
    const { front, partitionShare } = write;
    if ((front !== 'append-only' && front !== 'prepend-only') || partitionShare < EASY_SHARE)
      return undefined;
    const buckets = Math.max(2, Math.ceil(partitionShare / 0.5));
    return {
      evidence: `The PartitionKey begins with the time (${front}): ${countText(workload.writesPerSecond)} writes/s go to ${WORDS[front]} of the table, ${shareText(partitionShare)} of the ${countText(PARTITION_TARGET_PER_SECOND)}/s of one partition. When load balancing moves that range to another server, the writes have already moved on.`,
      fix: `Put ${countText(buckets)} prefixes before the time. A window then costs ${countText(buckets)} queries in parallel.`,
      better: {
        partition: `{Writer mod ${Math.min(buckets, 1000)}}___${design.partition.text}`,
        row: design.row.text,
      },
    };
  },
};
