import type { ClipboardEvent } from 'react';

/**
 * Copies the exact key instead of the drawn text if the selection contains a badge, or if there is no selection. Other selections
 * are copied as they are.
 */
export function copyExact(event: ClipboardEvent, exact: string): void {
  const selection = document.getSelection();
  const selected = selection === null ? '' : selection.toString();
  const plainPart = selected !== '' && exact.includes(selected);
  if (plainPart) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', exact);
}
