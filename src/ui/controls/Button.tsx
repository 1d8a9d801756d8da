import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { defined } from '../../core/defined.ts';
import { cx } from '../classes.ts';
import css from './Button.module.css';
import { wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS, spokenText } from '../text/textParts.ts';

/** `danger`: pressing it loses something. */
export type ButtonLook = 'primary' | 'default' | 'danger' | 'subtle' | 'link';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly look?: ButtonLook | undefined;
  readonly size?: 'normal' | 'small' | undefined;
  readonly isDisabled?: boolean | undefined;
  /** What the button started is still running. Until that ends it does nothing, but keeps the focus. */
  readonly isBusy?: boolean | undefined;
  /** An icon before the text, for decoration only. */
  readonly icon?: ReactNode | undefined;
  /** The shortcut, shown dimmed after the text and announced by screen readers; not part of the name. */
  readonly shortcut?: string | undefined;
  /** Overrides the accessible name if the text alone does not say enough. */
  readonly ariaLabel?: string | undefined;
  readonly isPressed?: boolean | undefined;
  readonly isExpanded?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button({ ref, ...props }: ButtonProps): ReactNode {
  const { look = 'default', size = 'normal' } = props;
  return (
    <AriaButton
      className={cx(css.button, css[look], size === 'small' && css.small)}
      type="button"
      isDisabled={props.isDisabled ?? false}
      isPending={props.isBusy ?? false}
      ref={ref}
      {...defined({
        onPress: props.onPress,
        'aria-label': props.ariaLabel === undefined ? undefined : spokenText(props.ariaLabel),
        'aria-pressed': props.isPressed,
        'aria-expanded': props.isExpanded,
        'aria-keyshortcuts': props.shortcut?.replaceAll(' ', '+'),
      })}
    >
      {props.icon}
      <span>{wordsOf(props.children, LINE_BOUNDS)}</span>
      {props.shortcut !== undefined && (
        <span className={css.hint} aria-hidden="true" data-hint="">
          {props.shortcut}
        </span>
      )}
    </AriaButton>
  );
}
