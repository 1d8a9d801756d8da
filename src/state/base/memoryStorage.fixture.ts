/** One item of the browser's storage, in memory: what a store gets, and what it has kept there. */
export function memoryStorage(first?: string) {
  let item = first ?? null;
  return {
    storage: () => ({
      getItem: () => item,
      setItem: (_name: string, value: string) => {
        item = value;
      },
    }),
    kept: () => item ?? '',
  };
}
