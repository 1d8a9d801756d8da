import { Bookmark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { writeHash } from '../../../state/address/hashAddress.ts';
import { type KeyspaceLook, paramsOfLook } from '../../../state/keyspace/keyspaceStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { windowWords } from '../../../ui/format.ts';
import css from '../../shared/links/links.module.css';
import { NamedLinkList } from '../../shared/links/NamedLinkList.tsx';
import { NotInLink } from '../../shared/NotInLink.tsx';
import { useServices, useActions, useStore, useZone } from '../../shared/services.tsx';
import { SOURCES } from '../map/keyspaceSources.ts';
import { useMapSections } from '../map/keyspaceParts.ts';

function nameOf(
  { source, zoom, selection, form, probed, models }: KeyspaceLook,
  timeZone: string | undefined,
): string {
  const part = selection ?? zoom;
  const designs = models.map(({ scheme }) => scheme).join(' and ');
  const subjects = { run: form?.table ?? '', probe: probed, count: probed, paste: '', model: designs };
  return [
    SOURCES.find(({ id }) => id === source)?.label ?? '',
    subjects[source],
    part === undefined ? '' : windowWords(part, timeZone),
  ]
    .filter((word) => word !== '')
    .join(', ')
    .slice(0, 80);
}

/** Named parts of maps, which are kept in this browser as addresses. */
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
  const zone = useZone();
  return (
    <>
      <NamedLinkList
        links={bookmarks}
        noun="bookmark"
        title="Bookmarks"
        suggested={nameOf(look, zone.timeZone)}
        address={() => writeHash('keyspace', paramsOfLook(look))}
        onGo={onGo}
      />
      <NotInLink form={look.source === 'run' ? look.form : undefined} />
      <p className={css.note}>
        A bookmark is a link: source, query or design, window, rows and selection. It is kept in this browser,
        never with a SAS, an account key or pasted keys. Opening one sends nothing by itself.
      </p>
    </>
  );
}
