import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Menu as AriaMenu } from 'react-aria-components/Menu';
import { Input, SearchField } from 'react-aria-components/SearchField';
import { cx } from '../classes.ts';
import { formatCount } from '../format.ts';
import css from './field.module.css';
import { chosenOf, Entry, MenuButton, type MenuEntry, type MenuProps } from './Menu.tsx';
import { SHOWN_OPTIONS, shownOptions } from './options.tsx';

export interface SearchMenuProps extends Omit<MenuProps, 'entries' | 'isDisabled'> {
  /** Called when the list opens, because the list may be long. */
  readonly entries: () => readonly MenuEntry[];
}

/** A button that opens a list of any length. Only the first entries are drawn; the search field above them finds all. */
export function SearchMenu({ entries, onAction, selected, ...button }: SearchMenuProps): ReactNode {
  return (
    <MenuButton {...button}>
      <Search entries={entries} onAction={onAction} selected={selected} label={button.label} />
    </MenuButton>
  );
}

function Search(props: Pick<SearchMenuProps, 'entries' | 'onAction' | 'selected' | 'label'>): ReactNode {
  // The entries as they were when the list opened: the list must not shift under the user.
  const [all] = useState(props.entries);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { options, more } = shownOptions(all, text, SHOWN_OPTIONS, props.selected);
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Find by name" className={cx(css.search)}>
        <Input ref={field} className={cx(css.input)} placeholder="Find by name" spellCheck="false" />
      </SearchField>
      <AriaMenu
        className={cx(css.list)}
        aria-label={props.label}
        onAction={(key) => props.onAction(String(key))}
        renderEmptyState={() => <div className={css.empty}>No name contains this.</div>}
        {...chosenOf(props.selected)}
      >
        {options.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </AriaMenu>
      {more > 0 && <div className={css.empty}>{`${formatCount(more)} more: type a part of the name`}</div>}
    </Autocomplete>
  );
}
