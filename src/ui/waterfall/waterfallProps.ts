import type { ReactNode } from 'react';
import type { WaterfallRequest } from './waterfallTypes.ts';

export interface WaterfallProps {
  readonly requests: readonly WaterfallRequest[];
  /** By `WaterfallRequest.group`. */
  readonly groupLabels: readonly string[];
  /** How long the run is, so far: milliseconds. */
  readonly totalMs: number;
  /** Position of a request. */
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
  /** One request in words: read out when the keyboard reaches it. */
  readonly sentence: (position: number) => string;
  /** One request beside the pointer. */
  readonly renderTip: (position: number) => ReactNode;
  /** The picture in words. */
  readonly summary: string;
}
