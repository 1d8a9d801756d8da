import { type ReactNode, useMemo, useState } from 'react';
import { knowTemplates } from '../../core/keys/templates/templateScheme.ts';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { NotInLink } from '../shared/NotInLink.tsx';
import { OtherVersion } from '../shared/OtherVersion.tsx';
import { useServices, useStore } from '../shared/services.tsx';
import { useActions } from '../shared/useActions.ts';
import { useZone } from '../shared/shownTime.ts';
import { useUndoKeys } from '../shared/keyOwners.ts';
import css from './map/keyspace.module.css';
import { CountBar, CountSource } from './count/CountSource.tsx';
import { ModelSource } from './model/ModelSource.tsx';
import { PasteSource } from './sources/PasteSource.tsx';
import { ProbeBar, ProbeSource } from './probe/ProbeSource.tsx';
import { RunSource } from './sources/RunSource.tsx';
import { SOURCES } from './map/keyspaceSources.ts';
import { namedResults } from '../../state/results/resultTabs.ts';
import { Select } from '../../ui/controls/Select.tsx';
import { Bookmark } from 'lucide-react';
import { writeHash } from '../../state/address/hashAddress.ts';
import { type KeyspaceLook, paramsOfLook } from '../../state/keyspace/keyspaceStore.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { windowWords } from '../../ui/text/windowWords.ts';
import links from '../shared/links/links.module.css';
import { NamedLinkList } from '../shared/links/NamedLinkList.tsx';
import { useMapSections } from './map/keyspaceParts.ts';

knowTemplates();

/** Where keys lie in time: those of the last query, of a table that is only sampled, of a list of keys, or of a design. */
export function KeyspaceView(): ReactNode {
  const { address, keyspace } = useServices();
  const { source } = useStore(keyspace);
  useKeyspaceActions();
  useUndoKeys(address);
  return (
    <div className={css.view}>
      <div className={css.sources}>
        <SegmentedControl
          label="Source"
          hideLabel
          segments={SOURCES}
          value={source}
          onChange={(id) => keyspace.change({ source: id })}
        />
        {source === 'run' && <ResultSelect />}
        {source === 'probe' && <ProbeBar />}
        {source === 'count' && <CountBar />}
        <Bookmarks />
      </div>
      <div className={css.version}>
        <OtherVersion />
      </div>
      {source === 'paste' && <PasteSource />}
      {source === 'model' && <ModelSource />}
      {source === 'probe' && <ProbeSource />}
      {source === 'count' && <CountSource />}
      {source === 'run' && <RunSource />}
    </div>
  );
}

/** Chooses which of several open results is mapped. */
function ResultSelect(): ReactNode {
  const { results } = useServices();
  const state = useStore(results);
  const named = useMemo(() => namedResults(state.all), [state]);
  if (named.length < 2) return undefined;
  return (
    <Select
      label="Result"
      hideLabel
      options={named.map(({ id, name }) => ({ id: String(id), label: name }))}
      value={String(state.inSight.id)}
      onChange={(id) => results.show(Number(id))}
    />
  );
}

function useKeyspaceActions(): void {
  const { keyspace } = useServices();
  const { source, zoom } = keyspace.get();
  useActions([
    ...SOURCES.filter(({ id }) => id !== source).map(({ id, title }) => ({
      id: `keyspace.${id}`,
      group: 'Keyspace',
      title,
      run: () => keyspace.change({ source: id }),
    })),
    {
      id: 'map.back',
      group: 'Map',
      title: 'Previous zoom',
      keys: ['Backspace'],
      run: keyspace.canGoBack() ? keyspace.back : undefined,
    },
    {
      id: 'map.reset',
      group: 'Map',
      title: 'Show the whole map',
      keys: ['R'],
      run: zoom === undefined ? undefined : () => keyspace.zoomTo(undefined, true),
    },
  ]);
}

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
function Bookmarks(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useActions([
    { id: 'keyspace.bookmarks', group: 'Keyspace', title: 'Show the bookmarks', run: () => setOpen(true) },
  ]);
  return (
    <>
      <Button look="subtle" onPress={() => setOpen(true)}>
        <span className="row gap6">
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
      <p className={links.note}>
        A bookmark is a link: source, query or design, window, rows and selection. It is kept in this browser,
        never with a SAS, an account key or pasted keys. Opening one sends nothing by itself.
      </p>
    </>
  );
}
