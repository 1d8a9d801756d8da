import { memo, type ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { useFilePicker } from '../../ui/controls/useFilePicker.tsx';
import { useGroupActions } from '../shared/services.tsx';

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
  const [field, open] = useFilePicker('Key file', ([file]) => file && props.onBulk(file, file.name));
  useGroupActions('Decode', [['decode.open', 'Open a file of keys', open]]);
  return (
    <>
      {field}
      <Button look="subtle" onPress={open}>
        Open file
      </Button>
    </>
  );
});
