import { useEffect, useState } from 'react';

/** The text of a field that holds a SAS. It is emptied before the browser puts the page into its back/forward cache. */
export function useSecretText(): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => {
    const empty = (): void => setText('');
    window.addEventListener('pagehide', empty);
    return () => window.removeEventListener('pagehide', empty);
  }, []);
  return [text, setText];
}
