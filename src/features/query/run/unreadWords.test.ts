import { describe, expect, it } from 'vitest';
import { resumeWords } from './unreadWords.ts';

describe('what Continue can do', () => {
  it('is said with what helps where it cannot', () => {
    const failed = { why: 'failed', resumable: true } as const;
    expect(resumeWords([failed, failed])).toBe('Continue reads them all.');
    expect(resumeWords([failed, { why: 'outside-sas', resumable: false }])).toBe(
      'Continue reads 1 of 2. The others: outside the SAS range (connect with a SAS for these keys).',
    );
    expect(resumeWords([{ why: 'stopped', resumable: false }])).toBe(
      'Continue cannot read it: not read (run again).',
    );
  });
});
