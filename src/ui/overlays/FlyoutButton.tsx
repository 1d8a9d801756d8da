import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useId, useRef, type RefObject, useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../classes.ts';
import { Popover } from 'react-aria-components/Popover';
import overlays from './overlays.module.css';

interface FlyoutButtonProps {
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
        overlays.frame,
        overlays[props.look],
        props.isLit === true && overlays.lit,
        props.isFaulty === true && overlays.faulty,
      )}
    >
      <AriaButton
        ref={button}
        className={cx(overlays.button)}
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
          className={cx(overlays.clear)}
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

interface FlyoutProps {
  /** The accessible name. */
  readonly label: string;
  /** The button that opened it: it gets the focus back, and pressing it closes the flyout. */
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Lists opened by fields in the flyout, and the layer below them. */
const OPENED_FROM_IT = '[data-trigger], [data-testid="underlay"]';

/** The first of these gets the focus: a field with a fault, else the first field, else the first button. */
const FIRST = ['[aria-invalid="true"]', 'input:not(:disabled):not([type="radio"])', 'button:not(:disabled)'];

/**
 * Fields next to the button that opens them. Not modal: the page stays usable, and a click elsewhere closes the flyout
 * and still takes effect.
 */
export function Flyout(props: FlyoutProps): ReactNode {
  const { triggerRef, isOpen, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  usePressElsewhere(panel, triggerRef, isOpen, onClose);
  const isElsewhere = (target: Element): boolean =>
    panel.current?.contains(target) !== true &&
    triggerRef.current?.contains(target) !== true &&
    target.closest(OPENED_FROM_IT) === null;
  return (
    <Popover
      isNonModal
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      // The button itself opens and closes.
      shouldCloseOnInteractOutside={(target) => triggerRef.current?.contains(target) !== true}
      placement="bottom start"
      offset={4}
      className={cx(overlays.flyout)}
      data-flyout=""
    >
      <Panel
        label={props.label}
        panel={panel}
        // The focus moved on to something that the flyout may cover.
        onLeave={(to) => isElsewhere(to) && onClose()}
      >
        {props.children}
      </Panel>
    </Popover>
  );
}

function Panel(props: {
  readonly label: string;
  readonly panel: RefObject<HTMLDivElement | null>;
  /** The focus moves to another element. */
  readonly onLeave: (to: Element) => void;
  readonly children: ReactNode;
}): ReactNode {
  const { panel } = props;
  useEffect(() => {
    const found = FIRST.map((selector) => panel.current?.querySelector<HTMLElement>(selector));
    const first = found.find((element) => element !== null && element !== undefined);
    first?.focus({ preventScroll: true });
    // As with Tab, typing replaces the current text.
    if (first instanceof HTMLInputElement) first.select();
  }, [panel]);
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={props.label}
      className={overlays.flyoutBody}
      onBlur={(event) => event.relatedTarget instanceof Element && props.onLeave(event.relatedTarget)}
    >
      {props.children}
    </div>
  );
}

/** Listens for a press that is neither in the flyout, nor on its button, nor in a list opened from it. */
function usePressElsewhere(
  panel: RefObject<HTMLElement | null>,
  trigger: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onDown = (event: PointerEvent): void => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      const isInside = panel.current?.contains(target) === true || trigger.current?.contains(target) === true;
      if (!isInside && target.closest(OPENED_FROM_IT) === null) onClose();
    };
    document.addEventListener('pointerdown', onDown, { capture: true });
    return () => document.removeEventListener('pointerdown', onDown, { capture: true });
  }, [panel, trigger, isOpen, onClose]);
}
