import { expect, it } from 'vitest';
import { DIAGNOSIS_CLASSES } from './classes.ts';

function page(): string {
  const rows = DIAGNOSIS_CLASSES.map(({ id, title, causes, told, certainty }) => {
    const list = causes.map((cause, index) => `${index + 1}. ${cause}`).join('<br>');
    return `| \`${id}\`<br>${title} | ${list} | ${told} | ${certainty} |`.replaceAll('\n', ' ');
  });
  return [
    '# Why a connection fails',
    '',
    'A browser tells a page almost nothing about a failed request: DNS, TLS, a refused connection, a missing CORS rule and an error',
    'without CORS headers all give the same `TypeError`. So Keyscope puts each failure into one of these classes within three',
    'seconds. A class may have several possible causes, the most likely first.',
    '',
    'Besides the failed request, it uses:',
    '',
    '- the SAS itself (`se`, `st`, `sp`, `ss`, `srt`, `spr`, `si`), or the access token (`aud`, `exp`, `nbf`, `tid`);',
    '- the clocks of this computer, of the server of the page (its `Date`, requested when the dialog opens) and of the table service',
    '  (its `Date`, and the line `Time:` at the end of each error message, which CORS does not hide);',
    '- what the browser says (online, policy violations, permission for local network access);',
    '- two requests to the same host **without the credential**: one whose answer cannot be read (`no-cors`: does anything answer at all?), and',
    "  one like Keyscope's own, without following redirects. For a token a third one, with its headers and no token in them: does the",
    '  CORS rule let them pass?',
    '',
    'Printed from `src/tables/wire/refusals.ts` and `src/tables/diagnosis/classes.ts` by a test (`npx vitest run src/tables/diagnosis/docs -u`).',
    '',
    '| Class | Possible causes | How Keyscope recognizes it | Certain? |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

it('docs/diagnosis.md holds the table of classes as it is in the code', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/diagnosis.md');
});
