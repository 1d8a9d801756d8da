import { digest, plainJson } from '../digest.fixture.ts';
import type { KeyScheme } from './base/scheme.ts';
import { KEY_ESCAPES } from './base/escapes.ts';
import { bulkOf, csvOf, d19, prefixed } from './bulk/bulkList.fixture.ts';
import { detectScheme, type SampleRow } from './detectScheme.ts';
import { timePlaces } from './dates/timePlaces.ts';
import { cutAgentRowKey } from './forms/agentRowKey.ts';
import { inv19 } from './keyRanges.fixture.ts';
import { findKeys } from './pasted/findKeys.fixture.ts';
import { readBest, readKey } from './readKey.ts';
import { exactWriters } from './schemes/writers.fixture.ts';
import { parseTemplate } from './templates/parseTemplate.ts';
import { decodeTemplate, encodeTemplate, templateSpans } from './templates/templateKeys.ts';
import { proposeTemplate } from './templates/proposeTemplate.ts';
import { templateSchemeId, templateSchemes, templateSegments } from './templates/templateScheme.ts';

const NOON = 638_452_296_001_234_567n;
const MINUTE = 600_000_000n;
const PREFIXED = '0000000000000000012___0634925952000000000';
const PLAIN = '0634925952000000000';
const INVERTED = '2516926669378765432_7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** Texts as people paste them. */
export const PASTED: readonly string[] = [
  PREFIXED,
  `${PREFIXED}\r\n\nhello\n  ${PLAIN}\t\n${INVERTED}`,
  `PartitionKey ge '${PREFIXED}' and PartitionKey lt 'x''y' and RowKey eq '${INVERTED}'`,
  `(PartitionKey eq 'a' or PartitionKey eq 'b') and RowKey gt '2024-03-05'`,
  `https://acct.table.core.windows.net/WADLogsTable(PartitionKey='${PLAIN}',RowKey='${encodeURIComponent(INVERTED)}')?a=1`,
  `https://h/T?$filter=PartitionKey%20eq%20%27${PLAIN}%27&sig=x`,
  `http://127.0.0.1:10002/devstoreaccount1/Logs()?$filter=RowKey%2520ge%2520%27${PLAIN}%27`,
  `${PLAIN},${INVERTED},other`,
  `PartitionKey,RowKey,Timestamp\r\n${PLAIN},"a ""b"", c",2024-03-05T10:00:00Z\r\n"${PREFIXED}",x,\r\n`,
  `PartitionKey;RowKey\n${PLAIN};r1\n`,
  `PartitionKey\tRowKey\n${PLAIN}\tr1\n`,
  `{"PartitionKey":"${PREFIXED}","RowKey":"${INVERTED}","A":1}`,
  `[{"PartitionKey":"a","RowKey":"${PLAIN}"},{"PartitionKey":"b\\u0041","RowKey":"\\"x\\""}]`,
  `{"odata.metadata":"https://a.table.core.windows.net/$metadata#Logs","value":[{"odata.id":"https://a.table.core.windows.net/Logs(PartitionKey='p',RowKey='${PLAIN}')","PartitionKey":"p","RowKey":"${PLAIN}"}]}`,
  `{"a":{"partitionKey":"${PLAIN}"},"b":[1,2,{"rowkey":"r"}]} trailing`,
  `{"PartitionKey":"${PLAIN}","RowKey":`,
  `{"PartitionKey":1,"RowKey":null}\n{"PartitionKey":"x","RowKey":"${PLAIN}"}\n`,
  `10:17 error reading [${PLAIN}] after 3 tries`,
  `2024-03-05 10:17:42.123 WARN pk=${PREFIXED} rk="${INVERTED}"`,
  `table: WADLogsTable PartitionKey: ${PLAIN} RowKey: dep___role___role_IN_0___0000000004294967298`,
  `entity (${PLAIN}, ${INVERTED}) not found.`,
  `'${PLAIN}' "${PREFIXED}" \`${INVERTED}\` <${PLAIN}>`,
  '999999999\n1709633862.25\n17096338622\n0',
  'copied 999999999 bytes at 1709633862.25.',
  '507F191E810C19729DE860EA 507f191e810c19729de860ea',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV 01arz3ndektsv4rrffq69g5fav',
  '2024-03-05T10:17:42.1234567Z 2024-03-05T10:17:42+02:00 2024-03-05 10:17',
  '20240305 2024030510 202403051017 20240305101742 202403 2024-03 20240305T101742Z',
  'device7|2516926679999999999 device7_0638452296000000000 0638452296000000000_17 tenant_202403 1709632830_17',
  '3155378975999999999 0000000000000000000 9223372036854775807 2147483647 9999999999 116444736000000000',
  'C9E6679-7425-40DE-944B-E07FC1F90AE7 {7c9e6679-7425-40de-944b-e07fc1f90ae7} 7c9e6679742540de944be07fc1f90ae7',
  '175928847299117063 1541815603606036480 6953435840983310336 110000000000000000',
  ':002Fsubscriptions:002Fx 0635384832000000000%5F%5Fy %7b%22a%22%7d a%2Fb%2fc',
  '  \t \n\n',
  'x',
  '\uFEFFPartitionKey,RowKey\n1,2\n',
  `\u200b${PLAIN}\u200b \u2018${PLAIN}\u2019 \uFF10634925952000000000`,
  `PartitionKey eq '${PLAIN}`,
  `PartitionKey='a''b',RowKey='c`,
  `"${PLAIN}\n${PLAIN}"`,
  '0638452296000000000..0638455536000000000',
  `${PLAIN}${PLAIN}`,
  `/${PLAIN}/x/${INVERTED}?y=${PREFIXED}#z`,
];

const FORMS: readonly ((at: number) => string)[] = [
  (at) => prefixed(at % 7, NOON - (NOON % MINUTE) + BigInt(at) * MINUTE),
  (at) => d19(NOON + BigInt(at) * 1_234_567n),
  (at) => inv19(NOON + BigInt(at) * 1_234_567n),
  (at) =>
    `${inv19(NOON + BigInt(at % 9) * MINUTE)}_7c9e6679-7425-40de-944b-e07fc1f90a${String(at % 90).padStart(2, '0')}`,
  (at) => String(1_709_632_830 + at * 60),
  (at) => new Date(1_709_632_830_000 + at * 999).toISOString(),
  (at) => `device${at % 4}|${d19(NOON + BigInt(at) * MINUTE)}`,
  (at) => (at % 5 === 0 ? `name ${at}` : d19(NOON + BigInt(at) * 7n)),
  (at) => ['', '  ', `x,"${at}`, '=1+1', d19(NOON), '\u00e9\u{1F600}', '3155378975999999999'][at % 7] ?? '',
  (at) =>
    at > 20 && at < 40 ? d19(NOON + BigInt(at) * 36_000_000_000n) : d19(NOON + BigInt(at) * 10_000_000n),
];

export const TEMPLATES: readonly string[] = [
  '{Ticks:D19}',
  '{Ticks}',
  '{Ticks/1m}',
  '{Ticks/5m:D20}',
  '{InvertedTicks}_{Guid}',
  '{InvertedTicks/1h:D20}',
  '{Writer mod 10:D19}___{Ticks/1m}',
  '{Hash(DeviceId) mod 16}___{Ticks}',
  '{yyyyMMddHH}',
  '{yyyy-MM-dd}',
  '{yyyyMM}_{Tenant}',
  '{UnixMs}',
  '{Unix}',
  '{UnixS}',
  '{Tenant}|{Device:D5}',
  'log-{Part:D3}-{yyyyMMddHHmmss}',
  '{{x}}{Tenant}',
  'a',
  '',
  '{',
  '}',
  '{}',
  '{Ticks',
  '{Ticks/0m}',
  '{Ticks/7q}',
  '{Ticks:X4}',
  '{Hash(A) mod 0}',
  '{Hash(A) mod 16:D2}',
  '{Tenant}{Device}',
  '{Tenant}{Ticks}',
  'a/b{Ticks}',
  'a#{Tenant}',
  '{Tenant in a|b|c}_{Ticks}',
  '{Tenant in }',
  '{Guid}{Guid}',
  '{Ticks}{Ticks}',
  '{Writer mod 10}_{Writer mod 10}',
  '{1bad}',
  '{Ticks/1d}_{HHmm}',
  '{yyyyMMdd}T{HHmmss}',
  '{Device:D0}',
  '{Device:D99}',
  `${'x'.repeat(520)}{Ticks}`,
  '{yyyy}',
  '{MM}',
  '{InvertedUnixMs}',
  '{Ticks/10s}|{Tenant}',
];

const FIELDS = new Map([
  ['Tenant', 'acme'],
  ['Device', '42'],
  ['DeviceId', 'd-7'],
  ['Part', '9'],
  ['A', 'z'],
]);

/** What is said of a text that was pasted, and of the same text cut short at each place or with one character changed. */
export function factsOfPasted(text: string): readonly string[] {
  const found = findKeys(text);
  const line = ({
    from,
    to,
    line: at,
    part,
    tableName = '',
    text: key,
    note = '',
    readings,
  }: (typeof found.keys)[number]) =>
    [
      `${from}-${to}`,
      at,
      part ?? '',
      tableName,
      key,
      note,
      readings
        .slice(0, 3)
        .map(({ schemeId, confidence }) => `${schemeId} ${confidence.toFixed(3)}`)
        .join(' '),
    ].join('; ');
  const step = Math.max(1, Math.floor(text.length / 6));
  const places = Array.from({ length: Math.ceil(text.length / step) }, (_, at) => at * step);
  const edits = places.flatMap((at) => [
    text.slice(0, at),
    text.slice(at),
    `${text.slice(0, at)}'${text.slice(at + 1)}`,
    `${text.slice(0, at)}0${text.slice(at)}`,
  ]);
  return [
    ...found.keys.map(line),
    `unreadable ${found.unreadableLines.join()}${found.isCut ? ' cut' : ''}`,
    `first two ${digest(plainJson(findKeys(text, { limit: 2 })))}`,
    `edits ${digest(edits.map((edit) => plainJson(findKeys(edit).keys.map(line))).join('\n'))}`,
    `readings ${digest(plainJson([readKey(text), readKey(text, { part: 'row' }), readBest(text, { part: 'partition' })].map((one) => plainJson(one))))}`,
    `places ${digest(plainJson(timePlaces(text)))} ${digest(edits.map((edit) => plainJson(timePlaces(edit))).join('\n'))}`,
    `agent ${plainJson(cutAgentRowKey(text) ?? '-').slice(0, 80)}`,
    `escapes ${KEY_ESCAPES.map((escape) => digest(plainJson(Object.values(escape).map((part) => (typeof part === 'function' ? (part as (key: string) => unknown)(text) : part))))).join(' ')}`,
  ];
}

/** What is said of a list of keys. */
export function factsOfList(form: number): readonly string[] {
  const lines = Array.from({ length: 120 }, (_, at) => FORMS[form]?.(at) ?? '');
  const { list, summary, keys } = bulkOf(`${lines.join(form % 2 === 0 ? '\n' : '\r\n')}\n`);
  const proposal = proposeTemplate(lines);
  return [
    plainJson(summary),
    digest(plainJson(keys)),
    digest(csvOf(list)),
    digest(csvOf(list, false)),
    plainJson(keys.slice(0, 2)),
    proposal === undefined ? '-' : digest(plainJson(proposal)),
  ];
}

export const FORM_COUNT = FORMS.length;

/** What is proposed for the rows of each writer, with and without the table's name. */
export function factsOfWriter(at: number): readonly string[] {
  const writer = exactWriters[at]?.[2];
  const rows: SampleRow[] = [];
  let name = '';
  for (let row = 0; row < 30; row++) {
    const ticks = NOON + BigInt(row) * 3n * MINUTE;
    const { partitionKey = '', rowKey = '', tableName = '' } = writer?.write(ticks, row) ?? {};
    rows.push({
      partitionKey,
      rowKey,
      timestamp: new Date(Number((ticks - 621_355_968_000_000_000n) / 10_000n) + 90_000).toISOString(),
    });
    name = tableName;
  }
  return [
    detectScheme(name, rows),
    detectScheme('', rows.slice(0, 3)),
    detectScheme(
      '',
      rows.map(({ partitionKey, rowKey }) => ({ partitionKey, rowKey })),
    ),
  ].map((proposals) =>
    proposals
      .slice(0, 3)
      .map((proposal) => plainJson(proposal))
      .join(' | '),
  );
}

export const WRITER_COUNT = exactWriters.length;

/** What is said of a template, and what keys it writes and reads. */
export function factsOfTemplate(text: string): readonly string[] {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return [plainJson(parsed.error)];
  const { value } = parsed;
  const guid = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  const written = [0n, NOON, NOON + 1n].map((ticks) =>
    encodeTemplate(value, { ticks, fields: FIELDS, writer: 13, guid }),
  );
  const poor = [
    encodeTemplate(value, {}),
    encodeTemplate(value, {
      ticks: NOON,
      fields: new Map([
        ['Tenant', 'a/b'],
        ['Device', 'x'],
      ]),
    }),
  ];
  const keys = written.flatMap((one) => (one.ok ? [one.value] : []));
  const edits = keys
    .flatMap((key) =>
      Array.from(key, (_, at) => [
        key.slice(0, at),
        `${key.slice(0, at)}9${key.slice(at + 1)}`,
        `${key.slice(0, at)}x${key.slice(at)}`,
      ]),
    )
    .flat();
  const known = new Map([
    ['Tenant', ['a', 'b']],
    ['DeviceId', ['d-7']],
    ['Device', ['42']],
  ]);
  const windows = [undefined, { from: NOON, to: NOON + 3n * MINUTE }, { from: 0n, to: 1n }];
  const [scheme] = templateSchemes([{ partition: text, row: '{Ticks}' }]);
  return [
    plainJson(value.parts),
    plainJson([...written, ...poor]),
    digest(
      plainJson(
        edits
          .map((edit) => decodeTemplate(value, edit) ?? '-')
          .map((one) => (one === '-' ? one : [[...one.fields], one])),
      ),
    ),
    plainJson(
      keys.map((key) =>
        templateSegments(value, key)?.map(({ kind, text: piece, label }) => `${kind} ${piece} ${label}`),
      ),
    ),
    plainJson(
      windows.flatMap((window) => [
        templateSpans(value, window),
        templateSpans(value, window, known),
        templateSpans(value, window, known, 4),
      ]),
    ).slice(0, 1500),
    templateSchemeId(text, '{Ticks}'),
    ofScheme(scheme, keys[1] ?? 'k'),
  ];
}

function ofScheme(scheme: KeyScheme | undefined, key: string): string {
  if (scheme === undefined) return '-';
  const { title, timeSource, order, rounding } = scheme;
  const window = { from: NOON, to: NOON + MINUTE };
  return plainJson([
    title,
    timeSource,
    order,
    rounding,
    scheme.read(key, 'partition', {}),
    scheme.read(key, 'row', {}),
    scheme.ranges(window, {}),
    scheme.homes({}),
    scheme.groupOf(key, d19(NOON)),
  ]).slice(0, 1500);
}
