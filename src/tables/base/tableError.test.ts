import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, redact, TableError, tableError } from './tableError.ts';

const CANARY = 'CANARYab+/cd';
const RAW = `sv=2019-02-02&sp=r&sig=${CANARY}&se=x`;
const FORMS: readonly string[] = [
  `https://a.table.core.windows.net/T()?${RAW}`,
  `GET /T()?${RAW} HTTP/1.1`,
  RAW,
  encodeURIComponent(RAW),
  encodeURIComponent(encodeURIComponent(RAW)),
  `SharedAccessSignature=${RAW};TableEndpoint=x`,
  `AccountKey=${CANARY}==;x`,
  JSON.stringify({ url: `https://a.example/?${RAW}` }),
  `{"q":"sig\\u003d${CANARY}"}`,
  `SIG=${CANARY}`,
  `(?sig=${CANARY})`,
  `sig = ${CANARY}`,
  `{"sig":"${CANARY}"}`,
  `{"sig" : "${CANARY.replaceAll('/', '\\/')}"}`,
  `sig: ${CANARY}`,
  `<sig>${CANARY}</sig>`,
  `sig&#61;${CANARY}`,
  `&amp;sig&#x3D;${CANARY.replaceAll('+', '&#43;').replaceAll('/', '&#x2F;')}`,
  btoa(`sig=${CANARY}`),
  btoa(` ?${RAW}`),
  `token ${btoa(`  ${encodeURIComponent(RAW)}`)}, refused`,
];

describe('redact', () => {
  it('takes a signature out of every form', () => {
    for (const form of FORMS) {
      expect(redact(form)).not.toMatch(/CANARY|cd|Q0FOQVJZ|DQU5BUl|NBTkFSW/u);
      expect(redact(form)).toContain('[redacted]');
    }
  });

  it('wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...FORMS), fc.string(), (before, form, after) => {
        expect(redact(`${before} ${form} ${after}`)).not.toContain('CANARY');
      }),
    );
  });

  it('leaves ordinary words alone', () => {
    for (const text of [
      'design=1 significant',
      'request 5f9b6a30-4002-0031-7d2b-0000a1b2c3d4e5f6a7b8c9d0',
      btoa('nothing of a secret in this text, but long'),
      'HTTP 503, ServerBusy: wait',
      'https://a.example/path',
      '',
    ]) {
      expect(redact(text)).toBe(text);
    }
  });

  it('bounds what it looks at', () => {
    expect(redact(`${'x'.repeat(1e6)}sig=${CANARY}`).length).toBeLessThan(20_000);
  });
});

describe('TableError', () => {
  const fault = {
    kind: 'network',
    message: `no answer from https://h/?${RAW}`,
    nextStep: `see ${RAW}`,
  } as const;

  it('is an Error with its name, and shows no secret in any of its forms', () => {
    const error = tableError({ ...fault, code: RAW, requestId: RAW, status: 500 });
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(TableError);
    expect(error.name).toBe('TableError');
    const shown = [
      String(error),
      JSON.stringify(error),
      JSON.stringify(error.fault),
      error.stack ?? '',
      error.nextStep,
    ];
    expect(shown.join('\n')).not.toContain('CANARY');
  });

  it('is told from bugs', () => {
    expect(faultOf(tableError(fault))?.kind).toBe('network');
    expect(faultOf(new Error('bug'))).toBeUndefined();
    expect(faultOf('text')).toBeUndefined();
  });
});
