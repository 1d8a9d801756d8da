import { Columns2, Pencil, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isEdited, namedResults } from '../../../state/results/resultTabs.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EntryGroup } from '../../../ui/controls/Groups.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { Tabs } from '../../../ui/controls/Tabs.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { StatusIcon } from '../../../ui/feedback/StatusLine.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { useServices, useStore } from '../../shared/services.tsx';
import { useActions, useGroupActions } from '../../shared/useActions.ts';
import { splitTabs } from '../split/splitSides.ts';
import css from './opened.module.css';

/** The tab in sight. From two tabs on, a bar above it lists them; each has its own query, result and selection. */
export function ResultTabs({ children }: { readonly children: ReactNode }): ReactNode {
  const { results } = useServices();
  const { all, inSight, split: pair } = useStore(results);
  const named = new Map(namedResults(all).map((result) => [result.id, result]));
  const tabs = all.map(({ id, services }) => ({
    id,
    name: named.get(id)?.name ?? (services.query.get().table || 'New query'),
    run: named.get(id)?.run,
    mark: isEdited(services) ? 'edited' : undefined,
  }));
  const { isSplit, split } = useSplit(tabs);
  const [isRenaming, setRenaming] = useState(false);
  const close = (id: number): void => {
    results.close(id);
    focusChosenTab();
  };
  const name = tabs.find(({ id }) => id === inSight.id)?.name ?? '';
  const others = tabs.filter(({ id }) => id !== inSight.id);
  useGroupActions('Results', [
    ['tabs.new', 'New tab: another query of this time range', results.openTab],
    ...(others.length === 0
      ? []
      : ([
          ['tabs.close', 'Close this tab', () => close(inSight.id), 'Delete'],
          ['tabs.rename', 'Rename this tab', () => setRenaming(true)],
        ] as const)),
    ...others.map(
      (tab) => [`tabs.show.${tab.id}`, `Show the tab ${tab.name}`, () => results.show(tab.id)] as const,
    ),
  ]);
  if (tabs.length < 2) return <div className="column low high">{children}</div>;
  return (
    <>
      <Tabs
        label="Results"
        tabs={tabs.map(({ id, name: label, run, mark }) => ({
          id: String(id),
          label,
          icon: run && (
            <>
              {isSplit && pair?.includes(id) === true && <b>{id === pair[0] ? 'A' : 'B'}</b>}
              <StatusIcon state={run.completeness.state} />
            </>
          ),
          mark,
          content: id === inSight.id ? <div className="column low high">{children}</div> : undefined,
        }))}
        selected={String(inSight.id)}
        onSelect={(id) => results.show(Number(id))}
        onClose={(id) => close(Number(id))}
        actions={
          <div className="row rest gap4">
            <IconButton label="New tab" size="small" icon={<Plus />} onPress={results.openTab} />
            <span className="rest" />
            <Memory />
            <Button
              size="small"
              look="subtle"
              icon={<Columns2 />}
              shortcut="S"
              isPressed={isSplit}
              isDisabled={split === undefined}
              onPress={split}
            >
              Split
            </Button>
            <IconButton label="Rename tab" size="small" icon={<Pencil />} onPress={() => setRenaming(true)} />
          </div>
        }
      />
      {isRenaming && <RenameDialog name={name} onClose={() => setRenaming(false)} />}
    </>
  );
}

/** Shows the result in sight together with the most recent other one, or alone again. `split` is undefined if there is no other one. */
function useSplit(tabs: readonly { readonly id: number; readonly run: RunState | undefined }[]) {
  const { results } = useServices();
  const { inSight, split: pair } = useStore(results);
  const read = tabs.filter(({ run }) => run !== undefined);
  const other = read.findLast(({ id }) => id !== inSight.id);
  const order = tabs.map(({ id }) => id);
  const isSplit = pair?.includes(inSight.id) === true && pair.every((id) => order.includes(id));
  const canSplit = other !== undefined && read.some(({ id }) => id === inSight.id);
  // The one on the left becomes A.
  const pairOf = (id: number): readonly [number, number] =>
    order.indexOf(id) < order.indexOf(inSight.id) ? [id, inSight.id] : [inSight.id, id];
  const split = canSplit
    ? (): void => (isSplit ? results.arrange({ split: undefined }) : splitTabs(results, pairOf(other.id)))
    : undefined;
  const title = isSplit ? 'Show one result' : 'Split: show two results together';
  useActions([{ id: 'tabs.split', group: 'Results', title, press: 's', run: split }]);
  return { isSplit, split };
}

/** The chosen tab keeps the focus when another is closed. */
function focusChosenTab(): void {
  setTimeout(
    () => document.querySelector<HTMLElement>('[data-pages] [role="tab"][aria-selected="true"]')?.focus(),
    0,
  );
}

function Memory(): ReactNode {
  const { memory, run } = useServices();
  const state = useStore(run);
  const version = state.phase === 'idle' ? 0 : state.dataVersion;
  useEffect(() => {
    memory.ask(version);
  }, [memory, version]);
  const { answer: bytes } = useStore(memory);
  if (bytes === undefined || state.phase === 'idle') return undefined;
  return (
    <span className={css.memory} title="Memory of the rows of this result">
      {formatBytes(bytes)}
    </span>
  );
}

function RenameDialog(props: { readonly name: string; readonly onClose: () => void }): ReactNode {
  const { results } = useServices();
  const [text, setText] = useState(props.name);
  const save = (): void => {
    results.rename(results.get().inSight.id, text);
    props.onClose();
  };
  return (
    <Dialog
      title="Rename tab"
      isOpen
      onOpenChange={props.onClose}
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
