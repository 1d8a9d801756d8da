import { type ReactNode, useState } from 'react';
import { useServices } from '../../features/shared/services.tsx';
import { Kbd } from '../../ui/controls/Kbd.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { grouped, keysOf } from './actionLists.ts';
import css from './palette.module.css';
import { allActions, type ShellDoors } from './shellActions.ts';

export interface KeyboardSheetProps extends ShellDoors {
  readonly onClose: () => void;
}

/** The actions of the palette that have a key. */
export function KeyboardSheet(props: KeyboardSheetProps): ReactNode {
  const services = useServices();
  const [actions] = useState(() => allActions(services, props));
  const withKeys = actions.filter((action) => keysOf(action).length > 0);
  return (
    <Dialog title="Keyboard shortcuts" isOpen onOpenChange={props.onClose} size="wide">
      <div className={css.sheet}>
        {grouped(withKeys).map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.actions.map((action) => (
                <div key={action.id} className={css.line}>
                  <dt>
                    {keysOf(action).map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dt>
                  <dd>{action.title}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
