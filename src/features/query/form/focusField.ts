/** Moves the focus to a field of the query form. The name of the old table is selected, so that typing replaces it. */
export function focusField(name: 'Table' | 'Filter'): void {
  const form = document.querySelector('section[aria-label="Query"]');
  const field = form?.querySelector<HTMLElement>(`[data-editor="${name}"], input[aria-label="${name}"]`);
  field?.focus();
  if (name === 'Table' && field instanceof HTMLInputElement) field.select();
}
