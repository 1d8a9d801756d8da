import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../classes.ts';
import css from './field.module.css';

interface PlainTextAreaProps {
  /** The accessible name; nothing is shown above the field. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The height in lines. */
  readonly rows: number;
  readonly placeholder: string;
}

/**
 * A text area that looks like TextField and takes the focus when it appears, without label, description or error. It is
 * for the first screen, because the parts of React Aria that TextField needs load later.
 */
export function PlainTextArea({ label, value, onChange, rows, placeholder }: PlainTextAreaProps): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  return (
    <div className={cx('column thin')}>
      <div className={cx(css.box, css.tall)}>
        <textarea
          ref={area}
          className={cx(css.input, css.mono)}
          aria-label={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          rows={rows}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
        />
      </div>
    </div>
  );
}
