import { type ReactElement, type ReactNode, type Ref, useContext } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components/Button';
import { defined } from '../../core/defined.ts';
import { cx } from '../classes.ts';
import css from './Button.module.css';
import { LINE_BOUNDS, spokenText } from '../text/textParts.ts';
import {
  Tooltip as AriaTooltip,
  TooltipTrigger,
  TooltipTriggerStateContext,
} from 'react-aria-components/Tooltip';
import { wordsOf } from '../text/VisibleText.tsx';

export interface IconButtonProps {
  /** The accessible name, and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress?: ((event: PressEvent) => void) | undefined;
  readonly size?: 'normal' | 'small' | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Shown in the tooltip after the label. */
  readonly shortcut?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export function IconButton({ ref, ...props }: IconButtonProps): ReactNode {
  return (
    <Tooltip text={props.label} shortcut={props.shortcut}>
      <AriaButton
        className={cx(css.button, css.subtle, css.icon, props.size === 'small' && css.small)}
        isDisabled={props.isDisabled ?? false}
        aria-label={spokenText(props.label)}
        ref={ref}
        {...defined({
          onPress: props.onPress,
          'aria-keyshortcuts': props.shortcut?.replaceAll(' ', '+'),
        })}
      >
        {props.icon}
      </AriaButton>
    </Tooltip>
  );
}

interface TooltipProps {
  readonly text: ReactNode;
  readonly shortcut?: string | undefined;
  /** One focusable React Aria element (a button, a link). */
  readonly children: ReactElement;
}

/** A text that is shown on hover and on keyboard focus. It must not be the only place for a fact. */
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
 * The landmark that the tooltip is put into, because screen reader users who jump between landmarks would miss it elsewhere. While a modal
 * dialog is open, the rest of the page cannot be reached.
 */
function landmarkInReach(): Element | undefined {
  const main = document.querySelector('main');
  return main === null || main.closest('[inert], [aria-hidden="true"]') !== null ? undefined : main;
}
