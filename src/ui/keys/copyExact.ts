import type { ClipboardEvent } from 'react';

/**
 * Copying from a key: a selection that holds a badge, or none at all, gives the exact key instead of what is drawn.
 * A selection of plain parts is the reader's own choice and stays.
 */
export function copyExact(event: ClipboardEvent, exact: string): void {
  const selection = document.getSelection();
  const selected = selection === null ? '' : selection.toString();
  const plainPart = selected !== '' && exact.includes(selected);
  if (plainPart) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', exact);
}
