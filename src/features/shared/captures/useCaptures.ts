import { useMemo } from 'react';
import { useServices } from '../services.tsx';

/** What opens captures: a file, or the user's choice of one. Both show the result in the Query view. */
export function useCaptures(): {
  readonly open: (file: Blob, name: string) => Promise<void>;
  readonly choose: () => void;
} {
  const { captures, query } = useServices();
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
    return { open, choose };
  }, [captures, query]);
}
