import { describe, expect, it } from 'vitest';
import { readSas } from './sasText.ts';

const SIG = 'c2lnbmF0dXJlLWZvci10ZXN0cy1vbmx5LTMyLWJ5dGU%3D';
const DECODED = 'c2lnbmF0dXJlLWZvci10ZXN0cy1vbmx5LTMyLWJ5dGU=';
const REST = 'sv=2022-11-02&tn=Orders&sp=r';
const AGAIN = 'Copy the SAS again, whole, with the copy button.';

/** The whole result: what would be sent, what may be shown and what was repaired; or what is wrong, where, and the next step. */
function whole(text: string) {
  const read = readSas(text);
  if (read.ok)
    return { ...read.value, parameters: [...read.value.parameters].map((pair) => pair.join('=')).join(' ') };
  const { message, from, to, nextStep } = read.error;
  return { message, at: text.slice(from, to), from, nextStep };
}

const taken = (raw: string, parameters: string, ...repairs: readonly string[]) => ({
  raw,
  parameters,
  repairs,
});
const GOOD = taken(`${REST}&sig=${SIG}`, 'sv=2022-11-02 tn=Orders sp=r');
const mended = (...repairs: readonly string[]) => ({ ...GOOD, repairs });

describe('a SAS that is read', () => {
  it.each<[string, ReturnType<typeof taken>]>([
    [`${REST}&sig=${SIG}`, GOOD],
    // Characters around the SAS.
    [`?${REST}&sig=${SIG}`, GOOD],
    [` \n"'\`<&?${REST}&&sig=${SIG}&">'\` `, GOOD],
    [`${REST}&sig=${SIG}");,]`, GOOD],
    [`sig=${SIG}&${REST};`, { ...GOOD, raw: `sig=${SIG}&${REST}` }],
    // If the last name is unknown, the punctuation after it may belong to its value.
    [`${REST}&sig=${SIG}&new=a;`, { ...GOOD, raw: `${REST}&sig=${SIG}&new=a;` }],
    [`${REST}&sig=${SIG}&flag`, { ...GOOD, raw: `${REST}&sig=${SIG}&flag` }],
    [`${REST}&sig=${SIG}&empty=`, { ...GOOD, raw: `${REST}&sig=${SIG}&empty=` }],
    // Options of a request, which are not part of the SAS.
    ...[
      '$filter=a%20eq%201',
      '%24top=5',
      'NextPartitionKey=x',
      'nextrowkey=y',
      'NextTableName=z',
      'timeout=30',
      'restype=service',
      'comp=stats',
    ].map((option): [string, ReturnType<typeof taken>] => [
      `${option}&${REST}&sig=${SIG}`,
      mended('Options of a request in the address were left out.'),
    ]),
    [`${REST}&sig=${SIG}&comp=stats;`, mended('Options of a request in the address were left out.')],
    // Line breaks of a mail or a terminal.
    [`sv=2022-\r\n  11-02&tn=Ord \n ers&sp= r&sig=${SIG.slice(0, 9)}\n ${SIG.slice(9)}`, GOOD],
    [
      `${REST}&si=all readers&sig=${SIG}`,
      taken(
        `${REST}&si=all%20readers&sig=${SIG}`,
        'sv=2022-11-02 tn=Orders sp=r si=all readers',
        'The spaces in the SAS were encoded (%20).',
      ),
    ],
    [`s v=2022-11-02&tn=Orders&sp=r&sig=${SIG}`, GOOD],
    // However many layers of percent-encoding there were, only one is mentioned.
    [
      `${REST}&se=2026-11-21T08%253A00%253A00Z&sig=${SIG.replaceAll('%', '%25')}`,
      taken(
        `${REST}&se=2026-11-21T08%3A00%3A00Z&sig=${SIG}`,
        'sv=2022-11-02 tn=Orders sp=r se=2026-11-21T08:00:00Z',
        'The SAS was percent-encoded twice; one layer was taken off.',
      ),
    ],
    [
      `${REST}&sig=${SIG.replaceAll('%', '%252525')}`,
      mended('The SAS was percent-encoded twice; one layer was taken off.'),
    ],
    // The signature was decoded, so that it contains a bare + or a space.
    [
      `${REST}&sig=${DECODED.replace('F', '+')}`,
      taken(
        `${REST}&sig=${DECODED.replace('F', '%2B')}`,
        GOOD.parameters,
        'The + of the signature was encoded (%2B).',
      ),
    ],
    [
      `${REST}&sig=${DECODED.replace('F', ' ')}`,
      taken(
        `${REST}&sig=${DECODED.replace('F', '%2B')}`,
        GOOD.parameters,
        'The + of the signature was encoded (%2B).',
      ),
    ],
    // This space replaces no +: the signature is complete without it.
    [`${REST}&sig=${SIG.slice(0, 9)} ${SIG.slice(9)}`, GOOD],
    [
      `sv=1&ss=t&srt=co&sp=rl&sig=${SIG}`,
      taken(`sv=1&ss=t&srt=co&sp=rl&sig=${SIG}`, 'sv=1 ss=t srt=co sp=rl'),
    ],
    [`${REST}&sr=t&sig=${SIG}`, taken(`${REST}&sr=t&sig=${SIG}`, 'sv=2022-11-02 tn=Orders sp=r sr=t')],
    [
      `${REST}&sig=${SIG.replace('c2', 'c2-_')}`,
      { ...GOOD, raw: `${REST}&sig=${SIG.replace('c2', 'c2-_')}` },
    ],
  ])('%s', (text, expected) => {
    expect(whole(text)).toEqual(expected);
  });

  it('shows the parameters of the storage reference, and no others', () => {
    const names =
      'sv ss srt sp st se spr sip ses tn si spk srk epk erk sr skoid sktid skt ske sks skv saoid suoid scid sduoid'.split(
        ' ',
      );
    const read = readSas(`${names.map((name) => `${name}=1`).join('&')}&sig=${SIG}&future=1&Sv=2`);
    expect(read.ok && [...read.value.parameters.keys()]).toEqual(names);
  });
});

const ANYWHERE: unknown = expect.any(Number);

describe('a SAS that is refused', () => {
  it.each<[text: string, at: string, message: string, nextStep?: string]>([
    [REST, '', 'The SAS has no signature (sig).', AGAIN],
    [`tn=Orders&sig=${SIG}`, '', 'The SAS has no version (sv).', AGAIN],
    [`sv=1&sig=${SIG}`, '', 'The SAS has no table or service (tn or ss).', AGAIN],
    [
      `sv=1&sr=b&sig=${SIG}`,
      'sr=b',
      'This SAS is for a blob, container, file or share (sr), not for tables.',
      'Create a SAS for a table, or an account SAS with the service Table.',
    ],
    [`${REST}&sp=w&sig=${SIG}`, 'sp=w', 'sp appears twice.', 'Paste one SAS only.'],
    // Messages never quote a value, because it may be the signature.
    [`${REST}&!!=${SIG}`, `!!=${SIG}`, '"!!..." is not a SAS parameter (name=value).', AGAIN],
    [
      `${REST}&!abcdefghijk=${SIG}`,
      `!abcdefghijk=${SIG}`,
      '"!abcdefg..." is not a SAS parameter (name=value).',
      AGAIN,
    ],
    [
      `${REST}&${'c'.repeat(20)}!&sig=${SIG}`,
      `${'c'.repeat(20)}!`,
      '"cccccccc..." is not a SAS parameter (name=value).',
      AGAIN,
    ],
    [
      `${REST}&${'c'.repeat(19)}!&sig=${SIG}`,
      `${'c'.repeat(19)}!`,
      `"${'c'.repeat(19)}!" is not a SAS parameter (name=value).`,
      AGAIN,
    ],
    // Known names without a value, or the beginning of one.
    [`${REST}&se&sig=${SIG}`, 'se', '"se" is not a SAS parameter (name=value).', AGAIN],
    [`${REST}&s`, 's', '"s" is not a SAS parameter (name=value).', AGAIN],
    [`${REST}&sig`, 'sig', '"sig" is not a SAS parameter (name=value).', AGAIN],
    [`${REST}&skoi`, 'skoi', '"skoi" is not a SAS parameter (name=value).', AGAIN],
    // Marks that show where a text was cut off.
    [`${REST}&se=2026…&sig=${SIG}`, '…', 'se holds a mark that a SAS cannot hold: was it cut off?', AGAIN],
    [`${REST}&sig=abc...`, '...', 'sig holds a mark that a SAS cannot hold: was it cut off?', AGAIN],
    [`${REST}&se=a#b&sig=${SIG}`, '#', 'se holds a #, which ends an address', AGAIN],
    [
      `${REST}&se=a\u0001b&sig=${SIG}`,
      '\u0001',
      'se holds a mark that a SAS cannot hold: was it cut off?',
      AGAIN,
    ],
    [
      `${REST}&se=a\uFFFDb&sig=${SIG}`,
      '\uFFFD',
      'se holds a mark that a SAS cannot hold: was it cut off?',
      AGAIN,
    ],
    [`${REST}&se=ab%4&sig=${SIG}`, '%', 'se holds a % without two hex digits.', AGAIN],
    [`${REST}&se=%zz&sig=${SIG}`, '%', 'se holds a % without two hex digits.', AGAIN],
    [`${REST}&si=%ff&sig=${SIG}`, 'si=%ff', 'si is not valid UTF-8.', AGAIN],
    [`${REST}&sig=%ff`, 'sig=%ff', 'The signature (sig) is not base64.', AGAIN],
    [`${REST}&sig=${DECODED}==`, `sig=${DECODED}==`, 'The signature (sig) is not base64.', AGAIN],
    [`${REST}&sig=`, 'sig=', 'The signature (sig) is not base64.', AGAIN],
    [
      `${REST}&sig=${DECODED.slice(0, 43)}`,
      `sig=${DECODED.slice(0, 43)}`,
      'The signature (sig) has 43 of 44 characters: it was cut off.',
      AGAIN,
    ],
    [`${REST}&sig=A`, 'sig=A', 'The signature (sig) has 1 of 44 characters: it was cut off.', AGAIN],
  ])('%s', (text, at, message, nextStep) => {
    // If something is missing, the fault points at the end of the text.
    const from: unknown = at === '' ? text.length : ANYWHERE;
    expect(whole(text)).toEqual({ message, at, nextStep, from });
  });
});
