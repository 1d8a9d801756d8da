import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CANARY_SIGNATURE, CANARY_TOKEN_SIGNATURE, canaryIn, checkForCanary } from './canary.mjs';

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  base64: (text) => Buffer.from(text, 'utf8').toString('base64'),
  'JSON-escaped': (text) =>
    text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

describe('canary', () => {
  it('looks like a signature', () => {
    const bytes = Buffer.from(CANARY_SIGNATURE, 'base64');
    expect([bytes.length, bytes.toString('base64')]).toEqual([32, CANARY_SIGNATURE]);
    expect(bytes.toString('base64url')).toBe(CANARY_TOKEN_SIGNATURE);
  });

  for (const [name, encode] of Object.entries(ENCODINGS)) {
    it(`is found ${name}, whatever stands around it`, () => {
      fc.assert(
        fc.property(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (before, after) => {
          const written = (text: string) => `${before}|${encode(`${before}${text}${after}`)}|`;
          expect(canaryIn(written(`sig=${CANARY_SIGNATURE}`))).toContain(name);
          expect(canaryIn(written(`Bearer e30.e30.${CANARY_TOKEN_SIGNATURE}`))).not.toEqual([]);
        }),
        { numRuns: 60 },
      );
    });
  }

  it('is found escaped as JSON writers do it, and not where it is not', () => {
    expect(canaryIn(JSON.stringify({ sig: CANARY_SIGNATURE }).replaceAll('/', '\\/'))).toContain(
      'JSON-escaped',
    );
    expect(canaryIn(`sig=${'A'.repeat(43)}=`)).toEqual([]);
  });

  it('is found in files of folders, and recordings are refused unread', () => {
    const root = mkdtempSync(join(tmpdir(), 'keyscope-canary-'));
    try {
      for (const name of ['clean', 'held/deep', 'recorded']) mkdirSync(join(root, name), { recursive: true });
      writeFileSync(join(root, 'clean', 'a.js'), 'export {};');
      writeFileSync(
        join(root, 'held', 'deep', 'error.md'),
        `GET /?sig=${encodeURIComponent(CANARY_SIGNATURE)}`,
      );
      writeFileSync(join(root, 'recorded', 'trace.zip'), 'PK');
      const folders = ['clean', 'held', 'recorded', 'not there'].map((name) => join(root, name));
      const { passed, failed, output } = checkForCanary(folders);
      expect([passed, failed]).toEqual([2, 2]);
      expect(output).toContain('error.md: the canary, raw, percent-encoded');
      expect(output).toContain('trace.zip: a recording');
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
