import { Bookmark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { NamedLink } from '../../../state/address/namedLinks.ts';
import { textsOfView } from '../../../state/results/sharedView.ts';
import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';
import { MOST_FILE_BYTES, printSaved, takeSaved, withDefault } from '../../../state/run/savedFile.ts';
import { TIMELINE } from '../../../state/results/timeline.ts';
import { savedAddress, savedForm } from '../../../state/run/savedQueries.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useFilePicker } from '../../../ui/controls/useFilePicker.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import css from '../../shared/links/links.module.css';
import { NamedLinkList } from '../../shared/links/NamedLinkList.tsx';
import { recentWords } from '../../shared/recentWords.ts';
import { useServices, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';

/** A button that opens the saved queries and can add the current one. */
export function SavedQueries(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => setOpen(true);
  useGroupActions('Query', [['query.saved', 'Save this query, or show the saved ones', open]]);
  return (
    <>
      <IconButton label="Saved queries" icon={<Bookmark />} onPress={open} />
      <Dialog title="Saved queries" isOpen={isOpen} onOpenChange={setOpen}>
        <SavedList onGo={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function SavedList({ onGo }: { readonly onGo: () => void }): ReactNode {
  const { query, saved, run, rowList } = useServices();
  const form = useStore(query);
  /** The query as typed, with the selection and order of its result. Times such as `now` are kept as they are. */
  const address = (): string => {
    const ran = run.get();
    // Other results on the timeline are not a part of the query.
    let view: QueryForm['view'] = form.view.filter(([name]) => name !== TIMELINE);
    if (ran.phase !== 'idle' && isSameQuery(ran.form, form)) {
      const { order, sort, filters } = rowList.of(ran.runId);
      view = textsOfView({ order, sort, filters });
    }
    return savedAddress({ ...form, view }) ?? '';
  };
  return (
    <>
      <NamedLinkList
        links={saved}
        noun="query"
        title="Saved queries"
        suggested={`${form.table}, ${recentWords(form).window}`}
        address={address}
        onGo={onGo}
        canFollow={(link) => savedForm(link).table !== ''}
        tools={(link) => <DefaultButton link={link} />}
      />
      <FileTools />
      <p className={css.note}>
        Kept in this browser, without the account and never with a SAS or an account key. Opening one sends
        nothing.
      </p>
    </>
  );
}

/** Makes a query the default of its table, or no longer the default. */
function DefaultButton({ link }: { readonly link: NamedLink }): ReactNode {
  const { saved } = useServices();
  const { table } = savedForm(link);
  const { name, isDefault = false } = link;
  if (table === '') return <span className="third small">columns</span>;
  return (
    <Button
      size="small"
      look="subtle"
      isPressed={isDefault}
      ariaLabel={`Default of ${table}: ${name}`}
      onPress={() => saved.replace(withDefault(saved.get(), name, !isDefault))}
    >
      Default
    </Button>
  );
}

/** Saves all saved queries to a file for others, and adds those of a file. */
function FileTools(): ReactNode {
  const { saved, saveFile, activity } = useServices();
  const links = useStore(saved);
  const [outcome, setOutcome] = useState('');
  const take = async (file: File): Promise<void> => {
    if (file.size > MOST_FILE_BYTES) {
      setOutcome(
        `This file is too large: a file of saved queries has at most ${formatBytes(MOST_FILE_BYTES)}.`,
      );
      return;
    }
    const text = await file.text().catch(() => undefined);
    if (text === undefined) {
      setOutcome('The file could not be read. Choose it again.');
      return;
    }
    const taken = takeSaved(saved, text);
    if (taken.links !== saved.get()) saved.replace(taken.links);
    setOutcome(taken.words);
  };
  const [field, choose] = useFilePicker('File of saved queries', ([file]) => {
    if (file !== undefined) void activity.track(take(file));
  });
  const save = (): void =>
    void activity.track(saveFile('saved-queries.json', [new TextEncoder().encode(printSaved(links))]));
  return (
    <div className="row wrap small gap8">
      {field}
      <Button size="small" onPress={save} isDisabled={links.length === 0}>
        Save to a file
      </Button>
      <Button size="small" onPress={choose}>
        Add from a file
      </Button>
      <span role="status">{outcome}</span>
    </div>
  );
}
