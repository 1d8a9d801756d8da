import type { KeyPart } from '../../core/keys/base/scheme.ts';
import type { HashAddress } from '../address/hashAddress.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

/** What is typed in the Decode view. Lasts as long as the tab; never written to the address or to storage. */
export interface DecodeForm {
  readonly text: string;
  /** The table, if the text names none. */
  readonly tableName: string;
  /** The key part, if the text does not say. */
  readonly part: KeyPart | undefined;
}

export interface DecodeStore extends ReadableStore<DecodeForm> {
  readonly change: (change: Partial<DecodeForm>) => void;
}

/** The typed text and the text of an opened link; a new link replaces what is typed. */
export function createDecodeStore(address: ReadableStore<HashAddress>): DecodeStore {
  const linkedText = (): string | undefined => {
    const { view, params } = address.get();
    return view === 'decode' || view === '' ? params.get('text') : undefined;
  };
  let seen = linkedText();
  const store = createStore<DecodeForm>({ text: seen ?? '', tableName: '', part: undefined });
  address.subscribe(() => {
    const linked = linkedText();
    if (linked === seen || linked === undefined) return;
    seen = linked;
    store.update((form) => ({ ...form, text: linked }));
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (change) => store.update((form) => ({ ...form, ...change })),
  };
}
