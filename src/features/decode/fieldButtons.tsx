import { memo, type ReactNode, useRef } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { useGroupActions } from '../shared/useActions.ts';

export interface EncodeFold {
  readonly isEncodeOpen: boolean;
  readonly onEncode: () => void;
}

/** Opens Encode, the reverse direction: from a time or a window to keys. */
export const EncodeButton = memo(function EncodeButton(props: EncodeFold): ReactNode {
  return (
    <Button look="subtle" isExpanded={props.isEncodeOpen} onPress={props.onEncode}>
      Encode
    </Button>
  );
});

/** Takes a file for the worker that reads long lists. */
export const OpenFile = memo(function OpenFile(props: {
  readonly onBulk: (source: Blob, name: string) => void;
}): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const open = (): void => picker.current?.click();
  useGroupActions('Decode', [['decode.open', 'Open a file of keys', open]]);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Key file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) props.onBulk(file, file.name);
          event.currentTarget.value = '';
        }}
      />
      <Button look="subtle" onPress={open}>
        Open file
      </Button>
    </>
  );
});
