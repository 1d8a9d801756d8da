import { Pencil, X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { namedResults } from '../../../state/results/resultsStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EntryGroup } from '../../../ui/controls/EntryGroup.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { Tabs } from '../../../ui/controls/Tabs.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import css from './opened.module.css';

/** The result in sight; from the second open result on, tabs above it. */
export function OpenResults(props: {
  readonly onCompare: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { children } = props;
  const { results } = useServices();
  const state = useStore(results);
  const named = useMemo(() => namedResults(state.all), [state]);
  const { inSight } = state;
  if (named.length < 2) return children;
  const shown = named.find(({ id }) => id === inSight.id);
  const tabs = shown === undefined ? [...named, { id: inSight.id, name: 'New query' }] : named;
  return (
    <Tabs
      label="Results"
      tabs={tabs.map(({ id, name }) => ({
        id: String(id),
        label: name,
        content: id === inSight.id ? <div className={css.panel}>{children}</div> : undefined,
      }))}
      selected={String(inSight.id)}
      onSelect={(id) => results.show(Number(id))}
      actions={
        shown !== undefined && <ResultTools key={shown.id} name={shown.name} onCompare={props.onCompare} />
      }
    />
  );
}

/** Memory of the result in sight, and what can be done with it. */
function ResultTools({
  name,
  onCompare,
}: {
  readonly name: string;
  readonly onCompare: () => void;
}): ReactNode {
  const { results, memory, run } = useServices();
  const { inSight } = useStore(results);
  const [isRenaming, setRenaming] = useState(false);
  const state = useStore(run);
  const version = state.phase === 'idle' ? 0 : state.dataVersion;
  useEffect(() => {
    memory.ask(version);
  }, [memory, version]);
  const { answer: bytes } = useStore(memory);
  return (
    <div className={css.tools}>
      {bytes !== undefined && (
        <span className={css.memory} title="Memory of the rows of this result">
          {formatBytes(bytes)}
        </span>
      )}
      <Button size="small" onPress={onCompare}>
        Compare
      </Button>
      <IconButton label="Rename result" size="small" icon={<Pencil />} onPress={() => setRenaming(true)} />
      <IconButton label="Close result" size="small" icon={<X />} onPress={() => results.close(inSight.id)} />
      <RenameDialog name={name} isOpen={isRenaming} onOpenChange={setRenaming} />
    </div>
  );
}

function RenameDialog(props: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  const { results } = useServices();
  const [text, setText] = useState(props.name);
  const save = (): void => {
    results.rename(results.get().inSight.id, text);
    props.onOpenChange(false);
  };
  return (
    <Dialog
      title="Rename result"
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      actions={
        <Button look="primary" onPress={save}>
          Rename
        </Button>
      }
    >
      <EntryGroup className={undefined} onEnter={save}>
        <TextField
          label="Name"
          value={text}
          onChange={setText}
          description="Leave empty to use the table and time range."
          focusOnOpen
        />
      </EntryGroup>
    </Dialog>
  );
}
