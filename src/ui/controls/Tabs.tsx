import { X } from 'lucide-react';
import { type ReactNode, type RefCallback, useState } from 'react';
import { Tab, TabList, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import { wordsOf } from '../text/VisibleText.tsx';
import css from './Tabs.module.css';

export interface TabItem<Id extends string = string> {
  readonly id: Id;
  /** The accessible name of the tab, exactly. */
  readonly label: string;
  /** Rendered only while the tab is chosen. */
  readonly content: ReactNode;
  /** An icon before the label that shows a state. */
  readonly icon?: ReactNode | undefined;
  /** A word after the label, which is part of the accessible name: "edited". */
  readonly mark?: string | undefined;
}

export interface TabsProps<Id extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly TabItem<Id>[];
  readonly selected: NoInfer<Id>;
  readonly onSelect: (id: NoInfer<Id>) => void;
  /** Shown at the right end of the tab bar: export, switches. */
  readonly actions?: ReactNode | undefined;
  /** Set if tabs can be closed, as in a browser: by a button on each, or by Delete. */
  readonly onClose?: ((id: NoInfer<Id>) => void) | undefined;
}

/** Tabs over a panel that fills the height. Arrow keys move focus; Enter or Space chooses. */
export function Tabs<Id extends string>(props: TabsProps<Id>): ReactNode {
  const { onClose } = props;
  const chosen = props.tabs.find(({ id }) => id === props.selected);
  const [{ tabRef, panelRef }] = useState(linkedParts);
  return (
    <div className="column low high">
      <AriaTabs
        selectedKey={props.selected}
        onSelectionChange={(key) => props.onSelect(key as Id)}
        keyboardActivation="manual"
      >
        <div className={css.bar} data-pages={onClose && ''}>
          <TabList className={cx(css.list)} aria-label={props.label}>
            {props.tabs.map((tab) => (
              <Tab
                key={tab.id}
                id={tab.id}
                className={cx(css.tab)}
                {...(tab === chosen && { ref: tabRef })}
                {...(onClose !== undefined && {
                  onKeyUp: (event: { readonly key: string }) => {
                    if (event.key === 'Delete') onClose(tab.id);
                  },
                })}
              >
                {tab.icon}
                <span className="thin clip steady" data-word={tab.label}>
                  {wordsOf(tab.label)}
                </span>
                {tab.mark !== undefined && <span className={css.mark}>{` ${tab.mark}`}</span>}
                {onClose !== undefined && (
                  // The button is only for the mouse. A tab may not contain a button, so the keyboard uses Delete.
                  <span
                    className={css.close}
                    aria-hidden="true"
                    title="Close (Delete)"
                    onPointerDown={(event) => event.stopPropagation()}
                    onClick={() => onClose(tab.id)}
                  >
                    <X />
                  </span>
                )}
              </Tab>
            ))}
          </TabList>
          {props.actions}
        </div>
      </AriaTabs>
      {/* Not React Aria's panel: on every change inside, that one checks for focusable elements, which forces a layout in the middle of a task, and the rows of a run change ten times a second. */}
      {chosen !== undefined && (
        <div ref={panelRef} role={ROLES.tabpanel} className="fill bare">
          {chosen.content}
        </div>
      )}
    </div>
  );
}

/** Links the panel to its tab, which generates both ids; either may be mounted first. */
function linkedParts(): {
  readonly tabRef: RefCallback<HTMLElement>;
  readonly panelRef: RefCallback<HTMLElement>;
} {
  let tab: HTMLElement | null = null;
  let panel: HTMLElement | null = null;
  const link = (): void => {
    if (tab === null || panel === null) return;
    panel.id = tab.getAttribute('aria-controls') ?? '';
    panel.setAttribute('aria-labelledby', tab.id);
  };
  return {
    tabRef: (element) => {
      tab = element;
      link();
    },
    panelRef: (element) => {
      panel = element;
      link();
    },
  };
}
