import { clampTicks, TICKS_PER_DAY, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { type Judge, type KeyFormEntry, key, type SchemeEntry } from '../base/keyScheme.ts';
import type { KeyReading } from '../base/scheme.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { cutTicks } from '../codecs/cutTicks.ts';
import { tenDaysOfTable } from '../codecs/tablePeriods.ts';
import { easyHash, rowIndexParts, prefixGroup, SEPARATOR } from '../forms/prefixedKey.ts';
import { prefixedHomes } from '../grammar/prefixes.ts';
import { AGENT_STEPS, sampleStep, showsMinutes } from '../forms/neighbours.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { codecOf } from '../grammar/parseTemplate.ts';

const EXACT = codecOf('{Ticks}');
/** MDS's fake timestamp, 1601-01-01T00:00:00.0000001Z (MdsTime.hh FakeTimeStampTicks): a mark, not a time. */
const MARK_TIME = { seconds: 50_491_123_200, fraction: 1 };

/**
 * The start of an agent's interval; a sample of keys shows how long the interval is. Agents write whole minutes. Other writers of the same
 * form may not; their keys are read with less confidence, unless `isWhole` restricts the codec to whole intervals.
 */
function agentTime(isWhole: boolean): TimeCodec {
  return {
    ...codecOf('{Ticks/1m}'),
    read: (text, from, to, into) =>
      EXACT.read(text, from, to, into) &&
      (into.fraction !== MARK_TIME.fraction || into.seconds !== MARK_TIME.seconds),
    facts: (_text, ticks, { sample }) => {
      const step = sampleStep(sample);
      return isWhole && ticks % step !== 0n ? undefined : { window: { from: ticks, to: ticks + step } };
    },
  };
}

/** Agents write prefixes up to 99, but other writers of the same form may write larger ones. */
const MOST_PREFIX = 99;
const PREFIX = '{prefix:D19 <10000}___';
const OWN_PREFIX = `{prefix:D19 <${MOST_PREFIX + 1}}___`;
const MARK = '0504911232000000001';
const FAKE_TICKS = 504_911_232_000_000_001n;
/** Two numbers of 19 digits are a PartitionKey and not an identity followed by a row index, even with a word such as `key=` before them. */
const TWO_NUMBERS = '(?:.*[^\\d_])?\\d{19}___\\d{19}$';
/** A template of the named parts, joined by ___. `more` is the number of parts that follow; keys with more parts than that do not match. */
const parts = (names: readonly string[], more: number): string =>
  `{/(?!${TWO_NUMBERS}|(?:.*___){${names.length + more}})/}${names.map((name) => `{${name}}`).join(SEPARATOR)}`;

function partForms(
  names: readonly string[],
  confidence: readonly [whole: number, other: number],
  words: string,
) {
  const [whole, other] = confidence;
  return [
    key(`${parts(names, 1)}___{rowIndex:D19}`, whole, words),
    key(`{/(?!${TWO_NUMBERS})/}{identity/.*/}___{rowIndex:D19}`, other, words),
  ] as const;
}

/** Forms of PartitionKeys, to be read in RowKeys as well. */
function inRows(forms: readonly KeyFormEntry[]): readonly KeyFormEntry[] {
  return forms.map((form) => ({ ...form, isExtra: true as const }));
}

/** What the identity of a writer and its row index tell. */
function identityFacts(
  fields: KeyReading['fields'],
  names: readonly string[],
  isLinux: boolean,
): readonly (readonly [string, string])[] {
  const own = fields.get('identity')?.split(SEPARATOR) ?? names.flatMap((name) => fields.get(name) ?? []);
  if (own.length === 0) return [];
  const identity = own.join(SEPARATOR);
  const named =
    own.length === names.length ? names.map((name, at) => [name, own[at] as string] as const) : [];
  const index = fields.get('rowIndex');
  if (!isLinux || index === undefined) return [['identity', identity], ...named];
  const { thread, unixLow20, counter } = rowIndexParts(BigInt(index));
  return [
    ['identity', identity],
    ...named,
    ['rowIndexThread', String(thread)],
    ['rowIndexUnixLow20', String(unixLow20)],
    ['rowIndexCounter', String(counter)],
    ['easyHash', String(easyHash(identity))],
  ];
}

/** Adds what the prefix and the identity tell. A prefix that no agent writes, together with an unlikely time, makes it undefined. */
function withFacts(names: readonly string[], isLinux = false): NonNullable<SchemeEntry['refine']> {
  return (reading, text) => {
    const { fields, ticks } = reading;
    const prefix = Number(fields.get('prefix') ?? -1);
    if (prefix > MOST_PREFIX && (ticks === undefined || plausibility(ticks) < 1)) return undefined;
    const more = new Map(fields);
    if (prefix >= 0) more.set('N', text.slice(0, 19));
    if (prefix >= 10 && prefix <= MOST_PREFIX) more.set('eventVolume', 'Large');
    if (prefix < 0 || fields.has('identity'))
      for (const [name, value] of identityFacts(fields, names, isLinux)) more.set(name, value);
    return { ...reading, fields: more };
  };
}

const MDS_NAMES = ['tenant', 'role', 'roleInstance'];
const mdsWords = (more = ''): string =>
  `19 + 19 digits joined by ___: the writer's prefix${more} and the start of the interval`;

/** `weight`: the confidence compared to other writers of the same form, if no table name decides. */
function mdsForms(weight: number, isLinux: boolean): Pick<SchemeEntry, 'partition' | 'row' | 'refine'> {
  const codec = { ...agentTime(false), choices: AGENT_STEPS };
  const whole: Judge = (_text, ticks) =>
    plausibility(ticks) * weight * (ticks % TICKS_PER_MINUTE === 0n ? 1 : 0.6);
  const share =
    (part: number): Judge =>
    (_text, ticks) =>
      plausibility(ticks) * weight * part;
  const partition = [
    key(`${OWN_PREFIX}{time}`, whole, mdsWords(), { codec, most: weight }),
    // Reports of Azure Stack ACS print PartitionKey_RowKey as one Id.
    key(`${OWN_PREFIX}{time}_{identity/(?!_).*/}___{rowIndex:D19}`, whole, mdsWords(), {
      codec,
      most: weight,
    }),
    key(`${OWN_PREFIX}{time}{/.+/}`, share(0.6), mdsWords(), { codec, most: weight * 0.6 }),
    key(`${PREFIX}{time}{/.*/}`, share(0.5), mdsWords(`, above the ${MOST_PREFIX} of any event volume,`), {
      codec,
      most: weight * 0.5,
    }),
    key(`${OWN_PREFIX}{time}`, share(0.8), "the writer's prefix and the first of 19 digits of ticks", {
      codec: cutTicks(/^\d{3,18}$/, false),
      isExtra: true,
      most: weight * 0.8,
    }),
    key(
      `${OWN_PREFIX}{/\\d{0,2}/}`,
      weight * 0.5,
      "the writer's prefix and too few digits of ticks to say a time",
      { isExtra: true },
    ),
  ];
  const words = "the writer's identity joined by ___, then the row index";
  const rows = partForms(MDS_NAMES, [0.62 * weight, 0.62 * weight], words);
  return { partition, row: [...inRows(partition), ...rows], refine: withFacts(MDS_NAMES, isLinux) };
}

const MDS = {
  family: 'agent',
  source: 'Azure-linux-extensions: Diagnostic/mdsd/mdsd/PipeStages.cc, Priority.cc, CfgCtxManagement.cc',
  rounding: 'floor to 1 min (high priority), 5 min (normal) or 15 min (low)',
  volume: [1, 10, 100],
  exactTime: ['PreciseTimeStamp', 'TIMESTAMP'],
  example: {
    partition: '0000000000000000012___0634925952000000000',
    row: 'dep___web___web_IN_0___0000000000000000003',
    time: '2013-01-01T00:00:00Z',
  },
} as const;

/** The reading of the mark gets the time that the mark stands for. */
const withMark = (reading: KeyReading): KeyReading =>
  reading.fields.has('fakeTimestamp') ? { ...reading, ticks: clampTicks(FAKE_TICKS) } : reading;
const SCHEMAS_MARK = key(
  `${PREFIX}{/${MARK}/${MARK}}{fakeTimestamp=true}{/.*/}`,
  0.97,
  'a fixed mark (1601-01-01 + 1 tick) that MDS puts where no time belongs: not an event time',
);

/** Geneva / MDS, Linux diagnostics, and the list of MDS schemas. */
export const MDS_ENTRIES: readonly SchemeEntry[] = [
  {
    ...MDS,
    id: 'mds-prefixed',
    title: 'Prefixed ticks (Geneva / MDS)',
    writer: 'Geneva / MDS agent, mdsd, Azure Stack ACS',
    // A name that would be too long is replaced by T and its MD5 (mdsd MdsEntityName.cc).
    tables: /^(?:(?!Linux(?:syslog|cpu|memory|disk)Ver)[A-Za-z][A-Za-z0-9]*Ver\d+v\d+|T[0-9A-Fa-f]{32})$/i,
    // Linux diagnostics do not put a date into such names (dontUsePerNDayTable).
    table: key(
      '{event/[A-Za-z][A-Za-z0-9]*[vV][eE][rR]\\d+[vV]\\d+/}{time}',
      0.95,
      'events of ten days from the date in the name, which counts whole ten days from 1601-01-01',
      { codec: tenDaysOfTable(true) },
    ),
    ...mdsForms(0.98, false),
    example: { ...MDS.example, table: 'OaaSProdEtwAllVer2v020130101' },
  },
  {
    ...MDS,
    id: 'lad-mdsd',
    title: 'Linux diagnostics (LAD, mdsd)',
    writer: 'Linux Azure Diagnostics 2 and 3 (mdsd)',
    tables: /^Linux(?:syslog|cpu|memory|disk)Ver\d+v\d+$/i,
    ...mdsForms(0.7, true),
  },
  {
    id: 'mds-schemas',
    title: 'MDS schema list (no time)',
    writer: 'Geneva / MDS agent',
    family: 'agent',
    source: 'Azure-linux-extensions: mdsd PipeStages.cc BuildSchema, MdsTime.hh FakeTimeStampTicks',
    tables: /^SchemasTable$/i,
    partition: SCHEMAS_MARK,
    row: [
      SCHEMAS_MARK,
      key(
        '{physicalTableName/[A-Za-z][A-Za-z0-9]{2,62}/}___{md5:h32}',
        0.85,
        'a table name and the MD5 of its schema joined by ___',
      ),
    ],
    refine: withMark,
    code: { homes: () => prefixedHomes([10, false]), groupOf: prefixGroup },
    example: {
      partition: `0000000000000000003___${MARK}`,
      row: 'MyEvent___0123456789abcdef0123456789abcdef',
      time: '1601-01-01T00:00:00.0000001Z',
    },
  },
];

const WAD_NAMES = ['deploymentId', 'role', 'roleInstance'];
const WAD_WORDS = 'deployment, role and instance joined by ___, then the row index';
const WAD_ROWS = [...partForms(WAD_NAMES, [0.6, 0.3], WAD_WORDS), key(parts(WAD_NAMES, 0), 0.3, WAD_WORDS)];
const WAD = {
  writer: 'Windows Azure Diagnostics agent',
  family: 'agent',
  source: 'Azure-diagnostics-tools: logstash-input-azurewadtable, azurewadtable.rb and README',
  // Tables named WADMetrics... have a scheme of their own.
  tables: /^WAD(?!Metrics)[A-Za-z0-9]*Table$/i,
  rounding: 'floor to 1 min',
  exactTime: ['PreciseTimeStamp', 'EventTickCount'],
  refine: withFacts(WAD_NAMES),
} as const;

const wadJudge: Judge = (_text, ticks, { sample }) =>
  plausibility(ticks) * (ticks % TICKS_PER_DAY === 0n && !showsMinutes(sample) ? 0.85 : 0.9);
const wadPrefixedJudge: Judge = (_text, ticks, { sample }) =>
  plausibility(ticks) * (ticks % sampleStep(sample) === 0n ? 0.8 : 0.4);
const WAD_PREFIXED_WORDS =
  '19 + 19 digits joined by ___: the prefix is that of the writer, the ticks are floored to the minute';
const WAD_TIME = agentTime(false);
const WAD_PREFIXED = [
  key(`${OWN_PREFIX}{time}`, wadPrefixedJudge, WAD_PREFIXED_WORDS, { codec: WAD_TIME, most: 0.8 }),
  key(`${OWN_PREFIX}{time}{/.+/}`, (_text, ticks) => plausibility(ticks) * 0.4, WAD_PREFIXED_WORDS, {
    codec: WAD_TIME,
    most: 0.4,
  }),
];
const WAD_PLAIN = key(
  '{time}{eventVolume=Small}',
  wadJudge,
  'whole minutes in 19-digit ticks, as WAD writes them for event volume Small: events of the interval that begins then',
  { codec: agentTime(true), most: 0.9 },
);

const EXAMPLE = {
  partition: '0638452306200000000',
  row: 'dep___web___web_IN_0___0000000000000000003',
  time: '2024-03-05T10:17:00Z',
};

/** WAD writes no prefix for event volume Small, and 10 or 100 prefixes for Medium and Large. */
export const WAD_ENTRIES: readonly SchemeEntry[] = [
  {
    ...WAD,
    id: 'wad',
    title: 'Azure Diagnostics (WAD)',
    partition: [WAD_PLAIN, ...inRows(WAD_PREFIXED).map((form) => ({ ...form, confidence: 0 }))],
    row: [...inRows([WAD_PLAIN]), ...WAD_ROWS],
    volume: [0, 10, 100],
    example: EXAMPLE,
  },
  {
    ...WAD,
    id: 'wad-prefixed',
    title: 'Azure Diagnostics (WAD), prefixed',
    partition: WAD_PREFIXED,
    row: [...inRows(WAD_PREFIXED), ...WAD_ROWS],
    volume: [10, 100],
    example: { ...EXAMPLE, partition: '0000000000000000012___0638452306200000000' },
  },
];
