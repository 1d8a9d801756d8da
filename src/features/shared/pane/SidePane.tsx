import { X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { announce } from '../../../ui/announce.ts';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { OVERLAYS, useWindowKey } from '../keyOwners.ts';
import css from './sidePane.module.css';

export interface SidePaneProps {
  readonly children: ReactNode;
  /** The accessible name of the pane: "Selected entity". */
  readonly label: string;
  readonly title: string;
  /** What the pane shows. Undefined: the pane is closed, and the view has the whole width. */
  readonly content: ReactNode | undefined;
  readonly onClose: () => void;
}

/** Closes the open pane around a view; undefined: none is open. */
const OuterPane = createContext<(() => void) | undefined>(undefined);

/** Only one pane is shown at a time: opening one closes the other. Returns whether this pane is shown. */
function useOnlyPane(isWanted: boolean, onClose: () => void): boolean {
  const closeOuter = useContext(OuterPane);
  const isCovered = closeOuter !== undefined;
  const wasWanted = useRef(isWanted);
  useEffect(() => {
    if (isWanted && isCovered) (wasWanted.current ? onClose : closeOuter)();
    wasWanted.current = isWanted;
  });
  return isWanted && !isCovered;
}

/**
 * A view with a pane of details beside it: of a row, of a cell of a map, of a finding. Esc or the cross closes the pane, and the
 * focus returns to what it had before.
 */
export function SidePane({ children, label, title, content, onClose }: SidePaneProps): ReactNode {
  const main = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const isOpen = useOnlyPane(content !== undefined, onClose);
  const close = (): void => {
    const hadFocus = pane.current?.contains(document.activeElement) === true;
    onClose();
    announce(`${title} closed.`);
    if (hadFocus) main.current?.querySelector<HTMLElement>('[role="grid"], [role="application"]')?.focus();
  };
  useWindowKey((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(OVERLAYS) !== null) return;
    event.preventDefault();
    close();
  }, isOpen);
  return (
    <div className={css.split}>
      <div className={css.both}>
        <div ref={main} className={css.main}>
          <OuterPane value={isOpen ? onClose : undefined}>{children}</OuterPane>
        </div>
        {isOpen && (
          <aside ref={pane} className={css.pane} aria-label={label} data-closes-by-escape="">
            <div className={css.head}>
              <h2 className="second small">{title}</h2>
              <IconButton size="small" label="Close details" icon={<X />} onPress={close} />
            </div>
            <div className="fill scroll">{content}</div>
          </aside>
        )}
      </div>
    </div>
  );
}
