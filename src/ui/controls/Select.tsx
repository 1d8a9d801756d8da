import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ListBox, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { defined } from '../../core/defined.ts';
import { cx } from '../classes.ts';
import overlays from '../overlays/overlays.module.css';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';
import css from './field.module.css';
import { type Option, optionItems } from './options.tsx';

interface SelectProps<Id extends string>
  extends Pick<FieldProps, 'label' | 'hideLabel' | 'placeholder' | 'description'> {
  readonly options: readonly Option<Id>[];
  readonly value: NoInfer<Id> | undefined;
  readonly onChange: (id: NoInfer<Id>) => void;
  readonly isDisabled?: boolean | undefined;
}

/** Chooses from a fixed list. Use ComboBox if names may be typed. */
export function Select<Id extends string>(props: SelectProps<Id>): ReactNode {
  return (
    <AriaSelect
      className={cx('column thin')}
      value={props.value ?? null}
      onChange={(key) => {
        if (key !== null) props.onChange(key as Id);
      }}
      isDisabled={props.isDisabled ?? false}
      placeholder={props.placeholder ?? 'Choose'}
      {...defined({ 'aria-label': props.hideLabel === true ? props.label : undefined })}
    >
      <FieldFrame {...props} text="">
        <div className={css.box}>
          <Button className={cx(css.trigger)}>
            <SelectValue className={cx(css.value)} />
            <ChevronDown aria-hidden="true" />
          </Button>
        </div>
      </FieldFrame>
      <Popover className={cx(overlays.popover)} offset={2}>
        <ListBox className={cx(css.list)}>{optionItems(props.options)}</ListBox>
      </Popover>
    </AriaSelect>
  );
}
