import { type ReactNode, useState } from 'react';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';

/** Says that this result does not have what a link opens. */
export function NotThere({
  what,
  name,
}: {
  readonly what: 'row' | 'finding';
  readonly name: string;
}): ReactNode {
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return undefined;
  return (
    <Notice
      tone="info"
      title={`The ${what} that the link opens is not in this result.`}
      actions={
        <Button size="small" onPress={() => setDismissed(true)}>
          Dismiss
        </Button>
      }
      isLive
    >
      {name}
    </Notice>
  );
}
