import { describe, expect, it } from 'vitest';
import { canAskNow, canRenew, pauseWords } from './PauseDialog.tsx';
import type { CredentialName } from '../../../state/connection/session.ts';
import type { RunningRun } from '../../../state/run/runState.ts';

type RunPause = NonNullable<RunningRun['pause']>;

const fault = { kind: 'throttled', status: 503, message: 'HTTP 503.', nextStep: 'Wait.' } as const;
const paused = (kind: RunPause['kind'], more: Partial<RunPause> = {}): RunPause => ({ kind, fault, ...more });

const refused = (more: Partial<RunPause['fault']>, rows: number, name: CredentialName = 'SAS') =>
  pauseWords(paused('credential', { fault: { ...fault, ...more } }), rows, name);

describe('why a run waits', () => {
  it('names the cause, what is kept and what comes next', () => {
    const expired = refused({ kind: 'expired' }, 1);
    expect(expired.title).toBe('Paused: the SAS has expired');
    expect(expired.text).toBe('HTTP 503. 1 row is kept.');
    const revoked = refused({ kind: 'auth' }, 12_345);
    expect(revoked.title).toContain('no longer accepted');
    expect(revoked.text).toContain('12,345 rows are kept.');
    expect(pauseWords(paused('offline'), 0, 'SAS').text).toBe('0 rows are kept.');
    const token = refused({ kind: 'auth' }, 0, 'access token');
    expect(token.title).toBe('Paused: the access token is no longer accepted');
    expect(token.text).toContain('lost the role');
    expect(token.nextStep).toContain('Paste a new access token');
  });

  it('asks for a token, not for another SAS, where account keys were switched off', () => {
    const code = 'KeyBasedAuthenticationNotPermitted';
    const off = refused({ kind: 'auth', code }, 2);
    expect(off.nextStep).toBe('Paste a new access token for this account to continue where it stopped.');
    expect(off.text).toBe('HTTP 503. 2 rows are kept.');
  });

  it('says how long it waits for a busy service', () => {
    expect(pauseWords(paused('unanswered'), 3, 'SAS')).toEqual({
      title: 'Azure is busy, waiting',
      text: 'HTTP 503. 3 rows are kept.',
      nextStep:
        'The run tries again every few seconds. If no page is answered for 90 s it ends, and Continue reads the rest.',
    });
  });

  it('offers another SAS where a refusal may look like silence', () => {
    const silent = paused('unanswered', { fault: { ...fault, kind: 'network' } });
    expect(canRenew(silent)).toBe(true);
    expect(pauseWords(silent, 0, 'SAS').nextStep).toContain('then paste a new one');
    expect(canRenew(paused('credential'))).toBe(true);
    for (const other of [paused('unanswered'), paused('offline'), paused('asked-to-wait')]) {
      expect(canRenew(other)).toBe(false);
      expect(pauseWords(other, 0, 'SAS').nextStep).not.toContain('paste a new one');
    }
  });

  it('says until when the service asks to wait, and offers no way round it', () => {
    const asked = paused('asked-to-wait', { untilUnixMs: Date.UTC(2026, 10, 21, 13, 5, 7) });
    const words = pauseWords(asked, 0, 'SAS');
    expect([words.title, words.nextStep]).toEqual([
      'Azure is busy, waiting',
      'The service asks to wait: the run continues by itself at 2026-11-21T13:05:07Z. Cancel it if that is too late.',
    ]);
    expect(canAskNow(asked)).toBe(false);
    expect(canAskNow(paused('unanswered'))).toBe(true);
    expect(canAskNow(paused('credential'))).toBe(false);
  });
});
