import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csharpQuoted } from './csharp.ts';
import { bashQuoted, curlSnippet } from './curl.ts';
import { javascriptQuoted } from './javascript.ts';
import { kqlQuoted, kqlSnippet } from './kql.ts';
import { powershellQuoted } from './powershell.ts';
import { pythonQuoted } from './python.ts';
import { urlSnippet } from './rest.ts';
import { NOT_RUN, type SnippetPlan } from './snippet.ts';
import { DELETE_SCRIPTS } from './delete/deleteScripts.ts';
import { JOBS } from './jobs/jobs.ts';
import { shellJob } from './jobs/shellJob.ts';
import { SNIPPETS } from './snippets.ts';

/** Texts that break out of a string literal in some language. */
const HOSTILE = [
  "'",
  "''",
  '"',
  '`',
  '$HOME',
  '$(id)',
  '${x}',
  '\\',
  '\\n',
  '\n',
  '\r\n',
  '!x',
  '%0a',
  '{0}',
  '#{1}',
  '\u2019',
  '\u2018;whoami;\u201b',
  '\u2028',
  '\u0085',
  'é',
  '\u{1f600}',
  '@x',
  ' ',
  '*',
  '~',
  '"""',
  "'''",
  '\u202e',
];

/** Well-formed texts, because a filter can hold no others. */
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 6 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

/** Many texts at once, so that the interpreter of each language starts only once. */
const many = fc.array(hostile, { minLength: 150, maxLength: 150 });

/** What a script prints. No shell is between that could alter it. */
function printed(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
}

const plan: SnippetPlan = {
  credential: 'sas',
  endpoint: 'https://contoso.table.core.windows.net',
  queries: [
    {
      tableName: 'WADLogsTable',
      filter:
        "PartitionKey ge '0636' and PartitionKey lt '0637' and Level le 2 and Message eq 'it''s \"$5\"'",
      select: ['PartitionKey', 'RowKey', 'Message'],
    },
    {
      tableName: 'WADLogsTable',
      filter: "PartitionKey eq '0638'",
      select: ['PartitionKey', 'RowKey', 'Message'],
    },
  ],
};

const withToken: SnippetPlan = { ...plan, credential: 'token' };
const ALL = [...SNIPPETS, ...JOBS, ...DELETE_SCRIPTS];

describe('a query as text for other tools', () => {
  it('is the stored text where no test runs it: after a change, compare it with the documentation again', async () => {
    const texts = ALL.filter(({ description }) => description.endsWith(NOT_RUN)).flatMap(({ id, text }) => [
      [`${id}.txt`, text(plan)],
      // Languages that do not use the credential give the same text.
      [`${id}.token.txt`, text(withToken) === text(plan) ? undefined : text(withToken)],
    ]);
    const given = texts.filter(([, text]) => text !== undefined);
    const stored = readdirSync(new URL('stored', import.meta.url));
    expect(new Set(given.map(([name]) => name))).toEqual(new Set(stored));
    for (const [name, text] of given) await expect(text).toMatchFileSnapshot(`./stored/${name}`);
  });

  it('with a token says nothing of a SAS', () => {
    const texts = ALL.filter(({ text }) => text(withToken) !== text(plan)).map(({ text }) => text(withToken));
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => /\bsas\b/iu.test(text ?? ''))).toEqual([]);
  });

  it('reads the token if the tool accepts one; az signs in itself, but never to an emulator', () => {
    const reading = SNIPPETS.filter(({ text }) => text(withToken)?.includes('TABLE_TOKEN') === true);
    expect(reading.map(({ id }) => id)).toEqual(['curl', 'powershell', 'csharp', 'python', 'javascript']);
    const az = SNIPPETS.find(({ id }) => id === 'az');
    expect(az?.text(withToken)).toContain('AZURE_STORAGE_AUTH_MODE=login');
    expect(az?.text({ ...withToken, endpoint: 'https://127.0.0.1:10002/devstoreaccount1' })).toBeUndefined();
  });

  it('contains every query of the plan, reads all pages, and contains no SAS', () => {
    const queries = Array.from({ length: 100 }, (_, prefix) => ({
      tableName: 'Rows',
      filter: `PartitionKey eq 'p${prefix}q'`,
    }));
    // The ingestion into Kusto reads a file and takes no credential.
    const jobs = JOBS.filter(({ id }) => id !== 'job-kusto');
    const both = [...SNIPPETS, ...jobs].flatMap((language) =>
      (['sas', 'token'] as const).map((credential) => ({ ...language, credential })),
    );
    for (const { id, text, credential } of both) {
      const whole = text({ ...plan, credential, queries }) ?? '';
      for (const { filter } of queries) {
        const key = filter.slice(filter.indexOf("'") + 1, -1);
        expect(whole.split(key).length, `${key} in ${id}`).toBe(2);
      }
      expect(/sig=|sv=/.test(whole)).toBe(false);
    }
  });

  it('reads every row if there is no filter, and is absent if a language has no equivalent', () => {
    const all = { ...plan, queries: [{ tableName: 'Rows' }] };
    const texts = Object.fromEntries(SNIPPETS.map(({ id, text }) => [id, text(all)]));
    expect(texts['filter']).toBeUndefined();
    expect(texts['kql']).toBe('Rows\n');
    expect(texts['url']).toBe('https://contoso.table.core.windows.net/Rows()?<SAS>');
    const kqlOf = (filter: string): string | undefined =>
      kqlSnippet.text({ ...plan, queries: [{ tableName: 'Rows', filter }] });
    expect(kqlOf('not (Level eq 2)')).toBeUndefined();
    expect(kqlOf("Data eq X'00ff'")).toBeUndefined();
    expect(kqlOf("Message gt 'a'")).toBeUndefined();
    // KQL keywords can be names only in quotes.
    expect(kqlOf("type eq 'a' or id ge 5 or True eq 1 or _x eq 2 or Type eq 3")).toBe(
      'Rows\n| where (["type"] == "a" or ["id"] >= long(5) or ["True"] == long(1) or ["_x"] == long(2) or Type == long(3))\n',
    );
    expect(kqlOf("Level ne 2 and At ge datetime'2026-11-20T00:00:00.1234567Z' or Big eq 5L")).toBe(
      'Rows\n| where (((isnotnull(Level) and Level != long(2)) and At >= datetime(2026-11-20T00:00:00.1234567Z)) or Big == long(5))\n',
    );
  });
});

it('a delete script says that rows may have changed since they were looked at', () => {
  const rows = { tableName: 'Rows', partitions: [{ partitionKey: 'a', rowKeys: ['1'] }] };
  for (const { text } of DELETE_SCRIPTS) {
    expect(text(plan)).toContain('every row that the query matches when the script runs, including new rows');
    expect(text({ ...plan, queries: [rows] })).toContain('these rows, even if they have changed');
  }
});

describe('strings of each language, read by an independent reader', () => {
  it('bash', () => {
    fc.assert(
      fc.property(many, (texts) => {
        const script = `printf '%s\\0' ${texts.map(bashQuoted).join(' ')}`;
        expect(printed('bash', ['--norc', '-c', script]).split('\0').slice(0, -1)).toEqual(texts);
      }),
      { numRuns: 4 },
    );
  });

  it('JavaScript and Python', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyscope-snippets-'));
    try {
      fc.assert(
        fc.property(many, (texts) => {
          const script = join(folder, 'texts.mjs');
          writeFileSync(script, `console.log(JSON.stringify([${texts.map(javascriptQuoted).join(', ')}]))`);
          expect(JSON.parse(printed('node', [script]))).toEqual(texts);
        }),
        { numRuns: 3 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    fc.assert(
      fc.property(many, (texts) => {
        for (const text of texts) expect(readPython(pythonQuoted(text))).toBe(text);
      }),
      { numRuns: 3 },
    );
  });

  it('PowerShell, C# and KQL', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(readPowershell(powershellQuoted(text))).toBe(text);
        expect(readCsharp(csharpQuoted(text))).toBe(text);
        const kql = kqlQuoted(text);
        expect(kql === undefined ? text : readKql(kql)).toBe(text);
      }),
      { numRuns: 150 },
    );
  });

  it('a URL', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const filter = `Message eq '${text.replaceAll("'", "''")}'`;
        const url = urlSnippet.text({ ...plan, queries: [{ tableName: 'Rows', filter }] }) ?? '';
        const read = new URL(url.replace('<SAS>', 'sas=1'));
        expect(read.searchParams.get('$filter')).toBe(filter);
        expect(url.replace('<SAS>', '')).toMatch(/^[\w:/.()?&=%$~-]+$/);
      }),
      { numRuns: 150 },
    );
  });

  it('curl receives the options of a script unchanged', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyscope-snippets-'));
    const log = join(folder, 'log');
    writeFileSync(
      join(folder, 'curl'),
      `#!/usr/bin/env bash\nprintf '%s\\0' "$@" >> '${log}'\ncat > /dev/null\n`,
      { mode: 0o755 },
    );
    try {
      fc.assert(
        fc.property(hostile, (text) => {
          rmSync(log, { force: true });
          const filter = `Message eq '${text.replaceAll("'", "''")}'`;
          const curl =
            SNIPPETS.find(({ id }) => id === 'curl')?.text({
              ...plan,
              queries: [{ tableName: 'Rows', filter }],
            }) ?? '';
          const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, TABLE_SAS: 'sig=canary' };
          execFileSync('bash', ['--norc', '-c', curl], { env });
          const args = readFileSync(log, 'utf8').split('\0');
          expect(args).toContain(`$filter=${filter}`);
          expect(args.join(' ')).not.toContain('canary');
        }),
        { numRuns: 12 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('bash reads the token of the answer that counts, not of one that curl asked again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyscope-snippets-'));
    try {
      writeFileSync(
        join(folder, 'curl'),
        `#!/usr/bin/env bash
cat > /dev/null
if [ -e asked ]; then exit 22; fi
touch asked
while [ $# -gt 0 ]; do
  case $1 in --dump-header) headers=$2 ;; --output) page=$2 ;; esac
  shift
done
printf 'HTTP/1.1 200 OK\\r\\nx-ms-continuation-NextPartitionKey: cut\\r\\n\\r\\nHTTP/1.1 200 OK\\r\\n\\r\\n' > "$headers"
if [ -n "\${page:-}" ]; then echo '{"value":[]}' > "$page"; fi
`,
        { mode: 0o755 },
      );
      for (const { text } of [curlSnippet, shellJob]) {
        rmSync(join(folder, 'asked'), { force: true });
        const script = text({ ...plan, queries: [{ tableName: 'Rows' }] }) ?? '';
        const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, TABLE_SAS: 'sig=canary' };
        const options = { env, cwd: folder, stdio: 'pipe' } as const;
        expect(() => execFileSync('bash', ['--norc', '-c', script], options)).not.toThrow();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/**
 * Reads a literal by the rules of PowerShell's about_Quoting_Rules: two quotes of any kind stand for one, and a single one ends the string.
 */
function readPowershell(literal: string): string {
  const quotes = "'\u2018\u2019\u201a\u201b";
  expect(literal[0]).toBe("'");
  let text = '';
  for (let at = 1; ; at += 1) {
    const unit = literal[at];
    if (unit === undefined) throw new Error('The string never ends.');
    if (quotes.includes(unit)) {
      const next = literal[at + 1];
      if (next === undefined || !quotes.includes(next)) {
        return at === literal.length - 1 ? text : 'The string ends too early.';
      }
      at += 1;
    }
    text += unit;
  }
}

/** Reads a literal in double quotes; `escapes`: what a letter after a backslash stands for. */
function readDoubleQuoted(
  literal: string,
  escapes: Readonly<Record<string, string>>,
  lineEnds: string,
): string {
  expect(literal[0]).toBe('"');
  let text = '';
  for (let at = 1; ; at += 1) {
    const unit = literal[at];
    if (unit === undefined || lineEnds.includes(unit))
      throw new Error('The string does not end in its line.');
    if (unit === '"') {
      expect(at).toBe(literal.length - 1);
      return text;
    }
    if (unit !== '\\') {
      text += unit;
      continue;
    }
    at += 1;
    const letter = literal[at] ?? '';
    if (letter === 'u') {
      text += String.fromCharCode(Number.parseInt(literal.slice(at + 1, at + 5), 16));
      at += 4;
    } else {
      const meaning = escapes[letter];
      if (meaning === undefined) throw new Error(`No escape: \\${letter}`);
      text += meaning;
    }
  }
}

/** C# specification, string literals. */
function readCsharp(literal: string): string {
  const escapes = {
    '"': '"',
    '\\': '\\',
    "'": "'",
    0: '\0',
    a: '\u0007',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
  };
  return readDoubleQuoted(literal, escapes, '\r\n\u0085\u2028\u2029');
}

/** Python reference, string and bytes literals. */
function readPython(literal: string): string {
  const escapes = {
    '"': '"',
    '\\': '\\',
    "'": "'",
    a: '\u0007',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
  };
  return readDoubleQuoted(literal, escapes, '\r\n');
}

/** Kusto Query Language, the string data type. */
function readKql(literal: string): string {
  return readDoubleQuoted(
    literal,
    { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' },
    '\r\n\u0085\u2028\u2029',
  );
}
