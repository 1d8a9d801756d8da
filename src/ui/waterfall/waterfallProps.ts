import type { ReactNode } from 'react';
import type { WaterfallRequest } from './waterfallTypes.ts';

export interface WaterfallProps {
  readonly requests: readonly WaterfallRequest[];
  /** Indexed by `WaterfallRequest.group`. */
  readonly groupLabels: readonly string[];
  /** Length of the run so far in milliseconds. */
  readonly totalMs: number;
  /** Index of the selected request. */
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
  /** One request in words, spoken when the keyboard selects it. */
  readonly sentence: (position: number) => string;
  /** The content of the tip for one request. */
  readonly renderTip: (position: number) => ReactNode;
  /** The whole waterfall in words. */
  readonly summary: string;
}
