import type { ReactNode } from 'react';
import { CopyFace, type CopyButtonProps, useCopy } from '../../ui/controls/CopyButton.tsx';
import { useGroupActions } from './useActions.ts';

/** A copy button that the command palette lists too, while it can be pressed. The button shows the outcome of both. */
export function CopyAction({
  action: [id, group, title],
  ...button
}: CopyButtonProps & {
  readonly action: readonly [id: string, group: string, title: string];
}): ReactNode {
  const copying = useCopy(button.text);
  useGroupActions(group, [[id, title, button.isDisabled === true ? undefined : copying.copy]]);
  return <CopyFace {...button} {...copying} />;
}
