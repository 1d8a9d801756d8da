import { useState } from 'react';

/** Text being typed for a value that is taken over later; a new value from elsewhere replaces it. */
export function useDraft(value: string): [draft: string, setDraft: (text: string) => void] {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setDraft(value);
  }
  return [draft, setDraft];
}
