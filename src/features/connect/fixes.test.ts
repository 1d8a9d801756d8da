import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FixId } from '../../state/connection/diagnosis.ts';
import { fixesFor, type FixSubject } from './fixes.ts';

const AZURE: FixSubject = {
  origin: 'https://tables.example:8443',
  endpoint: {
    account: 'contoso',
    host: 'contoso.table.core.windows.net',
    url: 'https://contoso.table.core.windows.net',
    kind: 'azure',
  },
};
const EMULATOR: FixSubject = {
  origin: 'http://127.0.0.1:4280',
  endpoint: {
    account: 'devstoreaccount1',
    host: '127.0.0.1:10102',
    url: 'http://127.0.0.1:10102/devstoreaccount1',
    kind: 'emulator',
  },
};

function codeOf(id: Parameters<typeof fixesFor>[0], title: string, subject = AZURE): string {
  const found = fixesFor(id, subject).find((fix) => fix.title === title);
  if (found === undefined) throw new Error(`No fix ${title}.`);
  return found.code;
}

/** A command, split into its words before the first option and the words of each option, in any order. */
function optionsOf(code: string): readonly (readonly string[])[] {
  const [words = '', ...options] = code
    .replaceAll(/^#.*\n|\\\n|'/gmu, '')
    .trim()
    .split(/\s+(?=--\w)/u);
  return [words, ...options.toSorted()].map((each) => each.split(/\s+/u).toSorted());
}

describe('a CORS rule', () => {
  it('is added by every tool to the rules that are there', () => {
    expect(fixesFor('cors', AZURE).map(({ title }) => title)).toEqual([
      'az CLI',
      'PowerShell',
      'Bicep',
      'Portal',
    ]);
    // `cors add` appends a rule; `cors clear` would remove the others.
    expect(codeOf('cors', 'az CLI')).toContain('az storage cors add --services t --account-name contoso');
    const powerShell = codeOf('cors', 'PowerShell').split('\n');
    const read = powerShell.findIndex((line) => line.includes('Get-AzStorageCORSRule -ServiceType Table'));
    const add = powerShell.findIndex((line) => line.startsWith('$rules += @{'));
    const write = powerShell.findIndex((line) => line.startsWith('Set-AzStorageCORSRule -ServiceType Table'));
    expect([read, add, write]).toEqual([read, add, write].toSorted((a, b) => a - b));
    expect(read).toBeGreaterThan(0);
    expect(powerShell[write]).toContain('-CorsRules $rules');
    expect(codeOf('cors', 'Bicep')).toContain('corsRules: concat(existingRules, [');
    expect(codeOf('cors', 'Bicep')).toContain('--query properties.cors.corsRules');
    expect(codeOf('cors', 'Portal')).toContain('leave the others as they are');
  });

  it('stands before those that are there where one of them matches the page first', () => {
    expect(fixesFor('cors-first', AZURE).map(({ title }) => title)).toEqual([
      'az CLI',
      'PowerShell',
      'Bicep',
      'Portal',
    ]);
    const az = codeOf('cors-first', 'az CLI');
    expect(az).not.toContain('cors add');
    expect(az).toContain("'[$rule] + (. // [])'");
    const rule = JSON.parse(/^rule='(.+)'$/mu.exec(az)?.[1] ?? '') as { readonly exposedHeaders: unknown };
    expect(rule.exposedHeaders).toContain('x-ms-*');
    expect(codeOf('cors-first', 'PowerShell')).toMatch(
      /^\$rules = @\(@\{[\s\S]+^\}\)\n\$rules \+= @\(Get-AzStorageCORSRule/mu,
    );
    expect(codeOf('cors-first', 'Bicep')).toMatch(/concat\(\[[\s\S]+\], existingRules\)/u);
    expect(codeOf('cors-first', 'Portal')).toContain('first row');
    // The emulator's tool can only append rules, so nothing may be cleared before it was listed.
    const local = codeOf('cors-first', 'az CLI', EMULATOR);
    const at = ['cors list', 'cors clear', 'cors add'].map((verb) => local.indexOf(verb));
    expect(at[0]).toBeGreaterThan(0);
    // Pasting the whole text removes no existing rule.
    expect(local).toMatch(/^# az storage cors clear/mu);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });

  it('names the origin of the page, and exposes what carries the continuation', () => {
    for (const { code } of [...fixesFor('cors', AZURE), ...fixesFor('cors-first', AZURE)]) {
      expect(code).toContain('https://tables.example:8443');
      expect(code).not.toContain('https://tables.example:8443/');
      expect(code).toMatch(/exposed.?headers.*x-ms-\*/iu);
      // A token needs its own request header, and the response header that names the account's tenant.
      expect(code).toMatch(/allowed.?headers.*authorization/iu);
      expect(code).toMatch(/exposed.?headers.*www-authenticate/iu);
      expect(code).toMatch(/GET.*HEAD.*OPTIONS/iu);
    }
  });
});

describe('fixes', () => {
  const ids: readonly FixId[] = [
    ...(['cors', 'sas', 'network-rules', 'clock', 'reach', 'emulator', 'tables'] as const),
    ...(['token', 'role', 'cors-first', 'account'] as const),
  ];

  it.each(ids)('%s: nobody is told to write more than they must, and no line breaks a shell', (id) => {
    const codes = [AZURE, EMULATOR].flatMap((subject) => fixesFor(id, subject)).map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) {
      expect(code.trim()).toBe(code);
      // A backslash or a backtick continues a line only as its last character.
      expect(code).not.toMatch(/[\\`] +$/mu);
      expect(code).not.toMatch(/account-?key|AccountKey/iu);
    }
  });

  it('get a token for storage, of the tenant of the account where that is known', () => {
    const command =
      'az account get-access-token --resource https://storage.azure.com/ --query accessToken -o tsv';
    expect(codeOf('token', 'az CLI')).toBe(command);
    const tenantId = '11111111-2222-3333-4444-555555555555';
    const ofTenant = { ...AZURE, tenantId };
    expect(codeOf('token', 'az CLI', ofTenant)).toBe(
      `az login --tenant ${tenantId}\n${command} --tenant ${tenantId}`,
    );
    expect(codeOf('token', 'PowerShell', ofTenant)).toContain(`-TenantId ${tenantId}`);
  });

  it('give the role that reads rows, and no more', () => {
    for (const { code } of fixesFor('role', AZURE)) {
      expect(code).toContain('Storage Table Data Reader');
      expect(code).toContain('contoso');
      expect(code).not.toContain('Contributor');
    }
  });

  it('make the least SAS', () => {
    for (const title of ['az CLI', 'PowerShell']) {
      const code = codeOf('sas', title);
      expect(code).toMatch(/--permissions rl|-Permission 'rl'/u);
      expect(code).toMatch(/--https-only|HttpsOnly/u);
    }
  });

  it('are the commands of README.md, with the same options', () => {
    const subject = {
      ...AZURE,
      origin: 'http://127.0.0.1:4280',
      endpoint: { ...AZURE.endpoint, account: '<account>' },
    };
    const proposed = (['sas', 'token', 'cors'] as const).map((id) => codeOf(id, 'az CLI', subject));
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const written = [...readme.matchAll(/^```sh\n(az [^`]*)```/gmu)].map(([, code = '']) => code);
    expect(written.map(optionsOf)).toEqual(proposed.map(optionsOf));
  });

  it('start the emulator on the port of the address', () => {
    expect(codeOf('emulator', 'npx', EMULATOR)).toContain('--tablePort 10102');
    expect(codeOf('emulator', 'Docker', EMULATOR)).toContain('-p 10102:10002');
  });
});
