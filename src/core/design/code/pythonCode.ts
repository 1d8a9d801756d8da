import { inParts } from '../../words.ts';
import type { KeyDesign } from '../bench/judgeDesign.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';
import { type CodeNames, codeNames, TIME_GROUP } from './codeNames.ts';
import { type CodeTime, countCode, countTicks, dateFields, headText, keyCode } from './codeParts.ts';

const DIRECTIVES: Readonly<Record<string, string>> = {
  yyyy: '%Y',
  MM: '%m',
  dd: '%d',
  HH: '%H',
  mm: '%M',
  ss: '%S',
};

/** A date layout as an expression over `at` (a datetime) and `ticks`. */
function dateCode(layout: string): string {
  const pieces = layout.match(/y+|M+|d+|H+|m+|s+|f+|[^yMdHmsf]+/g) ?? [];
  const fraction = pieces.find((piece) => piece.startsWith('f'));
  const text = pieces.map((piece) => (piece.startsWith('f') ? '' : (DIRECTIVES[piece] ?? piece))).join('');
  const tail = fraction === undefined ? '' : ` + str(ticks % 10**7).zfill(7)[:${fraction.length}]`;
  // On some systems, strftime writes years before 1000 without leading zeros.
  return `(datetime(1, 1, 1) + timedelta(microseconds=ticks // 10)).strftime(${JSON.stringify(text)}).zfill(${layout.length - (fraction?.length ?? 0)})${tail}`;
}

function timeFunction({ style, step }: CodeTime): readonly string[] {
  const text =
    style.kind === 'date'
      ? dateCode(style.layout)
      : `str(${countCode(style, 'ticks', '', '//')}).zfill(${style.width})`;
  return [...(step === 1n ? [] : [`    ticks -= ticks % ${step}`]), `    return ${text}`];
}

function ticksCode({ style }: CodeTime): string {
  if (style.kind === 'number') return countTicks(style, 'int(text)');
  const { layout } = style;
  const fields = dateFields(layout).map((field, at) =>
    field === undefined ? (at < 3 ? '1' : '0') : `int(text[${field.join(':')}])`,
  );
  const at = layout.indexOf('f');
  const fraction = at < 0 ? '' : ` + int(text[${at}:].ljust(7, "0"))`;
  return `ticks_of(datetime(${fields.join(', ')}))${fraction}`;
}

/** Keys in the dictionary of values that are not properties. */
const TAKEN = ['ticks', 'writer', 'guid'];

function keyFunctions(
  key: 'partition' | 'row' | 'twin_row',
  template: KeyTemplate,
  names: CodeNames,
): readonly string[] {
  const digits = (number: string, width: number): string => `str(${number}).zfill(${width})`;
  const code = keyCode(
    {
      value: (name) => `values["${name}"]`,
      hash: (value) => `fnv1a(${value})`,
      writer: 'values["writer"]',
      guid: 'str(values["guid"])',
      padded: digits,
      digits,
      time: (ticks) => `${key}_time(${ticks})`,
      ticks: 'values["ticks"]',
      window: ['start', 'end - 1'],
      one: (text) => `[${text}]`,
      numbers: (count, width) => `[${digits('n', width)} for n in range(${count})]`,
      group: (name, pattern) => `(?P<${name}>${pattern})`,
    },
    names,
    template,
  );
  const { time, ends } = code;
  return [
    '',
    '',
    ...(time === undefined ? [] : [`def ${key}_time(ticks):`, ...timeFunction(time), '', '']),
    `def ${key}_key(values):`,
    `    """${code.comment}"""`,
    `    return ${code.key}`,
    '',
    '',
    `def read_${key}_key(key):`,
    `    """The values in a key; None if it has another form."""`,
    `    match = re.fullmatch(r"""${code.pattern.slice(1, -1)}""", key)`,
    '    if match is None:',
    '        return None',
    '    values = match.groupdict()',
    ...(time === undefined
      ? []
      : [`    text = values.pop("${TIME_GROUP}")`, `    values["ticks"] = ${ticksCode(time)}`]),
    '    return values',
    '',
    '',
    `def ${key}_ranges(start, end, values=None):`,
    `    """The keys of a window of ticks, start included, end not, as half-open ranges."""`,
    `    prefixes = ["".join(texts) for texts in product(${code.lists})]`,
    ...(ends === undefined
      ? ['    return [(prefix, after(prefix)) for prefix in prefixes]']
      : [
          `    low, high = ${ends.join(', ')}`,
          '    return [(prefix + low, after(prefix + high)) for prefix in prefixes]',
        ]),
  ];
}

const HELPERS = `import re
from datetime import datetime, timedelta
from itertools import product


def fnv1a(text):
    """FNV-1a, 32 bits, over UTF-8."""
    value = 0x811C9DC5
    for byte in text.encode("utf-8"):
        value = (value ^ byte) * 0x01000193 % 2**32
    return value


def ticks_of(at):
    """Ticks (100 ns since 0001-01-01T00:00:00Z) of a datetime in UTC without tzinfo."""
    span = at - datetime(1, 1, 1)
    return (span.days * 86400 + span.seconds) * 10**7 + span.microseconds * 10


def after(prefix):
    """The first text after every text that begins with prefix; U+FFFF if there is none."""
    return "\\uffff" if prefix == "" else prefix[:-1] + chr(ord(prefix[-1]) + 1)


def range_filter(name, bounds):
    low, high = (text.replace("'", "''") for text in bounds)
    return f"{name} ge '{low}' and {name} lt '{high}'"


def read_all(client, filters):
    """All rows of the filters: query_entities follows continuation tokens to the end, empty pages included."""
    for text in filters:
        yield from client.query_entities(text)`;

const WRITE_TWINS = `

def write_twins(client, values, properties):
    """Writes both rows of an entity in one entity group transaction, so that neither is there alone."""
    keys = (row_key(values), twin_row_key(values))
    rows = [{**properties, "PartitionKey": partition_key(values), "RowKey": key} for key in keys]
    return client.${inParts('submit', '_transaction')}([("upsert", row, {"mode": "replace"}) for row in rows])`;

/** A Python module that writes and reads the keys of a design, and makes the ranges of a window. Rows are dictionaries. */
export function pythonCode(design: KeyDesign): string {
  const { partition, row, twin } = design;
  const names = codeNames(design, TAKEN);
  const lines = [
    ...headText(design, names).map((text) => `# ${text}`),
    `# values: a dictionary with ${[...TAKEN, ...names.values()].join(', ')}, as far as the templates name them.`,
    '# read_all takes a TableClient of azure-data-tables.',
    HELPERS,
    ...keyFunctions('partition', partition, names),
    ...keyFunctions('row', row, names),
    ...(twin === undefined ? [] : [...keyFunctions('twin_row', twin, names), WRITE_TWINS]),
  ];
  return `${lines.join('\n')}\n`;
}
