import { fail, ok, type Result, type TextFault } from '../../core/result.ts';
import type { TableEndpoint } from './connectionTypes.ts';

/** An account's endpoint, and the table if the path names one. */
export interface ReadEndpoint {
  readonly endpoint: TableEndpoint;
  readonly tableName?: string | undefined;
}

interface Cloud {
  readonly suffix: string;
  readonly kind: TableEndpoint['kind'];
  readonly cloud: string;
}

/** Source: endpoints of storage accounts by cloud, learn.microsoft.com (storage account overview, sovereign clouds). */
const CLOUDS: readonly Cloud[] = [
  { suffix: 'core.windows.net', kind: 'azure', cloud: 'Azure public' },
  { suffix: 'core.usgovcloudapi.net', kind: 'sovereign', cloud: 'Azure US Government' },
  { suffix: 'core.chinacloudapi.cn', kind: 'sovereign', cloud: 'Azure China' },
];

/** An account name has 3 to 24 lower-case letters and digits. The host of the read-only copy has a suffix after it. */
const ACCOUNT = /^([a-z0-9]{3,24})(-secondary)?$/u;
const DNS_ZONE_HOST =
  /^([a-z0-9]{3,24})(-secondary)?\.z\d{1,2}\.(table|blob|queue|file|dfs|web)\.storage\.azure\.net$/u;
const COSMOS_HOST = /\.(?:table\.cosmos\.azure|documents\.azure|table\.cosmosdb\.azure)\.(?:com|us|cn)$/u;

/** Words that Azure's own hosts contain. A foreign host that contains one is reported as a lookalike. */
const AZURE_WORDS = /table\.core|core\.win|windows\.net|vvindows|azure|microsoft|cloudapi|storage\.a/u;

/** Reads an address, which must start with its scheme. Positions in a fault refer to `text`. */
export function readEndpoint(text: string): Result<ReadEndpoint, TextFault> {
  const parts = /^(https?):\/\/([^/?#\s]*)(\/[^?#\s]*)?$/iu.exec(text);
  if (parts === null) return fault('This is not an http or https address.', 0, text.length, EXAMPLE);
  const scheme = (parts[1] ?? '').toLowerCase();
  const authority = parts[2] ?? '';
  const hostFrom = scheme.length + 3;
  const odd = authorityFault(authority, hostFrom);
  if (odd !== undefined) return fail(odd);
  const url = parseUrl(text);
  if (url === undefined)
    return fault('The host is not valid.', hostFrom, hostFrom + authority.length, EXAMPLE);
  const loopback = isLoopback(url.hostname);
  if (scheme === 'http' && !loopback) {
    return fault(
      'http would send the SAS or token in the clear.',
      0,
      scheme.length,
      'Use https; http is for this computer only (127.0.0.1, localhost).',
    );
  }
  const path = (parts[3] ?? '').split('/').filter((segment) => segment !== '');
  const pathFrom = hostFrom + authority.length;
  const place: Place = { url, authority, hostFrom, path, pathFrom, textLength: text.length };
  const read = loopback ? emulator(place) : remote(place);
  return read.ok ? (unreachable(place) ?? read) : read;
}

const EXAMPLE = 'An endpoint looks like https://<account>.table.core.windows.net';

interface Place {
  readonly url: URL;
  readonly authority: string;
  readonly hostFrom: number;
  readonly path: readonly string[];
  readonly pathFrom: number;
  readonly textLength: number;
}

function fault(message: string, from: number, to: number, nextStep?: string): Result<never, TextFault> {
  return fail({ message, from, to: Math.max(to, from), nextStep });
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function authorityFault(authority: string, from: number): TextFault | undefined {
  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    return {
      message: 'The address holds a user name before the host: the real host is what follows the @.',
      from,
      to: from + at + 1,
      nextStep: 'Remove it, if this is really your account.',
    };
  }
  const backslash = authority.indexOf('\\');
  if (backslash >= 0) {
    return { message: 'The host holds a backslash.', from: from + backslash, to: from + backslash + 1 };
  }
  const host = authority.replace(/:\d*$/u, '');
  if (host === '')
    return { message: 'The host is missing.', from, to: from + authority.length, nextStep: EXAMPLE };
  if (host.endsWith('.')) {
    return {
      message: 'The host ends with a dot.',
      from: from + host.length - 1,
      to: from + host.length,
      nextStep: 'Remove the dot.',
    };
  }
  return undefined;
}

/** 127.0.0.0/8, ::1, localhost and its subdomains. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/u.test(host)
  );
}

/** The table that the rest of the path names; `Tables` or nothing means that it names none. */
function tableOf(place: Place, used: number): Result<string | undefined, TextFault> {
  const rest = place.path.slice(used);
  const [first] = rest;
  if (first === undefined) return ok(undefined);
  const name = first.replace(/\(\)$/u, '').replace(/^%24/u, '$');
  const isTable = rest.length === 1 && /^\$?[A-Za-z][A-Za-z0-9]{2,62}$/u.test(name);
  if (!isTable) {
    return fault(
      'The path is not a table name.',
      place.pathFrom,
      place.textLength,
      'After the endpoint there may be one table name: a letter, then letters and digits.',
    );
  }
  return ok(name.toLowerCase() === 'tables' ? undefined : name);
}

function finish(
  endpoint: TableEndpoint,
  table: Result<string | undefined, TextFault>,
): Result<ReadEndpoint, TextFault> {
  if (!table.ok) return table;
  return ok({ endpoint, tableName: table.value });
}

/** Path-style (`127.0.0.1:10002/account`) and host-style (`account.table.localhost:10002`). */
function emulator(place: Place): Result<ReadEndpoint, TextFault> {
  const { url } = place;
  const hostStyle = /^([a-z0-9]{3,24})(-secondary)?\.table\..*localhost$/u.exec(url.hostname);
  const [name, secondary] =
    hostStyle === null
      ? splitSecondary(place.path[0] ?? '')
      : [hostStyle[1] ?? '', hostStyle[2] !== undefined];
  if (name === '') {
    return fault(
      'The account is missing: an emulator on this computer has it in the path.',
      place.hostFrom,
      place.textLength,
      'Write for example http://127.0.0.1:10002/devstoreaccount1',
    );
  }
  if (!/^[a-z0-9]{3,24}$/u.test(name)) {
    return fault('The account name is not valid.', place.pathFrom, place.textLength, ACCOUNT_RULE);
  }
  const used = hostStyle === null ? 1 : 0;
  const base = hostStyle === null ? `${url.origin}/${place.path[0] ?? ''}` : url.origin;
  const endpoint: TableEndpoint = {
    url: base,
    host: url.host,
    account: name,
    kind: 'emulator',
    cloud: 'This computer',
    secondary,
  };
  return finish(endpoint, tableOf(place, used));
}

const ACCOUNT_RULE = 'An account name is 3 to 24 lower-case letters and digits.';

function splitSecondary(text: string): readonly [string, boolean] {
  return text.endsWith('-secondary') ? [text.slice(0, -'-secondary'.length), true] : [text, false];
}

function remote(place: Place): Result<ReadEndpoint, TextFault> {
  const host = place.url.hostname;
  const hostTo = place.hostFrom + place.authority.length;
  // The browser decodes percent escapes, full-width letters and other scripts. Nobody writes their own account that way, so it may be an
  // attack.
  if (typedHost(place) !== host) return foreign(place);
  if (COSMOS_HOST.test(host)) {
    return fault(
      'This is an Azure Cosmos DB endpoint. Its Table API takes no SAS, and pages and limits are different.',
      place.hostFrom,
      hostTo,
      'Keyscope reads Azure Storage tables: https://<account>.table.core.windows.net',
    );
  }
  const zone = DNS_ZONE_HOST.exec(host);
  if (zone !== null) return known(place, { kind: 'dns-zone', cloud: 'Azure public (DNS zone)' }, zone);
  for (const cloud of CLOUDS) {
    const named = new RegExp(
      `^(.*)\\.(table|blob|queue|file|dfs|web)\\.${cloud.suffix.replaceAll('.', '\\.')}$`,
      'u',
    ).exec(host);
    const account = named === null ? null : ACCOUNT.exec(named[1] ?? '');
    if (named === null) continue;
    if (account !== null) return known(place, cloud, [host, account[1] ?? '', account[2], named[2] ?? '']);
    if (!(named[1] ?? '').includes('.')) {
      return fault('The account name is not valid.', place.hostFrom, hostTo, ACCOUNT_RULE);
    }
  }
  return foreign(place);
}

/** @param found The host, the account, "-secondary" or undefined, and the service. */
function known(
  place: Place,
  cloud: Pick<Cloud, 'kind' | 'cloud'>,
  found: ArrayLike<string | undefined>,
): Result<ReadEndpoint, TextFault> {
  const host = place.url.hostname;
  const service = found[3] ?? 'table';
  if (service !== 'table') {
    const tableHost = host.replace(`.${service}.`, '.table.');
    return fault(
      `This is the ${service} endpoint of the account; tables answer at another one.`,
      place.hostFrom,
      place.hostFrom + place.authority.length,
      `Use https://${tableHost}, with a SAS for tables.`,
    );
  }
  const endpoint: TableEndpoint = {
    url: place.url.origin,
    host: place.url.host,
    account: found[1] ?? '',
    kind: cloud.kind,
    cloud: cloud.cloud,
    secondary: found[2] !== undefined,
  };
  return finish(endpoint, tableOf(place, 0));
}

const PAGE_REACHES =
  'This page can reach Azure table endpoints (https://<account>.table.core.windows.net and those of other clouds) and this computer. A private endpoint answers under the public name of its account.';

/** The host as typed, without the port, in lower case. */
function typedHost({ authority }: Place): string {
  return authority.replace(/:\d*$/u, '').toLowerCase();
}

/** Refuses a host that belongs neither to Azure nor to this computer: the page's policy would block it, and it may be an attacker's. */
function foreign(place: Place): Result<never, TextFault> {
  const host = place.url.hostname;
  const typed = typedHost(place);
  const plain = host.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('rn', 'm');
  const isOddlyWritten = host.includes('xn--') || typed !== host;
  const message = isOddlyWritten
    ? `The host is written in an unusual way; it stands for ${host}.`
    : AZURE_WORDS.test(plain) || AZURE_WORDS.test(host)
      ? `${host} looks like an Azure table endpoint, but is not one.`
      : `${host} is not an Azure table endpoint.`;
  return fault(message, place.hostFrom, place.hostFrom + place.authority.length, PAGE_REACHES);
}

/** Says why the page cannot send to a valid endpoint; undefined if it can. */
function unreachable(place: Place): Result<never, TextFault> | undefined {
  const { url, authority, hostFrom } = place;
  if (isReachable(url)) return undefined;
  const to = hostFrom + authority.length;
  if (isLoopback(url.hostname)) {
    return fault(
      `${url.hostname} is this computer, but the policy of this page names it 127.0.0.1 and localhost only.`,
      hostFrom,
      to,
      'Write 127.0.0.1 or localhost, and let the emulator listen there.',
    );
  }
  return fault(
    `Azure answers on port 443, this address names ${url.port}.`,
    hostFrom,
    to,
    'Remove the port.',
  );
}

/**
 * The hosts that this page can send to: the same as in the connect-src of index.html, apart from 'self' (a test compares the two). An
 * address with another host is refused when it is parsed, because the browser would block the request and print the whole address, with the
 * SAS, in the console.
 */
export const REACHABLE_SOURCES: readonly string[] = [
  'https://*.table.core.windows.net',
  'https://*.table.storage.azure.net',
  'https://*.table.core.usgovcloudapi.net',
  'https://*.table.core.chinacloudapi.cn',
  'http://127.0.0.1:*',
  'https://127.0.0.1:*',
  'http://localhost:*',
  'https://localhost:*',
  'http://*.localhost:*',
  'https://*.localhost:*',
];

/** Whether one of the sources covers the address. A source without a port allows only the default port of its scheme. */
export function isReachable(url: URL): boolean {
  return REACHABLE_SOURCES.some((source) => {
    const [, scheme, host = '', port] = /^(https?:)\/\/([^:]+)(:\*)?$/u.exec(source) ?? [];
    const isHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
    return scheme === url.protocol && isHost && (port !== undefined || url.port === '');
  });
}
