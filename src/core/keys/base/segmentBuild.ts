import { clampTicks, ticksToIso } from '../../time/ticks.ts';
import type { KeySegment, SegmentKind } from './scheme.ts';

/** The kinds of segments that hold a time. */
export const TIME_KINDS: ReadonlySet<SegmentKind> = new Set([
  'date',
  'subsecond',
  'inverted-date',
  'inverted-subsecond',
]);

export function segment(kind: SegmentKind, text: string, label: string, value?: string): KeySegment {
  return { kind, text, label, value };
}

export function nonEmpty(segments: readonly KeySegment[]): readonly KeySegment[] {
  return segments.filter((part) => part.text !== '');
}

/** Cuts ticks into whole seconds and the fraction. The values shown are those of the instant, also for inverted ticks. */
export function ticksSegments(text: string, ticks: bigint, isInverted: boolean): readonly KeySegment[] {
  const iso = ticksToIso(clampTicks(ticks));
  const [kind, name] = isInverted ? (['inverted-', 'inverted ticks'] as const) : (['', 'ticks'] as const);
  return [
    segment(`${kind}date`, text.slice(0, -7), `${name}, seconds part`, `${iso.slice(0, 19)}Z`),
    segment(`${kind}subsecond`, text.slice(-7), `${name}, sub-second part`, `0${iso.slice(19, 27)} s`),
  ];
}
