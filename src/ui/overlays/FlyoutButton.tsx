import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../classes.ts';
import { Flyout } from './Flyout.tsx';
import css from './FlyoutButton.module.css';

export interface FlyoutButtonProps {
  /** The accessible name, exactly: "PartitionKey". */
  readonly label: string;
  /** What it shows: "any PartitionKey". Read as the button's description. */
  readonly face: ReactNode;
  /** `chip`: one of a line of small ones. `field`: as high as a field. `plain`: words alone. */
  readonly look: 'chip' | 'field' | 'plain';
  /** Set if it is not at its default. */
  readonly isLit?: boolean | undefined;
  /** Set if a field inside has a fault: then the face says which. */
  readonly isFaulty?: boolean | undefined;
  /** Set: a cross beside it that puts the default back. */
  readonly onClear?: (() => void) | undefined;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The fields that it opens. */
  readonly children: ReactNode;
}

/** A button that shows what its fields hold, and opens them. */
export function FlyoutButton(props: FlyoutButtonProps): ReactNode {
  const { label, isOpen, onOpenChange } = props;
  const button = useRef<HTMLButtonElement>(null);
  const faceId = useId();
  return (
    <span
      className={cx(
        css.frame,
        css[props.look],
        props.isLit === true && css.lit,
        props.isFaulty === true && css.faulty,
      )}
    >
      <AriaButton
        ref={button}
        className={cx(css.button)}
        aria-label={label}
        aria-describedby={faceId}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => onOpenChange(!isOpen)}
      >
        <span id={faceId} className={css.face}>
          {props.face}
        </span>
        {props.look !== 'chip' && <ChevronDown aria-hidden="true" />}
      </AriaButton>
      {props.onClear !== undefined && (
        <AriaButton
          className={cx(css.clear)}
          aria-label={`Clear ${label}`}
          onPress={() => {
            props.onClear?.();
            // The cross goes away.
            button.current?.focus();
          }}
        >
          <X aria-hidden="true" />
        </AriaButton>
      )}
      <Flyout label={label} triggerRef={button} isOpen={isOpen} onClose={() => onOpenChange(false)}>
        {props.children}
      </Flyout>
    </span>
  );
}
