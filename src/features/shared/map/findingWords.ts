import type { Finding, FindingId } from '../../../core/keyspace/diagnosis/finding.ts';
import { formatInstant } from '../../../core/time/formatInstant.ts';
import { clampTicks } from '../../../core/time/ticks.ts';
import { withOffset } from '../clockText.ts';

/** A finding in a few words. */
export interface BriefFinding {
  /** "Hot prefix 37". */
  readonly title: string;
  /** "12.4 × median", "since 00:44"; '' if the title already says everything. */
  readonly detail: string;
}

/** Findings about a stretch of time. */
export const TIMED: ReadonlySet<FindingId> = new Set([
  'silent-prefix',
  'gap-for-all',
  'drop-for-all',
  'burst',
]);

/** "00:44", with seconds if there are any, and with the offset if the clock shows this time twice; with `isDated` "11-22 00:44". */
function clockText(ticks: bigint, timeZone: string | undefined, isDated = false): string {
  const instant = formatInstant(clampTicks(ticks), timeZone);
  const { timeOfDay } = instant;
  const text = timeOfDay.slice(5, 8) === ':00' ? timeOfDay.slice(0, 5) : timeOfDay.slice(0, 8);
  const date = isDated ? `${instant.date.slice(5)} ` : '';
  return `${date}${withOffset(text, instant, clampTicks(ticks), timeZone)}`;
}

function detailOf({ id, cells, figure, isOpen }: Finding, timeZone: string | undefined): string {
  const [only, ...others] = cells;
  if (figure !== undefined) return figure;
  if (only === undefined || others.length > 0 || !TIMED.has(id)) return '';
  const from = clockText(only.from, timeZone);
  return isOpen === true ? `since ${from}` : `${from} to ${clockText(only.to, timeZone)}`;
}

/** The texts of all findings as buttons show them. Texts that would be the same get the date and time at which the finding begins. */
export function briefFindings(
  findings: readonly Finding[],
  timeZone: string | undefined,
): readonly BriefFinding[] {
  const briefs = findings.map((finding) => ({ title: finding.title, detail: detailOf(finding, timeZone) }));
  const name = ({ title, detail }: BriefFinding): string => `${title}\n${detail}`;
  return briefs.map((brief, at) => {
    const isAlone = briefs.every((other, index) => index === at || name(other) !== name(brief));
    const begin = findings[at]?.cells[0]?.from;
    if (isAlone || begin === undefined) return brief;
    return { title: `${brief.title}, ${clockText(begin, timeZone, true)}`, detail: '' };
  });
}
