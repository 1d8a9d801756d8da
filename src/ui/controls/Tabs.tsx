import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { cx } from '../classes.ts';
import css from './Tabs.module.css';

export interface TabItem {
  readonly id: string;
  /** The accessible name of the tab, exactly. */
  readonly label: string;
  /** Rendered only while the tab is chosen. */
  readonly content: ReactNode;
  readonly isDisabled?: boolean | undefined;
}

export interface TabsProps {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** At the right end of the tab bar: export, switches. */
  readonly actions?: ReactNode | undefined;
}

/** Tabs over a panel that fills the height. Arrow keys move focus; Enter or Space chooses. */
export function Tabs(props: TabsProps): ReactNode {
  return (
    <AriaTabs
      className={cx(css.tabs)}
      selectedKey={props.selected}
      onSelectionChange={(key) => props.onSelect(String(key))}
      keyboardActivation="manual"
    >
      <div className={css.bar}>
        <TabList className={cx(css.list)} aria-label={props.label}>
          {props.tabs.map((tab) => (
            <Tab key={tab.id} id={tab.id} className={cx(css.tab)} isDisabled={tab.isDisabled ?? false}>
              <span className={css.word} data-word={tab.label}>
                {tab.label}
              </span>
            </Tab>
          ))}
        </TabList>
        {props.actions}
      </div>
      {props.tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={cx(css.panel)}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
