/*
 * What an unusual stretch is called, how severe it is, how it is worded, and what to do. That depends on its shape: whose rows
 * they are (of all, or of one row of the map), how many (none, few, many), and whether it is certain, still goes on, or may be
 * normal.
 */
import { rowsPerSecond } from '../target.ts';
import { countText, numberText, rowCountWords, secondsText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding, FindingId } from './finding.ts';
import { type Phrase, phrase } from './phrase.ts';
import { confidenceOf, median } from './statistics.ts';
import { LEAST_COLUMNS as LEAST_COLUMNS_OF_PERIOD, periodFinding } from './periodicity.ts';
import { areOne, type Doubt, LEAST_COLUMNS, stretchesOf, type Unusual } from './stretches.ts';
import {
  activeRows,
  arePassing,
  isNearTarget,
  MOST_ALONE,
  rowName,
  rowNameInside,
  rowsName,
  rowsNamed,
} from './view.ts';

type Shape = `${'all' | 'one'} ${'none' | 'few' | 'many'} ${Doubt | 'open' | 'sure'}`;

function shapeOf({ row, count, expected, doubt, isOpen }: Unusual): Shape {
  const rows = count === 0 ? 'none' : count < expected ? 'few' : 'many';
  const isNow = row === undefined && rows === 'none' && isOpen;
  return `${row === undefined ? 'all' : 'one'} ${rows} ${doubt ?? (isNow ? 'open' : 'sure')}`;
}

const secondsOf = ({ cells }: Unusual): string => secondsText(Number(cells.to - cells.from) / 1e7);

/** "from ... to ... (7 min)". */
const during = (one: Unusual): Phrase =>
  phrase`from ${one.cells.from} to ${one.cells.to} (${secondsOf(one)})`;

type Some = readonly [Unusual, ...Unusual[]];

/** The figures and texts from which the kinds make their words. */
function parts(found: Some, view: DiagnosisView) {
  const [first] = found;
  const sum = (of: 'count' | 'expected') => found.reduce((all, one) => all + one[of], 0);
  const shown = found
    .slice(0, MOST_ALONE)
    .map((one, at) => phrase`${at > 0 ? ', ' : ''}${one.cells.from} (${secondsOf(one)})`);
  return {
    found,
    first,
    view,
    isOne: found.length === 1,
    many: found.length,
    /** Rows, and how many were expected. */
    rows: sum('count'),
    expected: countText(sum('expected')),
    left: shareText(sum('count') / sum('expected')),
    /** "2026-... (7 min), 2026-... (9 min) and 2 more" */
    listed: phrase`${shown.flat()} and ${found.length - shown.length} more`,
    /** When it was, or when the first of several was. */
    when: phrase`${found.length === 1 ? '' : `${found.length} times, the first `}${during(first)}`,
    who:
      found.length === 1 && first.row !== undefined
        ? rowName(view, first.row)
        : `${found.length} of ${activeRows(view).length} ${rowsName(view)}`,
    names: rowsNamed(
      view,
      [...new Set(found.flatMap(({ row }) => row ?? []))].toSorted((a, b) => a - b),
    ),
    isOpen: found.every((one) => one.isOpen),
  };
}

type Parts = ReturnType<typeof parts>;

/** One way to report stretches, and the shapes that it is for. */
interface Kind {
  readonly id: FindingId;
  readonly shapes: readonly Shape[];
  readonly severity: Finding['severity'];
  /** True if several are always reported as one finding. */
  readonly isJoined?: true;
  readonly say: (of: Parts) => readonly [title: string, sentence: Phrase, advice: string];
}

const COMPARE = 'Compare with the same hours of another day before you call it an outage.';
/** Why it may be no outage. */
const WHY = {
  night: 'It may be a night or an outage: the map shows no other day at these hours.',
  habit: 'Writers also pause this long at other times, so it may be normal.',
  regular: 'It recurs at regular intervals, as with working hours or a timer.',
};
const CHECK = {
  prefix: 'A prefix belongs to a writer: check whether its machine or agent stopped.',
  partition: 'Check whether the writer of this partition stopped.',
  range: 'Check whether the writer of these keys stopped.',
  writer: 'Check whether its machine or agent stopped.',
  value: 'Check whether its source stopped.',
};

/** "Prefix 62: last row 13:06:53.0004750. Usually one every 18 s; about 202 missing." */
function stopped(who: string, { cells, expected, isOpen }: Unusual): Phrase {
  const { from, to, within = 1n } = cells;
  const next = phrase`, next ${{ side: 'next', from: to, before: to + within }}`;
  const seconds = Number(to - from) / 1e7 / expected;
  const every = `one every ${secondsText(seconds < 10 ? seconds : Math.round(seconds))}`;
  return phrase`${who} ${{ side: 'last', from: from - within, before: from }}${isOpen ? '' : next}. Usually ${seconds < 1 ? `${numberText(1 / seconds)} rows/s` : every}; about ${countText(expected)} missing.`;
}

/** "All writers together wrote 12 % of what they wrote just before and after, ...: 40 rows instead of about 300". */
const dropped = ({ left, when, rows, expected }: Parts): Phrase =>
  phrase`All writers together wrote ${left} of what they wrote just before and after, ${when}: ${rowCountWords(rows)} instead of about ${expected}.`;

const KINDS: readonly Kind[] = [
  {
    id: 'gap-for-all',
    shapes: ['all none open'],
    severity: 'fault',
    say: ({ first }) => [
      'No new rows',
      stopped('Last row of all:', first),
      'Every writer stopped: check ingestion, credentials and throttling now.',
    ],
  },
  {
    id: 'gap-for-all',
    shapes: ['all none sure'],
    severity: 'fault',
    say: ({ first, isOne, many, listed, expected }) =>
      isOne
        ? [
            'Gap for all',
            stopped('Last row of all:', first),
            'Every writer stopped at once: look for an ingestion outage, expired credentials or throttling then.',
          ]
        : [
            `${many} gaps for all`,
            phrase`No row at all ${many} times: ${listed}; about ${expected} were expected at the rates before and after.`,
            'Every writer stopped each time: look for a shared cause, such as restarts, credentials or throttling.',
          ],
  },
  {
    id: 'gap-for-all',
    shapes: ['all none night', 'all none habit'],
    severity: 'note',
    isJoined: true,
    say: ({ first, isOne, many, when }) => [
      isOne ? `Quiet for ${secondsOf(first)}` : `${many} quiet times`,
      phrase`Nobody writes ${when}. ${WHY[first.doubt ?? 'habit']}`,
      COMPARE,
    ],
  },
  {
    id: 'gap-for-all',
    shapes: ['all none regular'],
    severity: 'note',
    isJoined: true,
    say: ({ found, first, isOne, many, isOpen }) => [
      isOne ? 'Regular pause' : `${many} regular pauses`,
      isOne
        ? phrase`Nobody writes ${isOpen ? phrase`since ${first.cells.from}` : during(first)}, as on other days at this time, or on weekends.`
        : phrase`Nobody writes ${many} times for about ${secondsText(median(found.map(({ cells }) => Number(cells.to - cells.from) / 1e7)))}, the first from ${first.cells.from} to ${first.cells.to}, at regular intervals.`,
      'It looks like working hours or a timer. Silence at other times is still reported.',
    ],
  },
  {
    id: 'drop-for-all',
    shapes: ['all few sure'],
    severity: 'fault',
    say: (of) => [
      of.isOne ? `Drop for all to ${of.left}` : `${of.many} drops for all`,
      dropped(of),
      'Most writers stopped, or most of what they wrote was lost: look for throttling, a network fault or a restart then.',
    ],
  },
  {
    id: 'drop-for-all',
    shapes: ['all few night', 'all few habit', 'all few regular'],
    severity: 'note',
    isJoined: true,
    say: (of) => [
      `Quiet for ${secondsOf(of.first)}`,
      phrase`${dropped(of)} ${WHY[of.first.doubt ?? 'habit']}`,
      COMPARE,
    ],
  },
  {
    id: 'silent-prefix',
    shapes: ['one few sure'],
    severity: 'fault',
    say: ({ first, view, isOne, who, left, rows, expected }) => [
      `${who} dropped to ${left}`,
      phrase`${who} wrote ${rowCountWords(rows)} instead of about ${expected} ${isOne ? '' : 'at times, the first '}${during(first)}, while others kept writing.`,
      CHECK[view.rowsAre],
    ],
  },
  {
    id: 'silent-prefix',
    shapes: ['one none sure'],
    severity: 'fault',
    say: ({ found, first, view, isOne, who, names, expected, isOpen }) => {
      const check = CHECK[view.rowsAre];
      if (isOne) return [`${who} ${isOpen ? 'is' : 'was'} silent`, stopped(`${who}: last row`, first), check];
      const isAtOnce = found.every((one) => areOne(view, first, one));
      const since = isOpen ? phrase`since ${first.cells.from}` : during(first);
      const when = isAtOnce ? since : phrase`at different times, the first from ${first.cells.from}`;
      return [
        isAtOnce ? `${who} went silent` : `${who} ${isOpen ? 'are' : 'were'} silent`,
        phrase`${who} wrote nothing ${when}, while others kept writing: ${names}; about ${expected} rows were expected.`,
        isAtOnce
          ? 'They stopped together: look for what they share, such as a region, a deployment or credentials.'
          : check,
      ];
    },
  },
  {
    id: 'silent-prefix',
    shapes: ['one none habit'],
    severity: 'note',
    isJoined: true,
    say: ({ first, isOne, who, isOpen }) => {
      const when = first.isOpen ? phrase`since ${first.cells.from}` : during(first);
      return [
        `${who} ${isOne ? (isOpen ? 'is' : 'was') : 'were'} quiet`,
        phrase`${who} wrote nothing ${isOne ? '' : 'at times, the first '}${when}. This may be normal: other pauses are as long, or most others stop or start around then.`,
        COMPARE,
      ];
    },
  },
  {
    id: 'burst',
    shapes: ['all many sure', 'one many sure'],
    severity: 'note',
    say: ({ found, first, view, isOne, many, names, listed }) => {
      const peak = Math.max(...found.map(({ count, cells }) => rowsPerSecond(count, cells.to - cells.from)));
      const spread = isNearTarget(view, peak) ? ' If it recurs, spread the writes over time.' : '';
      const times = (one: Unusual) => one.count / Math.max(0.5, one.expected);
      const { row, cells, count } = first;
      const where = row === undefined ? '' : isOne ? ` of ${rowNameInside(view, row)}` : ` in ${names}`;
      const areBatches = found.filter(({ expected }) => expected < 1).length * 2 > many;
      const title = isOne
        ? `${first.isLevel ? 'Higher load' : 'Burst'}${where}`
        : `${many} ${areBatches ? 'batches' : 'bursts'}`;
      return [
        title,
        isOne
          ? phrase`${countText(count)} rows${where} from ${cells.from} to ${cells.to} (${numberText(peak)} rows/s), ${numberText(times(first))} times the rate at other times.`
          : phrase`${title}${where}, half at ${numberText(median(found.map(times)))} times the usual rate or more: ${listed}.`,
        `Check what was written then.${spread}`,
      ];
    },
  },
];

/** What is true of all rows that were read need not be true of every writer of the table. */
const OF_PART =
  'These may be only some keys of the table. Query all keys of this time to see whether every writer stopped.';

function findingOf(kind: Kind, found: Some, view: DiagnosisView): Finding {
  const [title, sentence, advice] = kind.say(parts(found, view));
  const { id, severity } = kind;
  const isOfPart = view.facts.reads === undefined && severity === 'fault' && id !== 'silent-prefix';
  return {
    id,
    severity,
    title,
    sentence,
    advice: isOfPart ? OF_PART : advice,
    confidence: Math.min(...found.map(({ lnP }) => confidenceOf(lnP))),
    cells: found.map(({ cells }) => cells),
    ...(found.every((one) => one.isOpen) && id !== 'burst' && { isOpen: true }),
  };
}

/** All findings with one id. */
function findingsOf(id: FindingId, view: DiagnosisView): readonly Finding[] {
  const { low, high } = stretchesOf(view);
  const inOrder = [...low, ...high].toSorted((a, b) => a.from - b.from || (a.row ?? 0) - (b.row ?? 0));
  return KINDS.filter((kind) => kind.id === id).flatMap((kind) => {
    const found = inOrder.filter((one) => kind.shapes.includes(shapeOf(one)));
    const groups = id === 'silent-prefix' && kind.isJoined !== true ? together(view, found) : [found];
    return groups.flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      return kind.isJoined === true || others.length >= MOST_ALONE
        ? [findingOf(kind, [first, ...others], view)]
        : [first, ...others].map((one) => findingOf(kind, [one], view));
    });
  });
}

/**
 * Groups silences, given in order of their start, that begin and end together. Only groups of more than MOST_ALONE are kept;
 * the last group holds all other silences.
 */
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

/** What a rule says of a map with fewer columns than it needs. */
const withFewer =
  (columns: number) =>
  ({ active }: DiagnosisView): string | undefined =>
    active.to - active.from < columns ? 'the rows cover too short a time' : undefined;

const ruleOf = (id: FindingId, title: string, lacks: NonNullable<DiagnosisRule['lacks']>): DiagnosisRule => ({
  title,
  lacks,
  find: (view) => findingsOf(id, view),
});

/** A time in which no row at all was written, until writing went on or until now: an ingestion outage, for example. */
export const gapForAll = ruleOf('gap-for-all', 'Gap for all', ({ total }) =>
  total === 0 ? 'no row has a time' : undefined,
);

/** A time in which all rows together have far fewer entities than just before and after, but not none. */
export const dropForAll = ruleOf('drop-for-all', 'Drop for all', withFewer(LEAST_COLUMNS));

/**
 * A prefix (partition, writer) that stopped, or wrote far less, while others kept writing. One that never wrote is no fault.
 */
export const silentPrefix = ruleOf('silent-prefix', 'Silent prefix', (view) =>
  activeRows(view).length < 2 || view.rowsAre === 'value' || arePassing(view)
    ? 'fewer than 2 groups are written to all the time'
    : undefined,
);

/** A time with far more rows than at other times, in all rows together or in one row. */
export const burst = ruleOf('burst', 'Burst', withFewer(LEAST_COLUMNS));

/** All rows together rise and fall at a fixed interval: a job, a batch, a timer. The shape of the day is not reported. */
export const periodicity: DiagnosisRule = {
  title: 'Periodicity',
  lacks: withFewer(LEAST_COLUMNS_OF_PERIOD),
  find: (view) => {
    const { period } = stretchesOf(view);
    return period === undefined ? [] : [periodFinding(view, period)];
  },
};
