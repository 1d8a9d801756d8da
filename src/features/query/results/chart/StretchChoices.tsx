import { type ReactNode, useEffect, useRef } from 'react';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { windowWords } from '../../../../ui/text/windowWords.ts';
import css from './chart.module.css';

export interface StretchChoicesProps {
  readonly window: TickSpan;
  /** Why rows of the stretch may be missing; undefined: all of it was read. */
  readonly lack: string | undefined;
  readonly timeZone: string | undefined;
  /** It was taken with the keyboard: the first choice gets the focus. */
  readonly isKeyed: boolean;
  readonly onZoom: () => void;
  readonly onSelect: () => void;
  readonly onClose: () => void;
}

/** What a stretch of time is for. */
export function StretchChoices(props: StretchChoicesProps): ReactNode {
  const { window, lack, timeZone, isKeyed } = props;
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isKeyed) first.current?.querySelector('button')?.focus();
  }, [isKeyed]);
  return (
    <div
      className={css.choices}
      ref={first}
      role="group"
      aria-label="Chosen time"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.onClose();
      }}
    >
      <span>
        {windowWords(window, timeZone)}
        {lack !== undefined && `, ${lack}`}
      </span>
      <Button size="small" onPress={props.onZoom}>
        Zoom in
      </Button>
      <Button size="small" onPress={props.onSelect}>
        Select these rows
      </Button>
      <Button size="small" look="link" onPress={props.onClose}>
        Clear
      </Button>
    </div>
  );
}
