import type { Completeness } from '../../../core/plan/completeness.ts';
import { secondText } from '../../../core/time/formatInstant.ts';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import type { CaptureWords } from '../../../state/results/capture/captureSummary.ts';

/** `Capture, read at 2026-11-22 13:49:23 UTC, says Complete: 21,509 rows from 100 of 100 prefixes`, then the reasons. */
export function captureText({ readAtMs, says }: CaptureWords, completeness: Completeness): string {
  const reasons = 'reasons' in completeness ? completeness.reasons.map(({ text }) => text) : [];
  const read = secondText(ticksFromUnixMs(readAtMs));
  return [`Capture, read at ${read}, says ${says}`, ...reasons].join('. ');
}
