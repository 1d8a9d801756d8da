import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../time/ticks.ts';
import { keyInstant } from './keyInstant.ts';
import { readKey } from '../keys/readKey.ts';

const NEW_YEAR = isoToTicks('2026-01-01T00:00:00Z');

describe('the instant in a key', () => {
  const key = '0639028224000000000';

  it('is known if the scheme of the query reads it, and a guess if another one does', () => {
    expect(keyInstant(readKey(key, { part: 'partition' })[0]?.schemeId, 'partition', key)).toEqual({
      kind: 'instant',
      ticks: NEW_YEAR,
      isGuess: false,
    });
    expect(keyInstant(undefined, 'partition', key)).toMatchObject({ ticks: NEW_YEAR, isGuess: true });
  });

  it('is nothing for names, ids, constants, the empty key, and keys that no service accepts', () => {
    for (const text of [
      '',
      'customer-17',
      '12',
      '2026',
      '9'.repeat(19),
      '0'.repeat(19),
      key.repeat(100),
      '\ud800',
    ])
      expect(keyInstant(undefined, 'row', text)).toBeUndefined();
  });

  it('is known of any time if the scheme of the query reads it, however long the key is', () => {
    const ticks = '0000000000000000005';
    expect(keyInstant('ticks19', 'partition', ticks)).toEqual({ kind: 'instant', ticks: 5n, isGuess: false });
    expect(keyInstant('ticks19', 'partition', '')).toBeUndefined();
    expect(keyInstant('no-such', 'partition', key.slice(1).padStart(19, '0'))).toEqual({
      kind: 'instant',
      ticks: NEW_YEAR,
      isGuess: true,
    });
    // The start of the time that a key covers.
    expect(keyInstant('date-yyyyMMdd', 'partition', '20260101')).toEqual({
      kind: 'instant',
      ticks: NEW_YEAR,
      isGuess: false,
    });
    const long = (length: number) =>
      keyInstant('text-ticks19', 'partition', `${'x'.repeat(length - 20)}_${key}`);
    expect([512, 513].map((length) => long(length)?.ticks)).toEqual([NEW_YEAR, undefined]);
  });
});
