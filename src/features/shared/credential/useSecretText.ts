import { useEffect, useState } from 'react';

/** The text of a field that holds a SAS: emptied before the browser puts the page away to show it again later. */
export function useSecretText(): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => {
    const empty = (): void => setText('');
    window.addEventListener('pagehide', empty);
    return () => window.removeEventListener('pagehide', empty);
  }, []);
  return [text, setText];
}
