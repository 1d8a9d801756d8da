/*
 * What is said of rows that fell silent: one finding for each of few, one for many, and a note for silences that may be normal use.
 */
import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { countText, secondsText } from '../../words.ts';
import { cellsOfPaused, type Paused } from './exactPauses.ts';
import type { DiagnosisView, Finding } from './finding.ts';
import { type Phrase, phrase } from './phrase.ts';
import { confidenceOf } from './statistics.ts';
import { activeRows, cellsOf, rowName, rowsName, rowsNamed } from './view.ts';

/** Up to this many silent rows get a finding each; more are joined into one. */
export const MOST_ALONE = 3;
/** Silences whose starts are closer than this share of the time began together. */
const TOGETHER_SHARE = 0.02;

export interface Silence extends Paused {
  readonly row: number;
  readonly lnP: number;
  readonly expected: number;
}

/** Whether a silence lasts to the last row of all. */
export function isOpen(view: DiagnosisView, { to, exact }: Silence): boolean {
  return exact === undefined ? to >= view.active.to : exact.isOpen === true;
}

function whenOf(view: DiagnosisView, silence: Silence): Phrase {
  const cells = cellsOfPaused(view, silence);
  const seconds = Number(cells.to - cells.from) / TICKS_PER_SECOND_F64;
  return isOpen(view, silence)
    ? phrase`since ${cells.from}`
    : phrase`from ${cells.from} to ${cells.to} (${secondsText(seconds)})`;
}

const ADVICE = {
  prefix: 'A prefix belongs to a writer: check whether its machine or agent stopped.',
  partition: 'Check whether the writer of this partition stopped.',
  range: 'Check whether the writer of these keys stopped.',
  writer: 'Check whether its machine or agent stopped.',
  value: 'Check whether its source stopped.',
} as const;

function alone(view: DiagnosisView, silence: Silence, places: number): Finding {
  const name = rowName(view, silence.row);
  const isNow = isOpen(view, silence);
  return {
    id: 'silent-prefix',
    title: `${name} ${isNow ? 'is' : 'was'} silent`,
    sentence: phrase`${name} ${isNow ? 'has written' : 'wrote'} nothing ${whenOf(view, silence)} while others kept writing; about ${countText(silence.expected)} rows were expected.`,
    confidence: confidenceOf(silence.lnP, places),
    severity: 'fault',
    cells: [cellsOfPaused(view, silence, [silence.row])],
    advice: ADVICE[view.rowsAre],
    ...(isNow && { isOpen: true }),
  };
}

/** One note for silences that may be how these rows are used, however many there are. */
export function quietNote(
  view: DiagnosisView,
  silences: readonly Silence[],
  places: number,
): readonly Finding[] {
  const [first] = silences.toSorted((a, b) => a.from - b.from || a.row - b.row);
  if (first === undefined) return [];
  const isNow = silences.length === 1 && isOpen(view, first);
  const who =
    silences.length === 1
      ? rowName(view, first.row)
      : `${silences.length} of ${activeRows(view).length} ${rowsName(view)}`;
  const when =
    silences.length === 1 ? whenOf(view, first) : phrase`at times, the first ${whenOf(view, first)}`;
  return [
    {
      id: 'silent-prefix',
      title: `${who} ${isNow ? 'is' : silences.length === 1 ? 'was' : 'were'} quiet`,
      sentence: phrase`${who} wrote nothing ${when}. This may be normal: other pauses are as long, or most rows stop or start around then.`,
      confidence: Math.min(...silences.map(({ lnP }) => confidenceOf(lnP, places))),
      severity: 'note',
      cells: silences.map((silence) => cellsOf(view, silence, [silence.row])),
      advice: 'Compare with the same hours of another day before you call it an outage.',
      ...(isNow && { isOpen: true }),
    },
  ];
}

/** Edges of silences closer than this many columns are the same. */
export function togetherNear({ active }: DiagnosisView): number {
  return Math.max(1, (active.to - active.from) * TOGETHER_SHARE);
}

/** Whether all silences began together. */
export function areAtOnce(view: DiagnosisView, silences: readonly Silence[]): boolean {
  const starts = silences.map(({ from }) => from);
  return Math.max(...starts) - Math.min(...starts) <= togetherNear(view);
}

/** One finding for several rows that stopped. */
function together(view: DiagnosisView, silences: readonly Silence[], places: number): Finding {
  const inOrder = silences.toSorted((a, b) => a.from - b.from || a.row - b.row);
  const first = inOrder[0] ?? { row: 0, from: 0, to: 0, lnP: 0, expected: 0 };
  const isAtOnce = areAtOnce(view, silences);
  const areOpen = silences.every((silence) => isOpen(view, silence));
  const rows = silences.map(({ row }) => row).toSorted((a, b) => a - b);
  const expected = silences.reduce((sum, silence) => sum + silence.expected, 0);
  const from = cellsOfPaused(view, first).from;
  const most = `${silences.length} of ${activeRows(view).length} ${rowsName(view)}`;
  const when = isAtOnce ? whenOf(view, first) : phrase`one after another, the first from ${from}`;
  return {
    id: 'silent-prefix',
    title: isAtOnce ? `${most} went silent` : `${most} ${areOpen ? 'are' : 'were'} silent`,
    sentence: phrase`${most} wrote nothing ${when}, while others kept writing: ${rowsNamed(view, rows)}; about ${countText(expected)} rows were expected.`,
    confidence: Math.min(...silences.map(({ lnP }) => confidenceOf(lnP, places))),
    severity: 'fault',
    cells: silences.map((silence) => cellsOfPaused(view, silence, [silence.row])),
    advice: isAtOnce
      ? 'They stopped together: look for what they share, such as a region, a deployment or credentials.'
      : ADVICE[view.rowsAre],
  };
}

/** A finding for each silence, or one for all if there are many. */
export function silenceFindings(
  view: DiagnosisView,
  silences: readonly Silence[],
  places: number,
): readonly Finding[] {
  if (silences.length > MOST_ALONE) return [together(view, silences, places)];
  return silences.map((silence) => alone(view, silence, places));
}
