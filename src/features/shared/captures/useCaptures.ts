import { useMemo } from 'react';
import { useServices } from '../services.tsx';

/** What opens captures: a file, or the user's choice of one. Both show the result in the Query view. */
export function useCaptures(): {
  readonly open: (file: Blob, name: string) => Promise<void>;
  readonly choose: () => void;
  /** The one that comes with the page. */
  readonly openSample: () => void;
} {
  const { activity, captures, query } = useServices();
  return useMemo(() => {
    const open = async (file: Blob, name: string): Promise<void> => {
      if (await captures.open(file, name)) query.open();
    };
    const choose = (): void => {
      const input = document.createElement('input');
      input.type = 'file';
      input.accept = '.keyscope';
      input.addEventListener('change', () => {
        const [file] = input.files ?? [];
        if (file !== undefined) void open(file, file.name);
      });
      input.click();
    };
    const openSample = async (): Promise<void> => {
      const { sampleFile } = await import('./openSample.ts');
      const { file, name } = sampleFile();
      await open(file, name);
    };
    return { open, choose, openSample: () => void activity.track(openSample().catch(() => undefined)) };
  }, [captures, query, activity]);
}
