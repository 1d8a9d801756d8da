import { describe, expect, it } from 'vitest';
import { holdsSecret, isCredentialIn, type KnowsSignature, lookOf, recognise } from './secrets.ts';

const SAS = `sv=2024-01-01&sig=${encodeURIComponent(btoa('32 bytes of a test signature....'))}`;

describe('texts that must stay out of links', () => {
  it('are credentials, parameters named like one, and signatures of connections until they are forgotten', () => {
    expect(['', 'Logs', 'sig=abc', SAS].map(holdsSecret)).toEqual([false, false, true, true]);
    // A name alone is kept out of links, but not taken out of its field.
    expect(['', 'Logs', 'Level eq 1', SAS].map(isCredentialIn)).toEqual([false, false, false, true]);
    expect(lookOf('')).toBeUndefined();
    const answers = { one: false as boolean | undefined, two: false as boolean | undefined };
    const asked = { one: 0, two: 0 };
    const knows =
      (name: 'one' | 'two'): KnowsSignature =>
      () => {
        asked[name] += 1;
        return answers[name];
      };
    recognise(knows('one'));
    recognise(knows('two'));
    const both = (text: string) => [holdsSecret(text), isCredentialIn(text)];
    expect(both('plain text')).toEqual([false, false]);
    answers.one = true;
    expect(both('plain text')).toEqual([true, true]);
    expect(both('')).toEqual([false, false]);
    // A forgotten signature is not checked again; the others are.
    answers.one = undefined;
    expect(both('plain text')).toEqual([false, false]);
    const before = { ...asked };
    answers.two = true;
    expect(both('plain text')).toEqual([true, true]);
    expect([asked.one, asked.two > before.two]).toEqual([before.one, true]);
    answers.two = undefined;
    expect(both('plain text')).toEqual([false, false]);
  });
});
