import { describe, expect, it } from 'vitest';
import type { ClockReading } from '../../tables/base/serviceClock.ts';
import type { Connection } from '../../tables/connection/connectionTypes.ts';
import { createStore } from '../base/store.ts';
import { createAttempts, credentialWarnings } from './attempt.ts';
import type { ConnectionState } from './connectionState.ts';

const warning = (parameter: string) => ({
  parameter,
  message: `${parameter} is odd.`,
  nextStep: 'Change it.',
});
const said = (parameter: string): string => `${parameter} is odd. Change it.`;

function warningsOf(
  parameters: readonly string[],
  { kind = 'cloud', secondary = false, permissions = ['read'] } = {},
  clock?: ClockReading,
): readonly string[] {
  const connection = {
    facts: { warnings: parameters.map(warning), permissions },
    endpoint: { kind },
    ...(secondary && { secondary: {} }),
  } as unknown as Connection;
  return credentialWarnings(connection, clock);
}

describe('warnings about a SAS that works', () => {
  it('do not mention what is needed: http for an emulator, or service-level access for reading the secondary', () => {
    const all = ['spr', 'srt', 'sp'];
    expect(warningsOf(all)).toEqual(all.map(said));
    expect(warningsOf(all, { kind: 'emulator' })).toEqual([said('srt'), said('sp')]);
    expect(warningsOf(all, { secondary: true })).toEqual([said('spr'), said('sp')]);
    expect(warningsOf(all, { secondary: true, permissions: ['read', 'list'] })).toEqual([
      said('spr'),
      said('sp'),
    ]);
    for (const other of ['add', 'delete'])
      expect(warningsOf(all, { secondary: true, permissions: ['read', other, 'list'] })).toEqual(
        all.map(said),
      );
    expect(warningsOf([])).toEqual([]);
  });

  it('name a clock that is wrong by a minute or more, and which time is used instead', () => {
    const clock = (aheadMs: number, of: ClockReading['of']) =>
      warningsOf(['sp'], {}, { aheadMs, of }).slice(1);
    expect(clock(59_999, 'the table service')).toEqual([]);
    expect(clock(-60_000, 'the table service')).toEqual([
      "This computer's clock is 1 min behind the table service. Here, now means the service's time.",
    ]);
    expect(clock(86_400_000, 'the server of this page')).toEqual([
      "This computer's clock is 1 d ahead of the server of this page. " +
        "Here, now means this computer's time: let it set its clock from the network.",
    ]);
  });
});

describe('attempts to connect', () => {
  const dropped: ConnectionState = {
    kind: 'none',
    dropped: { reason: 'idle', host: 'a.example', url: 'https://a.example', name: 'SAS' },
  };

  it('keep the reason why the last SAS was dropped if there is no fault to clear', () => {
    const store = createStore<ConnectionState>(dropped);
    createAttempts(store).clearFault();
    expect(store.get()).toBe(dropped);
  });

  it('reject only with errors that are not faults of the service', async () => {
    const attempts = createAttempts(createStore<ConnectionState>(dropped));
    await expect(attempts.run(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  });
});
