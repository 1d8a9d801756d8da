/** Moves the focus to the map in sight; of two designs, to the first. */
export function focusMap(): void {
  document.querySelector<HTMLElement>('main [role="application"]')?.focus();
}
