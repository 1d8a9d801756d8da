import { expect, it } from 'vitest';
import { DIAGNOSIS_CLASSES } from './classes.ts';

/** The table of classes as a page for people. */
function page(): string {
  const rows = DIAGNOSIS_CLASSES.map(({ id, title, causes, told, certainty }) => {
    const list = causes.map((cause, index) => `${index + 1}. ${cause}`).join('<br>');
    return `| \`${id}\`<br>${title} | ${list} | ${told} | ${certainty} |`.replaceAll('\n', ' ');
  });
  return [
    '# Why a connection fails',
    '',
    'A browser tells a page next to nothing about a request that failed: DNS, TLS, a refused connection, a CORS rule that is',
    'missing and an error without CORS headers are one and the same `TypeError`. Keyscope therefore places each failure in',
    'one of these classes, as finely as can be told, within three seconds; one class may stand for several causes, which',
    'are listed with the most likely first.',
    '',
    'Besides the request that failed, it looks at: the SAS itself (`se`, `st`, `sp`, `ss`, `srt`, `spr`, `si`); the clock of',
    'this computer, of the server of the page (its `Date`, asked when the dialog opens) and of the table service (in the',
    'words of a 403); what the browser says (online, policy violations, permission for local network access); and two requests to',
    'the same host **without the SAS**: one whose answer cannot be read (`no-cors`: does anything answer at all?), and one like',
    "Keyscope's own, with redirects held.",
    '',
    'Printed from `src/tables/diagnosis/classes.ts` by its test (`npx vitest run src/tables/diagnosis/docs -u`).',
    '',
    '| Class | What may stand behind it | How it is told | Sure? |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

it('docs/diagnosis.md holds the table of classes as it is in the code', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/diagnosis.md');
});
