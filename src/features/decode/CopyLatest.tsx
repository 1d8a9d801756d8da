import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';

/**
 * A small copy button for a text that changes as a user types. It takes the text when it is pressed and is not drawn again for it: a
 * button costs ten times the text beside it.
 */
export function CopyLatest({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const take = useCallback(() => latest.current, []);
  return <CopyTaken label={label} take={take} />;
}

const CopyTaken = memo(function CopyTaken(props: {
  readonly label: string;
  readonly take: () => string;
}): ReactNode {
  return <CopyButton label={props.label} text={props.take} size="small" />;
});
