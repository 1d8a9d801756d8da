/** Moves the focus to a field of the query form. */
export function focusField(name: 'Table' | 'Filter'): void {
  const form = document.querySelector('section[aria-label="Query"]');
  form?.querySelector<HTMLElement>(`[data-editor="${name}"], input[aria-label="${name}"]`)?.focus();
}
