import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { cx } from '../classes.ts';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import css from './overlays.module.css';
import { wordsOf } from '../text/VisibleText.tsx';

export interface DialogProps {
  /** The heading and accessible name. */
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
  /** Buttons at the bottom right, after Cancel, the main one last. */
  readonly actions?: ReactNode | undefined;
  readonly size?: 'normal' | 'wide' | undefined;
}

/** A modal dialog. Focus stays inside and returns afterwards. Esc, the close button and a click outside close it. */
export function Dialog(props: DialogProps): ReactNode {
  return (
    <ModalOverlay
      className={cx(css.scrim)}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      isDismissable
    >
      <Modal className={cx(css.modal, props.size === 'wide' && css.wide)}>
        <AriaDialog className="column thin rest bare">
          <div className={css.head}>
            <Heading slot="title" level={2} className={cx(css.title)}>
              {wordsOf(props.title)}
            </Heading>
            <IconButton label="Close" icon={<X />} onPress={() => props.onOpenChange(false)} />
          </div>
          <div className={css.body}>{props.children}</div>
          {props.actions !== undefined && (
            <div className={css.actions}>
              <Button onPress={() => props.onOpenChange(false)}>Cancel</Button>
              {props.actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
