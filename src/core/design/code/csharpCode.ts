import type { KeyDesign } from '../bench/judgeDesign.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';
import { type CodeNames, codeNames } from './codeNames.ts';
import { type CodeTime, countCode, countTicks, headText, keyCode, quotedText } from './codeParts.ts';

/** C# keywords, which need an @ to be used as names (C# language reference, "C# keywords"). */
const KEYWORDS: ReadonlySet<string> = new Set(
  `abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event
  explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null
  object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string
  struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while`.split(
    /\s+/,
  ),
);

/** Members that every C# record has, and the name of the record itself. */
const TAKEN: ReadonlySet<string> = new Set(
  `Ticks Writer Guid KeyValues Clone Deconstruct EqualityContract Equals Finalize GetHashCode GetType MemberwiseClone PrintMembers
  ReferenceEquals ToString`.split(/\s+/),
);

/** A name as C# code writes it. */
function csharpName(name: string): string {
  return KEYWORDS.has(name) ? `@${name}` : name;
}

/** A date layout as a .NET format. */
function dateFormat(layout: string): string {
  return quotedText(layout.replaceAll(/[^yMdHmsf]+/g, (mark) => `'${mark}'`));
}

function timeFunction({ style, step }: CodeTime): string {
  const floor = step === 1n ? 'ticks' : `(ticks - ticks % ${step}L)`;
  return style.kind === 'date'
    ? `new DateTime(${floor}, DateTimeKind.Utc).ToString(${dateFormat(style.layout)}, CultureInfo.InvariantCulture)`
    : `(${countCode(style, floor, 'L')}).ToString("D${style.width}", CultureInfo.InvariantCulture)`;
}

function ticksCode({ style }: CodeTime): string {
  return style.kind === 'date'
    ? `DateTime.ParseExact(text, ${dateFormat(style.layout)}, CultureInfo.InvariantCulture).Ticks`
    : countTicks(style, 'long.Parse(text, CultureInfo.InvariantCulture)', 'L');
}

function keyMembers(
  key: 'Partition' | 'Row' | 'TwinRow',
  template: KeyTemplate,
  names: CodeNames,
): readonly string[] {
  const code = keyCode(
    {
      value: (name) => `values.${csharpName(name)}`,
      hash: (value) => `Fnv1a(${value})`,
      writer: 'values.Writer',
      guid: 'values.Guid.ToString()',
      padded: (text, width) => `${text}.PadLeft(${width}, '0')`,
      digits: (number, width) => `(${number}).ToString("D${width}")`,
      time: (ticks) => `${key}Time(${ticks})`,
      ticks: 'values.Ticks',
      window: ['from', 'to - 1'],
      one: (text) => `new[] { ${text} }`,
      numbers: (count, width) => `Enumerable.Range(0, ${count}).Select(n => n.ToString("D${width}"))`,
      group: (name, pattern) => `(?<${name}>${pattern})`,
    },
    names,
    template,
  );
  const { time } = code;
  const [low, high] = code.ends?.map((end) => `prefix + ${end}`) ?? ['prefix', 'prefix'];
  return [
    '',
    ...(time === undefined ? [] : [`    static string ${key}Time(long ticks) => ${timeFunction(time)};`, '']),
    `    /// <summary>${code.comment.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</summary>`,
    `    public static string ${key}Key(KeyValues values) => ${code.key};`,
    '',
    `    /// <summary>The groups of a key; Success is false if it has another form.</summary>`,
    `    public static Match Read${key}Key(string key) => Regex.Match(key, @"${code.pattern.replaceAll('"', '""')}", RegexOptions.CultureInvariant);`,
    ...(time === undefined
      ? []
      : ['', `    public static long ${key}Ticks(string text) => ${ticksCode(time)};`]),
    '',
    `    /// <summary>The keys of a window of ticks, from included, to not, as half-open ranges.</summary>`,
    `    public static IEnumerable<(string From, string To)> ${key}Ranges(long from, long to, KeyValues values) =>`,
    `        Joined(${code.lists}).Select(prefix => (${low}, After(${high})));`,
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

/** A C# class that writes and reads the keys of a design, and makes the ranges of a window. */
export function csharpCode(design: KeyDesign): string {
  const { partition, row, twin } = design;
  const names = codeNames(design, TAKEN);
  const lines = [
    ...headText(design, names).map((text) => `// ${text}`),
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
    ...keyMembers('Partition', partition, names),
    ...keyMembers('Row', row, names),
    ...(twin === undefined ? [] : [...keyMembers('TwinRow', twin, names), ...WRITE_TWINS]),
    '',
    '    /// <summary>All rows of a range of partitions: QueryAsync follows continuation tokens to the end, empty pages included.</summary>',
    '    public static AsyncPageable<TableEntity> ReadAll(TableClient client, (string From, string To) range) =>',
    '        client.QueryAsync<TableEntity>(TableClient.CreateQueryFilter($"PartitionKey ge {range.From} and PartitionKey lt {range.To}"));',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}
