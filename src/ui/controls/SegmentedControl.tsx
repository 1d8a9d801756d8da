import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { defined } from '../../core/defined.ts';
import { cx } from '../classes.ts';
import field from './field.module.css';
import css from './SegmentedControl.module.css';

export interface Segment<Id extends string = string> {
  readonly id: Id;
  /** The accessible name of the radio, exactly; also what is shown. */
  readonly label: string;
}

export interface SegmentedControlProps<Id extends string> {
  /** The accessible name of the radio group. */
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly segments: readonly Segment<Id>[];
  /** Undefined: none is chosen. */
  readonly value: NoInfer<Id> | undefined;
  readonly onChange: (id: NoInfer<Id>) => void;
  readonly size?: 'normal' | 'small' | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** A radio group in one line with all choices visible; the arrow keys move. */
export function SegmentedControl<Id extends string>(props: SegmentedControlProps<Id>): ReactNode {
  return (
    <RadioGroup
      className={cx('column', props.size === 'small' && css.small)}
      orientation="horizontal"
      value={props.value ?? null}
      onChange={(id) => props.onChange(id as Id)}
      isDisabled={props.isDisabled ?? false}
      {...defined({ 'aria-label': props.hideLabel === true ? props.label : undefined })}
    >
      {props.hideLabel !== true && <Label className={cx(field.label)}>{props.label}</Label>}
      <div className={css.items}>
        {props.segments.map((segment) => (
          <Radio key={segment.id} value={segment.id} className={cx(css.item)}>
            <span className="steady" data-word={segment.label}>
              {segment.label}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
