import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Header, Menu, MenuItem, MenuSection, Text } from 'react-aria-components/Menu';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Input, SearchField } from 'react-aria-components/SearchField';
import type { Action } from '../../state/base/actions.ts';
import { cx } from '../../ui/classes.ts';
import { Kbd } from '../../ui/controls/Kbd.tsx';
import overlays from '../../ui/overlays/overlays.module.css';
import { useServices } from '../../features/shared/services.tsx';
import { grouped, keysOf, matching } from './actionLists.ts';
import css from './palette.module.css';
import { allActions, type ShellDoors } from './shellActions.ts';

export interface CommandPaletteProps extends ShellDoors {
  /** Called with the chosen action. It runs once the palette is closed and the focus is back. */
  readonly onClose: (action?: Action) => void;
}

/** Every action by name, with its key. Type to narrow, arrow keys to move, Enter to run. */
export function CommandPalette(props: CommandPaletteProps): ReactNode {
  const services = useServices();
  // The actions as they were when the palette opened: the list must not shift under the user.
  const [actions] = useState(() => allActions(services, props));
  const [text, setText] = useState('');
  const found = matching(actions, text);
  const field = useRef<HTMLInputElement>(null);
  const { onClose } = props;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const input = field.current;
    // Handled before the field sees it, which would only clear its text.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    input?.addEventListener('keydown', onKey);
    return () => input?.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <ModalOverlay
      className={cx(overlays.scrim)}
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      isDismissable
    >
      <Modal className={cx(overlays.modal, css.modal)}>
        <Dialog className="column thin rest bare" aria-label="Command palette">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label="Find an action" className="fixed ruled">
              <Input
                ref={field}
                className={cx(css.input)}
                placeholder="Find an action or a key"
                spellCheck="false"
              />
            </SearchField>
            {/* The scrolling list can be reached with Tab, for people who read it before they type. */}
            <section className={css.list} tabIndex={0} aria-label="All actions">
              <Menu
                className={cx(css.menu)}
                aria-label="Actions"
                onAction={(id) => props.onClose(found.find((action) => action.id === id))}
                renderEmptyState={() => <p className={css.none}>No action matches. Try another word.</p>}
              >
                {grouped(found).map((group) => (
                  <MenuSection key={group.title} className={cx(css.group)}>
                    <Header className={cx(css.groupTitle)}>{group.title}</Header>
                    {group.actions.map((action) => (
                      <PaletteItem key={action.id} action={action} />
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </section>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteItem({ action }: { readonly action: Action }): ReactNode {
  return (
    <MenuItem
      id={action.id}
      textValue={action.title}
      className={cx(css.item)}
      isDisabled={action.run === undefined}
    >
      <Text slot="label" className={cx('rest')}>
        {action.title}
      </Text>
      {keysOf(action).map((keys) => (
        <Kbd key={keys} keys={keys} />
      ))}
    </MenuItem>
  );
}
