import { ChevronDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import {
  Button,
  ComboBox as AriaComboBox,
  Input,
  ListBox,
  ListBoxLoadMoreItem,
  Popover,
} from 'react-aria-components/ComboBox';
import { defined } from '../../core/defined.ts';
import { cx } from '../classes.ts';
import overlays from '../overlays/overlays.module.css';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';
import css from './field.module.css';
import { type Option, optionItems, MOST_OPTIONS, SHOWN_OPTIONS, shownOptions } from './options.tsx';
import { formatCount } from '../format.ts';

interface ComboBoxProps extends FieldProps {
  readonly options: readonly Option[];
  /** The text in the field: an option's label, or free text if that is allowed. */
  readonly text: string;
  /** Called with every edit, and with the label of a chosen option. */
  readonly onTextChange: (text: string) => void;
  /** Called when an option was chosen from the list. */
  readonly onChoose: (id: string) => void;
  readonly chosenId: string | undefined;
  /** Text that is not in the list is kept. Default false: leaving the field restores the chosen label. */
  readonly allowsFreeText?: boolean | undefined;
  /** Shown in the list if nothing matches. */
  readonly emptyText?: string | undefined;
  /** Called when the list opens. */
  readonly onOpen?: (() => void) | undefined;
}

/** A field with a filtered list, which opens on typing, with the arrow keys or with its button. */
export function ComboBox(props: ComboBoxProps): ReactNode {
  const invalid = props.error !== undefined;
  // If the text changes by itself (a proposal, Back) while the field has the focus, the list must not open.
  const [isTyping, setTyping] = useState(false);
  const [most, setMost] = useState(SHOWN_OPTIONS);
  // The button shows all options; typing narrows them. They are filtered here, so that a long list does not become as many elements.
  const wanted = isTyping ? props.text : '';
  const { options, more } = useMemo(
    () => shownOptions(props.options, wanted, most, props.chosenId),
    [props.options, wanted, most, props.chosenId],
  );
  const hasMore = most < MOST_OPTIONS;
  return (
    <AriaComboBox
      className={cx('column thin', invalid && css.invalid)}
      inputValue={props.text}
      onInputChange={(text) => {
        setTyping(true);
        setMost(SHOWN_OPTIONS);
        props.onTextChange(text);
      }}
      onOpenChange={(isOpen) => {
        if (isOpen) {
          props.onOpen?.();
          return;
        }
        setTyping(false);
        setMost(SHOWN_OPTIONS);
      }}
      value={props.chosenId ?? null}
      onChange={(key) => {
        if (key !== null) props.onChoose(String(key));
      }}
      allowsCustomValue={props.allowsFreeText ?? false}
      defaultFilter={() => true}
      allowsEmptyCollection={props.emptyText !== undefined}
      menuTrigger={isTyping ? 'input' : 'manual'}
      isInvalid={invalid}
      onBlur={() => {
        setTyping(false);
        props.onBlur?.();
      }}
      {...defined({ 'aria-label': props.hideLabel === true ? props.label : undefined })}
    >
      <FieldFrame {...props}>
        <div className={css.box}>
          <Input
            className={cx(css.input)}
            spellCheck="false"
            {...defined({ placeholder: props.placeholder })}
          />
          <Button className={cx(css.open)}>
            <ChevronDown aria-hidden="true" />
          </Button>
        </div>
      </FieldFrame>
      <Popover className={cx(overlays.popover)} offset={2}>
        <ListBox
          className={cx(css.list)}
          renderEmptyState={() => <div className={css.empty}>{props.emptyText}</div>}
        >
          {optionItems(options)}
          {more > 0 && (
            <ListBoxLoadMoreItem
              className={cx(css.empty)}
              {...(hasMore && { onLoadMore: () => setMost(Math.min(MOST_OPTIONS, most + SHOWN_OPTIONS)) })}
              isLoading
            >
              {`${formatCount(more)} more: ${hasMore ? 'scroll, or ' : ''}type a part of the name`}
            </ListBoxLoadMoreItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
