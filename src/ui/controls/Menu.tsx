import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Keyboard } from 'react-aria-components/Keyboard';
import {
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components/Menu';
import { cx } from '../classes.ts';
import overlays from '../overlays/overlays.module.css';
import button from './Button.module.css';
import css from './field.module.css';
import { inSections, type Option } from './options.tsx';
import { wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS, spokenText } from '../text/textParts.ts';

export interface MenuEntry extends Option {
  readonly shortcut?: string | undefined;
  readonly isDisabled?: boolean;
}

export interface MenuProps {
  /** The accessible name of the button. */
  readonly label: string;
  /** What the button shows; default: the label. */
  readonly face?: ReactNode | undefined;
  readonly entries: readonly MenuEntry[];
  readonly onAction: (id: string) => void;
  /** If set, the menu is a radio menu with this entry checked. */
  readonly selected?: string | undefined;
  readonly look?: 'default' | 'subtle' | 'link' | 'primary' | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Default: its right edge is below that of the button. */
  readonly placement?: 'bottom start';
}

export function Entry({ entry }: { readonly entry: MenuEntry }): ReactNode {
  return (
    <MenuItem
      id={entry.id}
      textValue={spokenText(entry.label)}
      className={cx(css.item)}
      isDisabled={entry.isDisabled ?? false}
    >
      <span className={css.itemRow}>
        <Text slot="label">{wordsOf(entry.label, LINE_BOUNDS)}</Text>
        {entry.shortcut !== undefined && <Keyboard>{entry.shortcut}</Keyboard>}
      </span>
      {entry.description !== undefined && (
        <Text slot="description" className={cx(css.itemDescription)}>
          {wordsOf(entry.description, LINE_BOUNDS)}
        </Text>
      )}
    </MenuItem>
  );
}

export function MenuButton(
  props: Omit<MenuProps, 'entries' | 'onAction' | 'selected'> & { readonly children: ReactNode },
): ReactNode {
  const { look = 'default' } = props;
  return (
    <MenuTrigger>
      <AriaButton
        className={cx(button.button, button[look])}
        isDisabled={props.isDisabled ?? false}
        // The menu is named by this button, whose text does not count while the menu is open: the page is inert.
        aria-label={props.label}
      >
        {props.face ?? props.label}
        <ChevronDown aria-hidden="true" />
      </AriaButton>
      <Popover className={cx(overlays.popover)} placement={props.placement ?? 'bottom end'} offset={2}>
        {props.children}
      </Popover>
    </MenuTrigger>
  );
}

/** Properties that make a menu a single choice. */
export function chosenOf(selected: string | undefined) {
  return selected === undefined
    ? {}
    : { selectionMode: 'single' as const, selectedKeys: [selected], disallowEmptySelection: true };
}

/** A button that opens a list of actions, or of choices if `selected` is set. */
export function Menu({ entries, onAction, selected, ...button }: MenuProps): ReactNode {
  return (
    <MenuButton {...button}>
      <AriaMenu
        className={cx(css.list, css.menu)}
        onAction={(key) => onAction(String(key))}
        {...chosenOf(selected)}
      >
        {inSections(entries, MenuSection, (entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </AriaMenu>
    </MenuButton>
  );
}
