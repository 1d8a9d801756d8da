import { describe, expect, it } from 'vitest';
import { NO_CHOICE, withFormat, withHidden, withPinned, withWidths } from '../../core/rows/columnChoice.ts';
import { createColumnChoices } from './columnChoices.ts';

function storage(text?: string) {
  let stored: string | null = text ?? null;
  return {
    get: () => stored,
    of: () => ({ getItem: () => stored, setItem: (_name: string, value: string) => void (stored = value) }),
  };
}

const NAME = 'property:__proto__';

describe('the columns chosen for a table', () => {
  it('are there again after a reload, for that table alone, whatever they are called', () => {
    const place = storage();
    const first = createColumnChoices(place.of);
    const widths = withWidths(withPinned(withHidden(NO_CHOICE, [NAME], true), 'rowKey', true), [
      ['time', 120],
    ]);
    const choice = { ...withFormat(widths, NAME, 'file-time'), wraps: true };
    first.change('constructor', choice);
    const second = createColumnChoices(place.of);
    expect(second.of('constructor')).toEqual(choice);
    expect(second.of('Other')).toBe(NO_CHOICE);
    second.reset('constructor');
    expect(createColumnChoices(place.of).of('constructor')).toBe(NO_CHOICE);
  });

  it('never keep a name that looks like a secret', () => {
    const place = storage();
    const choices = createColumnChoices(place.of);
    const secret = `property:sig=${'a'.repeat(43)}%3D`;
    choices.change('T', withWidths(withHidden(NO_CHOICE, [secret, NAME], true), [[secret, 50]]));
    expect(place.get()).not.toContain('sig');
    expect(place.get()).toContain(NAME);
    expect(choices.of('T').hidden).toContain(secret);
  });

  it('read only what they would have written', () => {
    for (const text of [
      '',
      'null',
      '{}',
      '[1]',
      '[["T"]]',
      '[["T",{"order":1,"wraps":"yes","widths":[[1,2],["a","b"]],"formats":[["a","x"],1]}]]',
      '[',
    ])
      expect(createColumnChoices(storage(text).of).of('T')).toEqual(NO_CHOICE);
    const wide = '[["T",{"widths":[["a",1e9],["b",-1],["c",80]]}]]';
    expect([...createColumnChoices(storage(wide).of).of('T').widths]).toEqual([['c', 80]]);
  });

  it('keep the tables used last', () => {
    const choices = createColumnChoices(storage().of);
    for (let at = 0; at < 40; at++) choices.change(`T${at}`, withHidden(NO_CHOICE, ['time'], true));
    expect(choices.get().size).toBe(30);
    expect(choices.of('T39').hidden).toEqual(['time']);
    expect(choices.of('T0')).toBe(NO_CHOICE);
  });
});
