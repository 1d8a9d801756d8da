import { useMemo } from 'react';
import { KEYSPACE_VIEW } from '../../../state/keyspace/keyspaceStore.ts';
import { useServices } from '../services.tsx';

const SAMPLE_NAME = 'The sample';
const SAMPLE_LOST =
  'It could not be loaded: the network is gone, or a new version was published. Reload the page, then open it again.';

/** What opens captures and exports: files, or the user's choice of one. Keyspace maps the result; other views leave for Query. */
export function useResultFiles(): {
  /** Of several files, one holds rows; `<name>.completeness.json` says what an export lacks. */
  readonly open: (files: readonly File[]) => Promise<void>;
  readonly choose: () => void;
  /** The one that comes with the page. */
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
