import { type ReactElement, type ReactNode, useContext } from 'react';
import {
  Tooltip as AriaTooltip,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from 'react-aria-components/Tooltip';
import { defined } from '../../core/defined.ts';
import css from './Tooltip.module.css';
import { wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS } from '../text/textParts.ts';

export interface TooltipProps {
  readonly text: ReactNode;
  readonly shortcut?: string | undefined;
  /** One focusable React Aria element (a button, a link). */
  readonly children: ReactElement;
}

/** Text on hover and on keyboard focus; never the only place for a fact. */
export function Tooltip({ text, shortcut, children }: TooltipProps): ReactNode {
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      {children}
      <Tip text={text} shortcut={shortcut} />
    </TooltipTrigger>
  );
}

function Tip({ text, shortcut }: Omit<TooltipProps, 'children'>): ReactNode {
  const isOpen = useContext(TooltipTriggerStateContext)?.isOpen === true;
  return (
    <AriaTooltip
      className={css.tooltip ?? ''}
      offset={4}
      {...defined({ UNSTABLE_portalContainer: isOpen ? landmarkInReach() : undefined })}
    >
      {wordsOf(text, LINE_BOUNDS)}
      {shortcut !== undefined && <span className={css.shortcut}>{shortcut}</span>}
    </AriaTooltip>
  );
}

/**
 * The landmark that the tooltip must be in, because screen reader users who jump between landmarks would miss it
 * elsewhere. An open modal dialog makes the rest of the page unreachable.
 */
function landmarkInReach(): Element | undefined {
  const main = document.querySelector('main');
  return main === null || main.closest('[inert], [aria-hidden="true"]') !== null ? undefined : main;
}
