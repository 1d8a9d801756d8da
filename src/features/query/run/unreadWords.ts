import { UNREAD_WORDS } from '../../../core/plan/completenessReport.ts';
import type { UnreadRange, UnreadWhy } from '../../../core/plan/unreadRanges.ts';
import { formatCount } from '../../../ui/format.ts';

/** Unread ranges that only Continue can read. If it cannot, as when the run has reached its limit, the query must be run again. */
export const CONTINUED: ReadonlySet<UnreadWhy> = new Set(['failed', 'stopped', 'unchecked']);

/** How much of the unread ranges Continue can read, and what helps with the rest. */
export function resumeWords(ranges: readonly Pick<UnreadRange, 'why' | 'resumable'>[]): string {
  const left = ranges.filter(({ resumable }) => resumable).length;
  const others = new Set<UnreadWhy>(ranges.flatMap(({ why, resumable }) => (resumable ? [] : [why])));
  const steps = [...others].map((why) => {
    const { why: words, next } = UNREAD_WORDS[why];
    return `${words} (${CONTINUED.has(why) ? 'run again' : next})`;
  });
  const rest = `${steps.join('; ')}.`;
  const isOne = ranges.length === 1;
  if (left === 0) return `Continue cannot read ${isOne ? 'it' : 'them'}: ${rest}`;
  if (left === ranges.length) return `Continue reads ${isOne ? 'it' : 'them all'}.`;
  return `Continue reads ${formatCount(left)} of ${formatCount(ranges.length)}. The others: ${rest}`;
}
