import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { cx } from '../classes.ts';
import css from './Checkbox.module.css';

export interface CheckboxProps {
  /** The accessible name, exactly. */
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isIndeterminate?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
}

export function Checkbox(props: CheckboxProps): ReactNode {
  const indeterminate = props.isIndeterminate ?? false;
  return (
    <AriaCheckbox
      className={cx(css.checkbox)}
      isSelected={props.isSelected}
      onChange={props.onChange}
      isIndeterminate={indeterminate}
      isDisabled={props.isDisabled ?? false}
    >
      <span className={css.box} aria-hidden="true">
        {indeterminate ? <Minus /> : <Check />}
      </span>
      {props.label}
    </AriaCheckbox>
  );
}
