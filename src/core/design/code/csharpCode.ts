import type { KeyDesign } from '../bench/judgeDesign.ts';
import { type KeyTemplate, timePartOf } from '../../keys/grammar/keyTemplate.ts';
import { type CodeNames, codeNames, renamedText, TIME_GROUP } from './codeNames.ts';
import {
  BOTH_ROWS_NOTE,
  type CodeLanguage,
  type CodeTime,
  codeTime,
  commentText,
  keyPattern,
  partCode,
  quotedText,
  rangeShape,
} from './codeParts.ts';

/** C# keywords, which need an @ as names (C# language reference, "C# keywords"). */
const KEYWORDS: ReadonlySet<string> = new Set(
  `abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event
  explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null
  object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string
  struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while`.split(
    /\s+/,
  ),
);

/** Members that every C# record has, and the name of the record itself. */
const TAKEN: ReadonlySet<string> = new Set([
  'Ticks',
  'Writer',
  'Guid',
  'KeyValues',
  'Clone',
  'Deconstruct',
  'EqualityContract',
  'Equals',
  'Finalize',
  'GetHashCode',
  'GetType',
  'MemberwiseClone',
  'PrintMembers',
  'ReferenceEquals',
  'ToString',
]);

/** The names of the properties of a design in C#, without the @ that a keyword needs. */
function csharpNames(design: KeyDesign): CodeNames {
  return codeNames(design, TAKEN);
}

/** A name as C# code writes it. */
function csharpName(name: string): string {
  return KEYWORDS.has(name) ? `@${name}` : name;
}

function timeFunction({ style, step }: CodeTime): string {
  const floor = step === 1n ? 'ticks' : `(ticks - ticks % ${step}L)`;
  if (style.kind === 'date') {
    const layout = style.layout.replaceAll(/[^yMdHmsf]+/g, (mark) => `'${mark}'`);
    return `new DateTime(${floor}, DateTimeKind.Utc).ToString(${quotedText(layout)}, CultureInfo.InvariantCulture)`;
  }
  const { epoch, unit, from } = style;
  const count = `(${floor} - ${epoch}L) / ${unit}L`;
  return `(${from !== undefined ? `${from}L - ${count}` : count}).ToString("D${style.width}", CultureInfo.InvariantCulture)`;
}

function ticksCode({ style }: CodeTime): string {
  if (style.kind === 'date') {
    const layout = style.layout.replaceAll(/[^yMdHmsf]+/g, (mark) => `'${mark}'`);
    return `DateTime.ParseExact(text, ${quotedText(layout)}, CultureInfo.InvariantCulture).Ticks`;
  }
  const { epoch, unit, from } = style;
  const number = 'long.Parse(text, CultureInfo.InvariantCulture)';
  return `${epoch}L + ${from !== undefined ? `(${from}L - ${number})` : number} * ${unit}L`;
}

type Key = 'Partition' | 'Row' | 'TwinRow';

function language(key: Key, names: CodeNames): CodeLanguage {
  const member = (name: string): string => csharpName(names.get(name) ?? name);
  return {
    text: quotedText,
    property: (name, width) =>
      width === undefined ? `values.${member(name)}` : `values.${member(name)}.PadLeft(${width}, '0')`,
    time: `${key}Time(values.Ticks)`,
    hash: (name, buckets, width) => `(Fnv1a(values.${member(name)}) % ${buckets}).ToString("D${width}")`,
    writer: (buckets, width) => `(values.Writer % ${buckets}).ToString("D${width}")`,
    guid: 'values.Guid.ToString()',
    group: (name, pattern) => `(?<${names.get(name) ?? name}>${pattern})`,
    timeGroup: (pattern) => `(?<${TIME_GROUP}>${pattern})`,
  };
}

function keyCode(key: Key, template: KeyTemplate, names: CodeNames): readonly string[] {
  const own = language(key, names);
  const time = codeTime(timePartOf(template));
  const { before, time: ranged } = rangeShape(template);
  const lists = before.map((part) =>
    part.kind === 'hash' || part.kind === 'writer'
      ? `Enumerable.Range(0, ${part.buckets}).Select(n => n.ToString("D${part.width}"))`
      : `new[] { ${partCode(own, part)} }`,
  );
  const [low, high] =
    ranged === undefined
      ? ['prefix', 'After(prefix)']
      : ranged.isDescending
        ? [`prefix + ${key}Time(to - 1)`, `After(prefix + ${key}Time(from))`]
        : [`prefix + ${key}Time(from)`, `After(prefix + ${key}Time(to - 1))`];
  return [
    '',
    ...(time === undefined ? [] : [`    static string ${key}Time(long ticks) => ${timeFunction(time)};`, '']),
    `    /// <summary>${commentText(template.text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</summary>`,
    `    public static string ${key}Key(KeyValues values) => ${template.parts.length === 0 ? '""' : template.parts.map((part) => partCode(own, part)).join(' + ')};`,
    '',
    `    /// <summary>The groups of a key; Success is false if it has another form.</summary>`,
    `    public static Match Read${key}Key(string key) => Regex.Match(key, @"${keyPattern(own, template).replaceAll('"', '""')}", RegexOptions.CultureInvariant);`,
    ...(time === undefined
      ? []
      : ['', `    public static long ${key}Ticks(string text) => ${ticksCode(time)};`]),
    '',
    `    /// <summary>The keys of a window of ticks, from included, to not, as half-open ranges.</summary>`,
    `    public static IEnumerable<(string From, string To)> ${key}Ranges(long from, long to, KeyValues values) =>`,
    `        Joined(${lists.join(', ')}).Select(prefix => (${low}, ${high}));`,
  ];
}

/** Writes both rows of an entity. */
const WRITE_TWINS = [
  '',
  '    /// <summary>Writes both rows of an entity in one entity group transaction, so that neither is there alone.</summary>',
  '    public static Task WriteTwins(TableClient client, KeyValues values, IDictionary<string, object> properties) =>',
  '        client.SubmitTransactionAsync(new[] { RowKey(values), TwinRowKey(values) }.Select(key => new TableTransactionAction(',
  '            TableTransactionActionType.UpsertReplace,',
  '            new TableEntity(properties) { PartitionKey = PartitionKey(values), RowKey = key })));',
];

/** A C# class that writes and reads the keys of a design, and gives the ranges of a window. */
export function csharpCode(design: KeyDesign): string {
  const { partition, row, twin } = design;
  const names = csharpNames(design);
  const lines = [
    `// Keys of a table: PartitionKey ${commentText(partition.text)}, RowKey ${commentText(row.text)}${twin === undefined ? '' : `, twin row ${commentText(twin.text)}`}.`,
    ...(twin === undefined ? [] : [`// ${BOTH_ROWS_NOTE}`]),
    ...renamedText(names).map((text) => `// ${text}`),
    'using System.Globalization;',
    'using System.Text;',
    'using System.Text.RegularExpressions;',
    'using Azure.Data.Tables;',
    '',
    `public sealed record KeyValues(long Ticks = 0, int Writer = 0, Guid Guid = default${[...names.values()].map((name) => `, string ${csharpName(name)} = ""`).join('')});`,
    '',
    'public static class Keys',
    '{',
    '    /// <summary>FNV-1a, 32 bits, over UTF-8.</summary>',
    '    static uint Fnv1a(string text) => Encoding.UTF8.GetBytes(text).Aggregate(0x811c9dc5u, (hash, octet) => unchecked((hash ^ octet) * 0x01000193u));',
    '',
    '    /// <summary>The first text after every text that begins with a prefix; U+FFFF if there is none.</summary>',
    '    static string After(string prefix) => prefix.Length == 0 ? "\\uffff" : prefix[..^1] + (char)(prefix[^1] + 1);',
    '',
    '    static IEnumerable<string> Joined(params IEnumerable<string>[] lists) =>',
    '        lists.Aggregate(new[] { "" }.AsEnumerable(), (all, list) => all.SelectMany(text => list.Select(next => text + next)));',
    ...keyCode('Partition', partition, names),
    ...keyCode('Row', row, names),
    ...(twin === undefined ? [] : [...keyCode('TwinRow', twin, names), ...WRITE_TWINS]),
    '',
    '    /// <summary>All rows of a range of partitions: QueryAsync follows continuation tokens to the end, empty pages included.</summary>',
    '    public static AsyncPageable<TableEntity> ReadAll(TableClient client, (string From, string To) range) =>',
    '        client.QueryAsync<TableEntity>(TableClient.CreateQueryFilter($"PartitionKey ge {range.From} and PartitionKey lt {range.To}"));',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}
