import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../classes.ts';
import { Flyout } from './Flyout.tsx';
import css from './FlyoutButton.module.css';

export interface FlyoutButtonProps {
  /** The accessible name, exactly: "PartitionKey". */
  readonly label: string;
  /** What the button shows: "any PartitionKey". Read as its description. */
  readonly face: ReactNode;
  /** `chip`: one in a row of small buttons. `field`: as high as a field. `plain`: text only. */
  readonly look: 'chip' | 'field' | 'plain';
  /** Set if its fields are not at their defaults. */
  readonly isLit?: boolean | undefined;
  /** Set if a field inside has an error; `face` then says which. */
  readonly isFaulty?: boolean | undefined;
  /** If set, a clear button next to it restores the default. */
  readonly onClear?: (() => void) | undefined;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** The fields that it opens. */
  readonly children: ReactNode;
}

/** A button that summarizes its fields and opens them. */
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
        <span id={faceId} className="clip grow">
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
            // The clear button disappears.
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
