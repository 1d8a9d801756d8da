import type { AddressBar } from '../state/address/historyEntries.ts';

export function browserAddressBar(): AddressBar {
  return {
    read: () => ({
      search: location.search,
      hash: location.hash,
      step: numberIn('step'),
      tab: numberIn('tab'),
      at: numberIn('at'),
    }),
    write: ({ search, hash, step, tab, at }, how) => {
      const url = `${location.pathname}${search}${hash}`;
      if (how === 'push') history.pushState({ step, tab, at }, '', url);
      else history.replaceState({ step, tab, at }, '', url);
    },
    go: (by) => history.go(by),
    onChange: (listener) => {
      window.addEventListener('hashchange', listener);
      window.addEventListener('popstate', listener);
    },
  };
}

/** A number that this page stored with the history entry. */
function numberIn(name: 'step' | 'tab' | 'at'): number | undefined {
  const state: unknown = history.state;
  const found: unknown =
    typeof state === 'object' && state !== null && name in state
      ? state[name as keyof typeof state]
      : undefined;
  return typeof found === 'number' ? found : undefined;
}
