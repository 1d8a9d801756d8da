/*
 * Findings that follow from facts, whatever the cells show. Each is one condition and its words. Only for keys in the future are the cells
 * looked at, if there is no fact about them.
 */
import { countText, numberText, secondsText, shareText } from '../../words.ts';
import type { DiagnosisRule, Finding, KeyspaceFacts, DiagnosisView } from './finding.ts';
import { phrase } from './phrase.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { columnsOfTime, columnsTime } from '../map/cellGrid.ts';
import { FUTURE_TOLERANCE_TICKS, MOST_ALONE, rowName, rowsName, rowsNamed } from './view.ts';

type Said = Pick<Finding, 'title' | 'sentence' | 'advice'> & Partial<Pick<Finding, 'cells' | 'severity'>>;

/** Why a rule cannot decide without a fact. */
const LACKS = {
  lag: 'no row has both a Timestamp and a time in its keys',
  partitions: 'partitions were not counted',
};

interface FactRule extends Pick<Finding, 'id' | 'confidence'>, Pick<DiagnosisRule, 'title' | 'needs'> {
  /** The rule cannot decide without this fact. Undefined: nobody is told that one is missing. */
  readonly fact?: keyof typeof LACKS;
  readonly say: (facts: KeyspaceFacts) => Said | undefined;
}

function ruleOf({ id, confidence, title, needs, fact, say }: FactRule): DiagnosisRule {
  return {
    title,
    needs,
    lacks: ({ facts }) => (fact !== undefined && facts[fact] === undefined ? LACKS[fact] : undefined),
    find: ({ facts }) => {
      const said = say(facts);
      return said === undefined ? [] : [{ id, confidence, severity: 'note', cells: [], ...said }];
    },
  };
}

const LEAST_ROWS_OF_SINGLE = 1000;

/** Every row is in one partition, which cannot be spread over servers. */
export const singlePartition = ruleOf({
  id: 'single-partition',
  title: 'Single partition',
  needs: 'every partition',
  fact: 'partitions',
  confidence: 0.95,
  say: ({ partitions }) =>
    partitions?.count === 1 && partitions.rows >= LEAST_ROWS_OF_SINGLE
      ? {
          title: 'Single partition',
          sentence: phrase`All ${countText(partitions.rows)} rows have one PartitionKey, ${partitions.largest === '' ? '(empty)' : partitions.largest}: one server serves them, up to 2,000 entities/s.`,
          advice:
            'Fine while the table is small. If it grows, begin the PartitionKey with what queries filter by.',
        }
      : undefined,
});

const LEAST_PARTITIONS = 200;
/** Up to this many rows per partition on average, each partition counts as having one. */
const ONE_ROW = 1.2;

/** "400 rows are in 200 partitions, 2 each". */
function spreadWords({ rows, count, uncounted = 0 }: NonNullable<KeyspaceFacts['partitions']>): string {
  const partitions = `${countText(count)} partitions`;
  return `${countText(rows + uncounted)} rows are in ${uncounted > 0 ? `more than ${partitions}` : `${partitions}, ${numberText(rows / count)} each`}`;
}

/** Whether partitions are made by time, such as one per minute, which is how agents write by design. */
const isByTime = ({ timeSource }: KeyspaceFacts): boolean =>
  timeSource === 'partition' || timeSource === 'both';

/** Partitions of one row each allow neither batches nor ranges within a partition. Rounded times at a low rate do not count. */
export const rowPerPartition = ruleOf({
  id: 'row-per-partition',
  title: 'One row per partition',
  needs: 'whole partitions',
  fact: 'partitions',
  confidence: 0.9,
  say: (facts) => {
    const { partitions, roundingTicks = 1n } = facts;
    if (partitions === undefined || partitions.count < LEAST_PARTITIONS) return undefined;
    const rowsEach = partitions.rows / partitions.count;
    if ((isByTime(facts) && roundingTicks > 1n) || rowsEach > ONE_ROW) return undefined;
    return {
      title: 'One row per partition',
      sentence: phrase`${spreadWords(partitions)}. So rows cannot be written in batches, and every partition may cost a request of its own.`,
      advice: 'Move the unique part (ticks, GUID) into the RowKey and keep a coarser PartitionKey.',
    };
  },
});

const MANY_PARTITIONS = 10_000;
const FEW_ROWS = 10;

/** Thousands of partitions of a few rows each, if they are not partitions by time. */
export const tooManyPartitions = ruleOf({
  id: 'too-many-partitions',
  title: 'Too many partitions',
  needs: 'every partition',
  fact: 'partitions',
  confidence: 0.8,
  say: (facts) => {
    const { partitions } = facts;
    if (partitions === undefined || partitions.count < MANY_PARTITIONS) return undefined;
    const rowsEach = partitions.rows / partitions.count;
    if (isByTime(facts) || rowsEach <= ONE_ROW || rowsEach >= FEW_ROWS) return undefined;
    return {
      title: 'Too many partitions',
      sentence: phrase`${spreadWords(partitions)}: a query over time has to visit them all.`,
      advice: 'Hash the key into a fixed number of buckets, as many as the write rate needs.',
    };
  },
});

const LEAST_PAIRS = 20;
const LEAST_SHARE_OF_PAIRS = 0.5;

/** Aggregates that WADMetrics stores under two RowKeys, time first and metric first, so that counting rows counts them twice. */
export const storedTwice = ruleOf({
  id: 'stored-twice',
  title: 'Stored twice',
  confidence: 0.95,
  say: ({ twins }) => {
    const share = twins === undefined ? 0 : (twins.pairs * 2) / twins.rows;
    if (twins === undefined || twins.pairs < LEAST_PAIRS || share < LEAST_SHARE_OF_PAIRS) return undefined;
    return {
      title: 'Each aggregate is stored twice',
      sentence: phrase`${countText(twins.pairs * 2)} of ${countText(twins.rows)} rows (${shareText(share)}) are pairs: the same metric and time, stored as time__metric and as metric__time.`,
      advice:
        'Read only one form: time first for a window, metric first for one metric. Halve counts that include both.',
    };
  },
});

const LEAST_ROWS_OF_LAG = 100;
const LEAST_LATE = 20;
/** Least share of rows that were stored more than an hour after the time in their key. */
const LEAST_SHARE_OF_LATE = 0.01;

/** Rows stored long after the time in their key: a recent window is then not complete yet. */
export const lateData = ruleOf({
  id: 'late-data',
  title: 'Late data',
  fact: 'lag',
  confidence: 0.95,
  say: ({ lag }) => {
    if (lag === undefined || lag.rows < LEAST_ROWS_OF_LAG || lag.lateRows < LEAST_LATE) return undefined;
    const { lateFrom: from, lateTo: to, lateRows, rows } = lag;
    if (lateRows < rows * LEAST_SHARE_OF_LATE) return undefined;
    return {
      title: 'Late data',
      sentence: phrase`${countText(lateRows)} of ${countText(rows)} rows (${shareText(lateRows / rows)}) were stored more than 1 h after the time in their key; half within ${secondsText(lag.medianSeconds)}, the latest after ${secondsText(lag.maxSeconds)}.`,
      severity: 'fault',
      cells: from === undefined || to === undefined ? [] : [{ from, to }],
      advice:
        'Read recent windows again later: more rows of the newest hours will arrive. Look for writers with a backlog.',
    };
  },
});

/** Fewer rows may be test rows. */
const LEAST_FUTURE_ROWS = 3;

type FutureRow = NonNullable<DiagnosisView['facts']['future']>[number];

/**
 * The future rows of a list of keys, of which only the cells are known: those in columns that begin after now and the
 * tolerance.
 */
function ofCells({ grid }: DiagnosisView, nowTicks: bigint): readonly FutureRow[] {
  const columns = columnsOfTime(grid, { from: grid.from, to: nowTicks + FUTURE_TOLERANCE_TICKS });
  return Array.from({ length: grid.rowCount }, (_, row) => {
    let rows = 0;
    let last = columns.to;
    for (let column = columns.to; column < grid.columnCount; column++) {
      const count = grid.counts[row * grid.columnCount + column] as number;
      rows += count;
      if (count > 0) last = column + 1;
    }
    return { row, rows, latestTicks: columnsTime(grid, { from: 0, to: last }).to };
  });
}

function findingOf(view: DiagnosisView, found: readonly FutureRow[], nowTicks: bigint): Finding {
  const sum = countText(found.reduce((all, { rows }) => all + rows, 0));
  const latest = found.reduce((last, { latestTicks }) => (latestTicks > last ? latestTicks : last), nowTicks);
  const rows = found.map(({ row }) => row);
  const [first] = rows as [number];
  const [where, who] =
    rows.length === 1
      ? [view.labels[first] as string, `${rowName(view, first)} has ${sum} rows with`]
      : [`${rows.length} ${rowsName(view)}`, `${sum} rows in ${rowsNamed(view, rows)} have`];
  return {
    id: 'future-keys',
    title: `Keys in the future in ${where}`,
    sentence: phrase`${who} a key time in the future, up to ${latest}, ${secondsText(Number((latest - nowTicks) / TICKS_PER_SECOND))} from now.`,
    confidence: 0.9,
    severity: 'fault',
    cells: [{ rows, from: nowTicks, to: latest + 1n }],
    advice: 'Check the clock of that writer; queries up to now miss these rows.',
  };
}

/** Reports keys whose time is ahead of the clock: the writer's clock is wrong, or the time is a due time. */
export const futureKeys: DiagnosisRule = {
  title: 'Clock-skewed writer',
  lacks: ({ facts }) => (facts.nowTicks === undefined ? 'the current time is not known' : undefined),
  find: (view) => {
    const { nowTicks, future } = view.facts;
    if (nowTicks === undefined) return [];
    const found = (future ?? ofCells(view, nowTicks))
      .filter(({ rows }) => rows >= LEAST_FUTURE_ROWS)
      .toSorted((a, b) => a.row - b.row);
    const groups = found.length > MOST_ALONE ? [found] : found.map((one) => [one]);
    return groups.map((group) => findingOf(view, group, nowTicks));
  },
};
