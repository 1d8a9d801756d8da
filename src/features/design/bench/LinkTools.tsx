import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { fileOfForm, formOfFile, isOnlyInFile } from '../../../state/design/designForm.ts';
import { type DesignStore, paramsOfLook } from '../../../state/design/designStore.ts';
import { leftOut } from '../../../state/address/hashAddress.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import css from '../design.module.css';

const LETTERS = 'ABCD';

/** The design in a link, or in a file if it is too long for one. */
export function LinkTools({ design }: { readonly design: DesignStore }): ReactNode {
  const { saveFile, activity } = useServices();
  const look = useStore(design);
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const isWhole = leftOut(paramsOfLook({ ...look, tab: 'keys' })).length === 0;
  const inFile = look.form.designs.flatMap((each, at) => (isOnlyInFile(each) ? [LETTERS.charAt(at)] : []));
  const open = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.currentTarget.files ?? [];
    if (file === undefined) return;
    void activity.track(
      file.text().then((text) => {
        const read = formOfFile(text);
        setFault(read.ok ? undefined : read.error);
        if (read.ok) design.change({ form: read.value });
      }),
    );
  };
  return (
    <div className={css.tools}>
      {fault !== undefined && <span role="alert">{fault}</span>}
      {!isWhole && <span className={css.dim}>Too long for a link, or it looks like a secret</span>}
      {isWhole && inFile.length > 0 && (
        <span className={css.dim}>
          Not in the link, because it contains text from sampled keys: design {inFile.join(', ')}
        </span>
      )}
      <CopyButton
        text={() => location.href}
        label="Copy link"
        face="Copy link"
        size="small"
        look="subtle"
        isDisabled={!isWhole}
      />
      <Button
        size="small"
        look="subtle"
        onPress={() =>
          saveFile(
            'keys.keyscope-design.json',
            [new TextEncoder().encode(fileOfForm(look.form))],
            'application/json',
          )
        }
      >
        Save as file
      </Button>
      <Button size="small" look="subtle" onPress={() => input.current?.click()}>
        Open file
      </Button>
      <input ref={input} type="file" accept=".json" hidden onChange={open} aria-label="Design file" />
    </div>
  );
}
