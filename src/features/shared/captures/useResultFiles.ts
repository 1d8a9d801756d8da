import { useMemo } from 'react';
import { KEYSPACE_VIEW } from '../../../state/keyspace/keyspaceStore.ts';
import { useServices } from '../services.tsx';

const SAMPLE_NAME = 'The sample';
const SAMPLE_LOST =
  'It could not be loaded: the network is gone, or a new version was published. Reload the page, then open it again.';

/**
 * Opens captures and exports: given files, or one that the user chooses. Keyspace then shows its map; from other views the page changes to
 * Query.
 */
export function useResultFiles(): {
  /** Of several files, one holds rows; a `<name>.completeness.json` says what that export lacks. */
  readonly open: (files: readonly File[]) => Promise<void>;
  readonly choose: () => void;
  /** Opens the capture that comes with the page. */
  readonly openSample: () => void;
} {
  const { activity, address, files: opener, keyspace, results } = useServices();
  return useMemo(() => {
    const open = async (files: readonly File[]): Promise<void> => {
      if (!(await opener.open(files))) return;
      if (address.get().view === KEYSPACE_VIEW) keyspace.change({ source: 'run' });
      else results.get().inSight.services.query.open();
    };
    const choose = (): void => {
      const input = document.createElement('input');
      input.type = 'file';
      input.multiple = true;
      input.accept = '.keyscope,.csv,.tsv,.ndjson,.jsonl,.json,.txt';
      input.addEventListener('change', () => {
        const files = [...(input.files ?? [])];
        if (files.length > 0) void open(files);
      });
      input.click();
    };
    const openSample = async (): Promise<void> => {
      const loaded = await import('./openSample.ts').catch(() => undefined);
      if (loaded === undefined) opener.refuse(SAMPLE_NAME, SAMPLE_LOST);
      else await open([loaded.sampleFile(SAMPLE_NAME)]);
    };
    return { open, choose, openSample: () => void activity.track(openSample()) };
  }, [opener, results, keyspace, address, activity]);
}
