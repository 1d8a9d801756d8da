// Fuzzes all code that reads input from outside. It must never throw.
import { decodePage } from '../../src/core/entities/page/decodePage.ts';
import { readKey } from '../../src/core/keys/readKey.ts';
import { parseFilter } from '../../src/core/odata/filter.ts';
import { readConnectionText } from '../../src/tables/connection/connectionText.ts';
import { readEndpoint } from '../../src/tables/connection/endpoint.ts';
import { readErrorBody } from '../../src/tables/wire/errorBody.ts';
import { checkPageQuery, pageOptions } from '../../src/tables/wire/pageQuery.ts';
import { readSas } from '../../src/tables/sas/sasText.ts';
import { redact, TableError } from '../../src/tables/base/tableError.ts';
import { createRandom, type Random } from '../../scripts/demo/random.mjs';
import { RUN_EPOCH_MS } from './virtualTime.ts';
import { readRetryAfter } from '../../src/tables/wire/httpDate.ts';

const SAS =
  'sv=2022-11-02&ss=t&srt=sco&sp=rl&st=2026-11-20T00:00:00Z&se=2026-11-22T00%3A00%3A00Z&spr=https,http&sig=ab%2Bcd%2Fef12%3D';
const TABLE_SAS =
  "tn=Orders&sp=r&si=read&spk=a'b&srk=%F0%9F%98%80&epk=z&erk=&sv=2019-02-02&sig=AAAA%2BBBB%3D";
const TOKENS = ['1!40!M3Q1ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXowMTI-', '', 'MDAx', '{"token":"+RID:~x==#RT:1"}'];

interface Target {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly read: (text: string, random: Random) => void;
}

const TARGETS: readonly Target[] = [
  {
    name: 'connection text',
    seeds: [
      `https://account.table.core.windows.net/?${SAS}`,
      `https://account.table.core.windows.net/Orders?${TABLE_SAS}`,
      `TableEndpoint=https://account.table.core.windows.net/;SharedAccessSignature=${SAS}`,
      `http://127.0.0.1:10002/devstoreaccount1?${SAS.replaceAll('&', '&amp;')}`,
      'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=AAAA==;EndpointSuffix=core.windows.net',
      `https://user@account.table.core.windows.net.evil.example/\n?${SAS}`,
    ],
    read: (text) => {
      const read = readConnectionText(text);
      if (read.ok) read.value.factsAt(RUN_EPOCH_MS);
    },
  },
  { name: 'SAS', seeds: [SAS, TABLE_SAS, `?${SAS}`, decodeURIComponent(SAS)], read: (text) => readSas(text) },
  {
    name: 'endpoint',
    seeds: [
      'https://account.table.core.windows.net',
      'https://account-secondary.table.core.windows.net/',
      'account.z22.table.storage.azure.net',
      'http://[::1]:10002/devstoreaccount1/Table()',
      'https://xn--ccount-1ve.table.core.windows.net:443/\\evil',
    ],
    read: (text) => readEndpoint(text),
  },
  {
    name: 'continuation token',
    seeds: TOKENS,
    read: (text, random) => {
      const continuation = { nextPartitionKey: text, ...(random.next() < 0.5 ? { nextRowKey: text } : {}) };
      const query = { tableName: 'Orders', continuation };
      try {
        checkPageQuery(query);
      } catch (error) {
        // A lone surrogate cannot be sent. The error says so, so nothing need be encoded.
        if (error instanceof TableError) return;
        throw error;
      }
      for (const [, value] of pageOptions(query)) encodeURIComponent(value);
    },
  },
  {
    name: 'error body',
    seeds: [
      '{"odata.error":{"code":"TableNotFound","message":{"lang":"en-US","value":"The table.\\nRequestId:1\\nTime:2"}}}',
      '<?xml version="1.0"?><Error><Code>AuthenticationFailed</Code><Message>m &amp; n</Message><AuthenticationErrorDetail>Start [x]</AuthenticationErrorDetail></Error>',
      '<m:error xmlns:m="u"><m:code>A</m:code><m:message xml:lang="en-US">&#x41;</m:message></m:error>',
      '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><Error><Code>&lol2;</Code></Error>',
      '<!doctype html><title>Sign in</title>',
      '{"odata.error":{"code":[],"message":null}}',
    ],
    read: (text, random) => readErrorBody(bytesOf(text, random)),
  },
  {
    name: 'Retry-After',
    seeds: ['120', 'Sat, 21 Nov 2026 00:00:05 GMT', '0', '1000000000000', '-1', 'soon'],
    read: (text) => readRetryAfter(text, RUN_EPOCH_MS),
  },
  {
    name: 'page',
    seeds: [
      '{"odata.metadata":"m","value":[{"odata.etag":"e","PartitionKey":"p","RowKey":"r","Timestamp":"2026-11-21T00:00:00Z","A@odata.type":"Edm.Int64","A":"1","B":5.0,"C":true,"D":null,"__proto__":"x"}]}',
      '{"value":[]}',
      '{"value":[{"PartitionKey":"\\ud83d\\ude00","RowKey":"\\u0000","N":1e400,"X@odata.type":"Edm.Unknown","X":{"a":[1,2]}}]}',
    ],
    read: (text, random) => decodePage(bytesOf(text, random)),
  },
  {
    name: '$filter',
    seeds: [
      "PartitionKey ge 'a' and PartitionKey lt 'b' or not (RowKey eq 'it''s')",
      "When gt datetime'2026-11-20T21:00:00.1234567Z' and Id eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'",
      "Bytes eq X'00ff' and L eq 5L and D lt 1e10",
    ],
    read: (text) => parseFilter(text),
  },
  {
    name: 'redaction',
    seeds: [`failed: https://a.example/?${SAS}`, `{"sig":"${SAS}"}`],
    read: (text) => redact(text),
  },
  {
    name: 'key',
    seeds: [
      '0000000000000000037___0638448480000000000',
      '2516925486399999999',
      '0638448480000000000',
      '2024-03-01T00:00:00.1234567Z',
      '01HQVZ6V3K8Q2M3N4P5R6S7T8V',
      '2518199999999999999_c9da6455-213d-42c9-9a79-3e9149a57833',
      ':002Fsubscriptions:002F00000000-0000-0000-0000-000000000000',
      '65f0c1e2a1b2c3d4e5f60718',
    ],
    read: (text) => readKey(text),
  },
];

export interface FuzzReport {
  readonly inputs: number;
  /** The parser that threw, with its input as JSON. At most ten. */
  readonly uncaught: readonly string[];
  readonly uncaughtCount: number;
  readonly slowestMs: number;
  readonly slowest: string;
}

const SHOWN = 10;

/** Feeds this many inputs to the parsers in turn. */
export function fuzzParsers(inputs: number, seed: number): FuzzReport {
  const random = createRandom(seed, 'fuzz');
  const all = TARGETS.flatMap((target) => target.seeds);
  const uncaught: string[] = [];
  let uncaughtCount = 0;
  let slowestMs = 0;
  let slowest = '';
  for (let i = 0; i < inputs; i += 1) {
    const target = TARGETS[i % TARGETS.length] as Target;
    const text = bend(random.pick(target.seeds), all, random);
    const startedAtMs = performance.now();
    try {
      target.read(text, random);
    } catch (error) {
      uncaughtCount += 1;
      if (uncaught.length < SHOWN)
        uncaught.push(`${target.name} of ${JSON.stringify(text)}: ${String(error)}`);
    }
    const tookMs = performance.now() - startedAtMs;
    if (tookMs > slowestMs) [slowestMs, slowest] = [tookMs, `${target.name}, ${text.length} characters`];
  }
  return { inputs, uncaught, uncaughtCount, slowestMs, slowest };
}

// Inputs for parsers: valid ones, and the same damaged in the ways in which pasting, networks and people damage them.
const SPECIAL: readonly string[] = [
  ...Array.from('%&=?#+;/\\\'"<>{}[]()!:,.@*~^`|_- \t\n\r\u0000\u00a0\u200b\u202e\ufeff\ud800\udfffé😀'),
  '%25',
  '%2B',
  '%u0041',
  '&amp;',
  '&lt;',
  '___',
  '9'.repeat(19),
  '0'.repeat(40),
  '-1',
  'NaN',
  '1e309',
  '__proto__',
  'constructor',
  '\r\n',
  'x'.repeat(300),
];

/** Damages a text up to five times. */
function bend(text: string, others: readonly string[], random: Random): string {
  let bent = text;
  for (let left = random.below(6); left > 0; left -= 1) bent = bendOnce(bent, others, random);
  return bent.slice(0, 20_000);
}

function bendOnce(text: string, others: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const to = Math.min(text.length, at + random.below(8));
  switch (random.below(10)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(SPECIAL) + text.slice(at);
    case 3:
      return text.slice(0, at) + random.pick(SPECIAL) + text.slice(to);
    case 4:
      return text.slice(0, at) + text.slice(to);
    case 5:
      return text.slice(0, at) + random.pick(others).slice(random.below(40));
    case 6:
      return text.slice(0, to) + text.slice(at);
    case 7:
      return random.next() < 0.5 ? text.toUpperCase() : text.toLowerCase();
    case 8:
      return wellFormed(text) ? encodeURIComponent(text) : text;
    default:
      return text.slice(0, at) + String.fromCharCode(random.below(65_536)) + text.slice(at);
  }
}

function wellFormed(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text);
}

/** The bytes of a text with some of them changed, so that they are no longer UTF-8. */
function bytesOf(text: string, random: Random): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.from(text, 'utf8'));
  if (bytes.length > 0 && random.next() < 0.3) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
