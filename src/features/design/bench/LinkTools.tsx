import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { fileOfForm, formOfFile, isOnlyInFile } from '../../../state/design/designForm.ts';
import { type DesignStore, noLinkText } from '../../../state/design/designStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import css from '../design.module.css';
import { CopyAction } from '../../shared/CopyAction.tsx';
import { useGroupActions } from '../../shared/useActions.ts';

const LETTERS = 'ABCD';

/** The design in a link, or in a file if it is too long for one. */
export function LinkTools({ design }: { readonly design: DesignStore }): ReactNode {
  const { saveFile, activity } = useServices();
  const look = useStore(design);
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const noLink = noLinkText(look);
  const inFile = look.form.designs.flatMap((each, at) => (isOnlyInFile(each) ? [LETTERS.charAt(at)] : []));
  const open = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.currentTarget.files ?? [];
    // So that the same file can be chosen again once it is fixed.
    event.currentTarget.value = '';
    if (file === undefined) return;
    const take = (text: string): void => {
      const read = formOfFile(text);
      setFault(read.ok ? undefined : read.error);
      if (read.ok) design.change({ form: read.value });
    };
    void activity.track(
      file.text().then(take, () => setFault('The file could not be read. Choose it again.')),
    );
  };
  const save = (): void =>
    void activity.track(
      saveFile('keys.keyscope-design.json', [new TextEncoder().encode(fileOfForm(look.form))]),
    );
  const choose = (): void => input.current?.click();
  useGroupActions('Design', [
    ['design.save', 'Save the designs as a file', save],
    ['design.open', 'Open a design file', choose],
  ]);
  return (
    <div className={css.tools}>
      {fault !== undefined && <span role="alert">{fault}</span>}
      {noLink !== undefined && <span className={css.dim}>{noLink}</span>}
      {noLink === undefined && inFile.length > 0 && (
        <span className={css.dim}>
          Not in the link, because it contains text from sampled keys: design {inFile.join(', ')}
        </span>
      )}
      <CopyAction
        action={['design.link', 'Design', 'Copy a link to the designs']}
        text={() => location.href}
        label="Copy link"
        face="Copy link"
        size="small"
        look="subtle"
        isDisabled={noLink !== undefined}
      />
      <Button size="small" look="subtle" onPress={save}>
        Save as file
      </Button>
      <Button size="small" look="subtle" onPress={choose}>
        Open file
      </Button>
      <input ref={input} type="file" accept=".json" hidden onChange={open} aria-label="Design file" />
    </div>
  );
}
