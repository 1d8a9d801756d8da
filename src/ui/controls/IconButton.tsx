import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { defined } from '../../core/defined.ts';
import { cx } from '../classes.ts';
import { Tooltip } from './Tooltip.tsx';
import css from './Button.module.css';
import { spokenText } from '../text/textParts.ts';

export interface IconButtonProps {
  /** The accessible name, and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress?: (() => void) | undefined;
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
