import { expect, it } from 'vitest';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import { INVERTED_KEY, PREFIXED_KEY } from './StartChoices.tsx';

it('the keys of the first screen have the parts and colours that decoding shows', () => {
  for (const [part, { text, segments }] of [
    ['partition', PREFIXED_KEY],
    ['row', INVERTED_KEY],
  ] as const) {
    const real = keyAnatomy(undefined, part, text).map((one) => [one.kind, one.text] as const);
    // The example leaves out the padding of a prefix.
    const shown = real.map(([kind, own]) => [kind, kind === 'prefix' ? `\u2026${own.slice(-2)}` : own]);
    expect(shown).toEqual(segments);
  }
});
