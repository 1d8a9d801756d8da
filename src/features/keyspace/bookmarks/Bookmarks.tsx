import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { writeHash } from '../../../state/address/hashAddress.ts';
import type { KeyspaceBookmark } from '../../../state/keyspace/bookmarks.ts';
import { type KeyspaceLook, paramsOfLook } from '../../../state/keyspace/keyspaceStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { announce } from '../../../ui/announce.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { windowWords } from '../../../ui/text/windowWords.ts';
import { NotInLink } from '../../shared/NotInLink.tsx';
import { useServices } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import css from './bookmarks.module.css';
import { SOURCES } from '../map/keyspaceSources.ts';
import { useMapSections } from '../map/keyspaceParts.ts';

/** The suggested name of a bookmark. */
function nameOf(
  { source, zoom, selection, form, probed, models }: KeyspaceLook,
  timeZone: string | undefined,
): string {
  const part = selection ?? zoom;
  const designs = models.map(({ scheme }) => scheme).join(' and ');
  const subjects = { run: form?.table ?? '', probe: probed, paste: '', model: designs };
  return [
    SOURCES.find(({ id }) => id === source)?.label ?? '',
    subjects[source],
    part === undefined ? '' : windowWords(part, timeZone),
  ]
    .filter((word) => word !== '')
    .join(', ')
    .slice(0, 80);
}

/** Named parts of maps: kept in this browser as the addresses they are. */
export function Bookmarks(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useActions([
    { id: 'keyspace.bookmarks', group: 'Keyspace', title: 'Show the bookmarks', run: () => setOpen(true) },
  ]);
  return (
    <>
      <Button look="subtle" onPress={() => setOpen(true)}>
        <span className={css.face}>
          <Bookmark aria-hidden />
          Bookmarks
        </span>
      </Button>
      <Dialog title="Bookmarks" isOpen={isOpen} onOpenChange={setOpen}>
        <BookmarkList onGo={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function BookmarkList({ onGo }: { readonly onGo: () => void }): ReactNode {
  const { keyspace } = useServices();
  const { bookmarks } = useMapSections();
  const look = useStore(keyspace);
  const list = useStore(bookmarks);
  const zone = useZone();
  const [name, setName] = useState(() => nameOf(look, zone.timeZone));
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const add = (): void => {
    const refused = bookmarks.add(name, writeHash('keyspace', paramsOfLook(look)));
    setFault(refused);
    if (refused === undefined) announce(`Bookmark ${name} added`);
  };
  return (
    <>
      <div className={css.add}>
        <TextField
          label="Bookmark name"
          value={name}
          onChange={setName}
          focusOnOpen
          ref={field}
          error={fault === undefined ? undefined : { message: fault }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
        />
        <Button look="primary" onPress={add}>
          Add
        </Button>
      </div>
      <NotInLink form={look.source === 'run' ? look.form : undefined} />
      {list.length === 0 ? (
        <p className={css.note}>None yet.</p>
      ) : (
        <ul className={css.list} aria-label="Bookmarks">
          {list.map((bookmark) => (
            <Entry
              key={bookmark.name}
              bookmark={bookmark}
              onGo={onGo}
              onGone={() => field.current?.focus()}
            />
          ))}
        </ul>
      )}
      <p className={css.note}>
        A bookmark is a link: source, query or design, window, rows and selection. It is kept in this browser,
        never with a SAS, an account key or pasted keys. Opening one sends nothing by itself.
      </p>
    </>
  );
}

function Entry({
  bookmark: { name, address },
  onGo,
  onGone,
}: {
  readonly bookmark: KeyspaceBookmark;
  readonly onGo: () => void;
  /** It was deleted, and the focus with it. */
  readonly onGone: () => void;
}): ReactNode {
  const { bookmarks } = useMapSections();
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  if (typed !== undefined) {
    const rename = (): void => {
      const refused = bookmarks.rename(name, typed);
      setFault(refused);
      if (refused === undefined) setTyped(undefined);
    };
    return (
      <li className={css.entry}>
        <div className={css.rename}>
          <TextField
            label={`New name of ${name}`}
            hideLabel
            value={typed}
            onChange={setTyped}
            focusOnOpen
            error={fault === undefined ? undefined : { message: fault }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') rename();
              if (event.key !== 'Escape') return;
              // Ends the renaming, not the dialog.
              event.stopPropagation();
              setTyped(undefined);
            }}
          />
        </div>
        <Button size="small" onPress={rename}>
          Rename
        </Button>
      </li>
    );
  }
  return (
    <li className={css.entry}>
      <a className={css.link} href={address} onClick={onGo}>
        {name}
      </a>
      <CopyButton
        label={`Copy link to ${name}`}
        size="small"
        look="subtle"
        text={() => `${location.origin}${location.pathname}${address}`}
      />
      <IconButton label={`Rename ${name}`} icon={<Pencil />} size="small" onPress={() => setTyped(name)} />
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 />}
        size="small"
        onPress={() => {
          bookmarks.remove(name);
          onGone();
          announce(`Bookmark ${name} deleted`);
        }}
      />
    </li>
  );
}
