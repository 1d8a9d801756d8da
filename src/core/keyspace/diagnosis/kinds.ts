/*
 * What a shape is called: one or all rows, too low or too high, empty or not, open or not, doubtful or not; in which words, how
 * severe, and what to do.
 */
import { rowsPerSecond } from '../target.ts';
import { countText, numberText, rowCountWords, secondsText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding, FindingId } from './finding.ts';
import { type Phrase, phrase } from './phrase.ts';
import { confidenceOf, median } from './statistics.ts';
import { LEAST_COLUMNS as LEAST_COLUMNS_OF_PERIOD, periodFinding } from './periodicity.ts';
import { LEAST_COLUMNS as LEAST_COLUMNS_OF_BURST } from './stretches.ts';
import { areOne, stretchesOf, type Unusual } from './stretches.ts';
import { activeRows, arePassing, isNearTarget, rowName, rowNameInside, rowsName, rowsNamed } from './view.ts';

const LEAST_COLUMNS_OF_DROP = 12;
/** Up to this many stretches of a kind get a finding each; more are joined into one. */
const MOST_ALONE = 3;

const secondsOf = ({ cells }: Unusual): string => secondsText(Number(cells.to - cells.from) / 1e7);
const sum = (found: readonly Unusual[], of: 'count' | 'expected'): number =>
  found.reduce((all, one) => all + one[of], 0);

/** "from ... to ... (7 min)". */
const during = (one: Unusual): Phrase =>
  phrase`from ${one.cells.from} to ${one.cells.to} (${secondsOf(one)})`;

/** "2026-... (7 min), 2026-... (9 min) and 2 more". */
function listed(found: readonly Unusual[]): Phrase {
  const shown = found
    .slice(0, MOST_ALONE)
    .map((one, at) => phrase`${at > 0 ? ', ' : ''}${one.cells.from} (${secondsOf(one)})`);
  return phrase`${shown.flat()} and ${found.length - shown.length} more`;
}

/** What stretches are called. */
interface Kind {
  readonly id: FindingId;
  /** undefined: all of this id. */
  readonly isOf?: (one: Unusual) => boolean;
  readonly severity: Finding['severity'];
  /** True if several are always told as one. */
  readonly isJoined?: true;
  readonly say: (
    found: readonly [Unusual, ...Unusual[]],
    view: DiagnosisView,
  ) => Pick<Finding, 'title' | 'sentence' | 'advice'>;
}

const COMPARE = 'Compare with the same hours of another day before you call it an outage.';
/** Why it may be no outage. */
const WHY = {
  night: 'It may be a night or an outage: the map shows no other day at these hours.',
  habit: 'Writers also pause this long at other times, so it may be normal.',
  regular: 'It recurs at regular intervals, as with working hours or a timer.',
} as const;
const whyOf = ({ doubt = 'habit' }: Unusual): string => WHY[doubt];
const CHECK = {
  prefix: 'A prefix belongs to a writer: check whether its machine or agent stopped.',
  partition: 'Check whether the writer of this partition stopped.',
  range: 'Check whether the writer of these keys stopped.',
  writer: 'Check whether its machine or agent stopped.',
  value: 'Check whether its source stopped.',
} as const;

const isEmpty = ({ count }: Unusual): boolean => count === 0;

/** "12 % of what they wrote just before and after, ...: 40 rows instead of about 300". */
function dropped(found: readonly [Unusual, ...Unusual[]]): Phrase {
  const [first] = found;
  const left = shareText(sum(found, 'count') / sum(found, 'expected'));
  const times = found.length === 1 ? '' : `${found.length} times, the first `;
  return phrase`All writers together wrote ${left} of what they wrote just before and after, ${times}${during(first)}: ${rowCountWords(sum(found, 'count'))} instead of about ${countText(sum(found, 'expected'))}`;
}

/** "Prefix 62: last row 13:06:53.0004750. Usually one every 18 s; about 202 missing." */
function stopped(who: string, { cells, expected, isOpen }: Unusual): Phrase {
  const { from, to, within = 1n } = cells;
  const next = phrase`, next ${{ side: 'next', from: to, before: to + within }}`;
  const seconds = Number(to - from) / 1e7 / expected;
  const usually =
    seconds < 1
      ? `${numberText(1 / seconds)} rows/s`
      : `one every ${secondsText(seconds < 10 ? seconds : Math.round(seconds))}`;
  return phrase`${who} ${{ side: 'last', from: from - within, before: from }}${isOpen ? '' : next}. Usually ${usually}; about ${countText(expected)} missing.`;
}

/** Who is silent, and since or until when. */
function silence(found: readonly [Unusual, ...Unusual[]], view: DiagnosisView) {
  const [first] = found;
  const isAtOnce = found.every((one) => areOne(view, first, one));
  const who =
    found.length === 1
      ? rowName(view, first.row as number)
      : `${found.length} of ${activeRows(view).length} ${rowsName(view)}`;
  const when = first.isOpen ? phrase`since ${first.cells.from}` : during(first);
  return { first, isAtOnce, who, when, isOne: found.length === 1, areOpen: found.every((one) => one.isOpen) };
}

/** What shape is called what, in which words. */
const KINDS: readonly Kind[] = [
  {
    id: 'gap-for-all',
    isOf: (one) => isEmpty(one) && one.isOpen && one.doubt === undefined,
    severity: 'fault',
    say: ([one]) => ({
      title: 'No new rows',
      sentence: stopped('Last row of all:', one),
      advice: 'Every writer stopped: check ingestion, credentials and throttling now.',
    }),
  },
  {
    id: 'gap-for-all',
    isOf: (one) => isEmpty(one) && !one.isOpen && one.doubt === undefined,
    severity: 'fault',
    say: (found) =>
      found.length === 1
        ? {
            title: 'Gap for all',
            sentence: stopped('Last row of all:', found[0]),
            advice:
              'Every writer stopped at once: look for an ingestion outage, expired credentials or throttling then.',
          }
        : {
            title: `${found.length} gaps for all`,
            sentence: phrase`No row at all ${found.length} times: ${listed(found)}; about ${countText(sum(found, 'expected'))} were expected at the rates before and after.`,
            advice:
              'Every writer stopped each time: look for a shared cause, such as restarts, credentials or throttling.',
          },
  },
  {
    id: 'gap-for-all',
    isOf: (one) => isEmpty(one) && (one.doubt === 'night' || one.doubt === 'habit'),
    severity: 'note',
    isJoined: true,
    say: (found) => ({
      title: found.length === 1 ? `Quiet for ${secondsOf(found[0])}` : `${found.length} quiet times`,
      sentence: phrase`Nobody writes ${found.length === 1 ? '' : `${found.length} times, the first `}${during(found[0])}. ${whyOf(found[0])}`,
      advice: COMPARE,
    }),
  },
  {
    id: 'gap-for-all',
    isOf: (one) => isEmpty(one) && one.doubt === 'regular',
    severity: 'note',
    isJoined: true,
    say: (found) => {
      const usual = secondsText(median(found.map(({ cells }) => Number(cells.to - cells.from) / 1e7)));
      return {
        title: found.length === 1 ? 'Regular pause' : `${found.length} regular pauses`,
        sentence:
          found.length === 1
            ? phrase`Nobody writes ${found[0].isOpen ? phrase`since ${found[0].cells.from}` : during(found[0])}, as on other days at this time, or on weekends.`
            : phrase`Nobody writes ${found.length} times for about ${usual}, the first from ${found[0].cells.from} to ${found[0].cells.to}, at regular intervals.`,
        advice: 'It looks like working hours or a timer. Silence at other times is still reported.',
      };
    },
  },
  {
    id: 'drop-for-all',
    isOf: (one) => !isEmpty(one) && one.doubt === undefined,
    severity: 'fault',
    say: (found) => ({
      title:
        found.length > 1
          ? `${found.length} drops for all`
          : `Drop for all to ${shareText(found[0].count / found[0].expected)}`,
      sentence: phrase`${dropped(found)}.`,
      advice:
        'Most writers stopped, or most of what they wrote was lost: look for throttling, a network fault or a restart then.',
    }),
  },
  {
    id: 'drop-for-all',
    isOf: (one) => !isEmpty(one) && one.doubt !== undefined,
    severity: 'note',
    isJoined: true,
    say: (found) => ({
      title: `Quiet for ${secondsOf(found[0])}`,
      sentence: phrase`${dropped(found)}. ${whyOf(found[0])}`,
      advice: COMPARE,
    }),
  },
  {
    id: 'silent-prefix',
    isOf: (one) => !isEmpty(one) && one.doubt === undefined,
    severity: 'fault',
    say: (found, view) => {
      const { first, who, isOne } = silence(found, view);
      const [rows, expected] = [sum(found, 'count'), countText(sum(found, 'expected'))];
      const left = shareText(rows / sum(found, 'expected'));
      const when = isOne ? during(first) : phrase`at times, the first ${during(first)}`;
      return {
        title: `${who} dropped to ${left}`,
        sentence: phrase`${who} wrote ${rowCountWords(rows)} instead of about ${expected} ${when}, while others kept writing.`,
        advice: CHECK[view.rowsAre],
      };
    },
  },
  {
    id: 'silent-prefix',
    isOf: (one) => isEmpty(one) && one.doubt === undefined,
    severity: 'fault',
    say: (found, view) => {
      const { first, isAtOnce, who, when, isOne, areOpen } = silence(found, view);
      const expected = countText(sum(found, 'expected'));
      if (isOne)
        return {
          title: `${who} ${areOpen ? 'is' : 'was'} silent`,
          sentence: stopped(`${who}: last row`, first),
          advice: CHECK[view.rowsAre],
        };
      const rows = found.map(({ row }) => row as number).toSorted((a, b) => a - b);
      return {
        title: isAtOnce ? `${who} went silent` : `${who} ${areOpen ? 'are' : 'were'} silent`,
        sentence: phrase`${who} wrote nothing ${isAtOnce ? when : phrase`at different times, the first from ${first.cells.from}`}, while others kept writing: ${rowsNamed(view, rows)}; about ${expected} rows were expected.`,
        advice: isAtOnce
          ? 'They stopped together: look for what they share, such as a region, a deployment or credentials.'
          : CHECK[view.rowsAre],
      };
    },
  },
  {
    id: 'silent-prefix',
    isOf: (one) => isEmpty(one) && one.doubt === 'habit',
    severity: 'note',
    isJoined: true,
    say: (found, view) => {
      const { who, when, isOne, areOpen } = silence(found, view);
      const verb = isOne ? (areOpen ? 'is' : 'was') : 'were';
      return {
        title: `${who} ${verb} quiet`,
        sentence: phrase`${who} wrote nothing ${isOne ? when : phrase`at times, the first ${when}`}. This may be normal: other pauses are as long, or most others stop or start around then.`,
        advice: COMPARE,
      };
    },
  },
  { id: 'burst', severity: 'note', say: highWords },
];

function highWords(
  found: readonly [Unusual, ...Unusual[]],
  view: DiagnosisView,
): Pick<Finding, 'title' | 'sentence' | 'advice'> {
  const peak = Math.max(...found.map(({ count, cells }) => rowsPerSecond(count, cells.to - cells.from)));
  const spread = isNearTarget(view, peak) ? ' If it recurs, spread the writes over time.' : '';
  const advice = `Check what was written then.${spread}`;
  const times = (one: Unusual) => one.count / Math.max(0.5, one.expected);
  const [one] = found;
  if (found.length === 1) {
    const where = one.row === undefined ? '' : ` of ${rowNameInside(view, one.row)}`;
    return {
      title: `${one.isLevel ? 'Higher load' : 'Burst'}${where}`,
      sentence: phrase`${countText(one.count)} rows${where} from ${one.cells.from} to ${one.cells.to} (${numberText(peak)} rows/s), ${numberText(times(one))} times the rate at other times.`,
      advice,
    };
  }
  const rows = [...new Set(found.flatMap(({ row }) => row ?? []))].toSorted((a, b) => a - b);
  const where = rows.length === 0 ? '' : ` in ${rowsNamed(view, rows)}`;
  const many = `${found.length} ${found.filter(({ expected }) => expected < 1).length * 2 > found.length ? 'batches' : 'bursts'}`;
  return {
    title: many,
    sentence: phrase`${many}${where}, half at ${numberText(median(found.map(times)))} times the usual rate or more: ${listed(found)}.`,
    advice,
  };
}

function findingOf(kind: Kind, found: readonly [Unusual, ...Unusual[]], view: DiagnosisView): Finding {
  const isOpen = found.every((one) => one.isOpen) && kind.id !== 'burst';
  return {
    id: kind.id,
    severity: kind.severity,
    ...kind.say(found, view),
    confidence: Math.min(...found.map(({ lnP }) => confidenceOf(lnP))),
    cells: found.map(({ cells }) => cells),
    ...(isOpen && { isOpen }),
  };
}

/** What is found of one kind. */
function findingsOf(id: FindingId, view: DiagnosisView): readonly Finding[] {
  const { low, high } = stretchesOf(view);
  const own =
    id === 'burst' ? high : low.filter(({ row }) => (row !== undefined) === (id === 'silent-prefix'));
  return KINDS.filter((kind) => kind.id === id).flatMap((kind) => {
    const found = own
      .filter((one) => kind.isOf?.(one) !== false)
      .toSorted((a, b) => a.from - b.from || (a.row ?? 0) - (b.row ?? 0));
    const groups = kind.id === 'silent-prefix' && kind.isJoined !== true ? together(view, found) : [found];
    return groups.flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      return kind.isJoined === true || others.length >= MOST_ALONE
        ? [findingOf(kind, [first, ...others], view)]
        : [first, ...others].map((one) => findingOf(kind, [one], view));
    });
  });
}

/** Groups of more than three silences, sorted by their start, that begin and end together; the last group holds all others. */
function together(view: DiagnosisView, found: readonly Unusual[]): readonly (readonly Unusual[])[] {
  const groups: Unusual[][] = [];
  for (const one of found) {
    const own = groups.find(([first]) => first !== undefined && areOne(view, first, one));
    if (own === undefined) groups.push([one]);
    else own.push(one);
  }
  const isGroup = ({ length }: readonly Unusual[]) => length > MOST_ALONE;
  return [...groups.filter(isGroup), groups.filter((group) => !isGroup(group)).flat()];
}

const TOO_SHORT = 'the rows cover too short a time';
const columnsOf = ({ active }: DiagnosisView): number => active.to - active.from;

/** A time in which no row was written, between times in which all rows were, or until now: an ingestion outage. */
export const gapForAll: DiagnosisRule = {
  title: 'Gap for all (ingestion outage)',
  isBlind: ({ total }) => total === 0,
  lacks: 'no row has a time',
  find: (view) => findingsOf('gap-for-all', view),
};

/** A time in which all rows together have far fewer entities than just before and after, but not none. */
export const dropForAll: DiagnosisRule = {
  title: 'Drop for all',
  isBlind: (view) => columnsOf(view) < LEAST_COLUMNS_OF_DROP,
  lacks: TOO_SHORT,
  find: (view) => findingsOf('drop-for-all', view),
};

/** A prefix (partition, writer) that wrote and then stopped while others kept writing. One that never wrote is no fault. */
export const silentPrefix: DiagnosisRule = {
  title: 'Silent prefix',
  isBlind: (view) => activeRows(view).length < 2 || view.rowsAre === 'value' || arePassing(view),
  lacks: 'fewer than 2 groups are written to all the time',
  find: (view) => findingsOf('silent-prefix', view),
};

/** A time with far more rows than at other times, in all rows together or in one row. */
export const burst: DiagnosisRule = {
  title: 'Burst',
  isBlind: (view) => columnsOf(view) < LEAST_COLUMNS_OF_BURST,
  lacks: TOO_SHORT,
  find: (view) => findingsOf('burst', view),
};

/** All rows together rise and fall at a fixed interval: a job, a batch, a timer. The shape of the day is not reported. */
export const periodicity: DiagnosisRule = {
  title: 'Periodicity',
  isBlind: (view) => columnsOf(view) < LEAST_COLUMNS_OF_PERIOD,
  lacks: TOO_SHORT,
  find: (view) => {
    const { period } = stretchesOf(view);
    return period === undefined ? [] : [periodFinding(view, period)];
  },
};
