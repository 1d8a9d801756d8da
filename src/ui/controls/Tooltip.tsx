import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import css from './Tooltip.module.css';
import { wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS } from '../text/textParts.ts';

export interface TooltipProps {
  readonly text: ReactNode;
  readonly shortcut?: string | undefined;
  /** One focusable React Aria element (a button, a link). */
  readonly children: ReactElement;
}

/** Words on hover and on keyboard focus; never the only place for a fact. */
export function Tooltip({ text, shortcut, children }: TooltipProps): ReactNode {
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      {children}
      <AriaTooltip className={css.tooltip ?? ''} offset={4}>
        {wordsOf(text, LINE_BOUNDS)}
        {shortcut !== undefined && <span className={css.shortcut}>{shortcut}</span>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
