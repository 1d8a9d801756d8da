/** `12,345` in every locale, because scripts read the status text too. */
export function groupThousands(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 row`, `12,345 rows`. */
export function rowCountWords(count: number): string {
  return count === 1 ? '1 row' : `${groupThousands(count)} rows`;
}
