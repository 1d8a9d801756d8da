import { useState } from 'react';

/** The text that is being typed for a value that is applied later. A new value from elsewhere replaces the text. */
export function useDraft(value: string): [draft: string, setDraft: (text: string) => void] {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setDraft(value);
  }
  return [draft, setDraft];
}
