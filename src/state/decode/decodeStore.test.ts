import { describe, expect, it } from 'vitest';
import { createDecodeStore } from './decodeStore.ts';
import type { HashAddress } from '../address/hashAddress.ts';
import { createStore } from '../base/store.ts';

function addressOf(view: string, text?: string): HashAddress {
  return { view, params: new Map(text === undefined ? [] : [['text', text]]) };
}

describe('decode store', () => {
  it('starts with the text of a link, and takes that of the next link', () => {
    const address = createStore(addressOf('decode', 'a'));
    const decode = createDecodeStore(address);
    expect(decode.get().text).toBe('a');
    address.set(addressOf('decode', 'b'));
    expect(decode.get().text).toBe('b');
  });

  it('keeps what is typed while other views are shown', () => {
    const address = createStore(addressOf('decode', 'a'));
    const decode = createDecodeStore(address);
    decode.change({ text: 'typed', part: 'row' });
    address.set(addressOf('query', 'c'));
    address.set(addressOf('decode'));
    expect(decode.get()).toEqual({ text: 'typed', tableName: '', part: 'row' });
    address.set(addressOf('decode', 'a'));
    expect(decode.get().text).toBe('typed');
  });
});
