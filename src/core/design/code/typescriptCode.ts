import { inParts } from '../../words.ts';
import { type KeyDesign, templatesOf } from '../bench/judgeDesign.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';
import { type CodeNames, codeNames, TIME_GROUP } from './codeNames.ts';
import { type CodeTime, countCode, countTicks, dateFields, headText, keyCode } from './codeParts.ts';

/** A date layout as an expression over `iso`, an ISO text with seven fraction digits. */
function dateCode(layout: string): string {
  const FIELDS = { y: 0, M: 5, d: 8, H: 11, m: 14, s: 17, f: 20 };
  const pieces = layout.match(/y+|M+|d+|H+|m+|s+|f+|[^yMdHmsf]+/g) ?? [];
  const code = pieces.map((piece) => {
    const from = Object.entries(FIELDS).find(([letter]) => piece.startsWith(letter))?.[1];
    return from === undefined ? JSON.stringify(piece) : `iso.slice(${from}, ${from + piece.length})`;
  });
  return code.join(' + ');
}

function timeFunction({ style, step }: CodeTime): readonly string[] {
  const floor = step === 1n ? 'ticks' : 'floor';
  return [
    ...(step === 1n ? [] : [`  const floor = ticks - (ticks % ${step}n);`]),
    ...(style.kind === 'date'
      ? [`  const iso = isoOfTicks(${floor});`, `  return ${dateCode(style.layout)};`]
      : [`  return pad(${countCode(style, floor, 'n')}, ${style.width});`]),
  ];
}

/** An expression over `text` that reads a time back to ticks. */
function ticksCode({ style }: CodeTime): string {
  if (style.kind === 'number') return countTicks(style, 'BigInt(text)', 'n');
  const { layout } = style;
  const fields = dateFields(layout).map((field, at) => {
    const value = field === undefined ? (at < 3 ? '1' : '0') : `Number(text.slice(${field.join(', ')}))`;
    return at === 1 ? `${value} - 1` : value;
  });
  const at = layout.indexOf('f');
  const fraction = at < 0 ? '' : ` + BigInt(text.slice(${at}).padEnd(7, "0"))`;
  return `ticksOfDate(new Date(Date.UTC(${fields.join(', ')})))${fraction}`;
}

type Key = 'partition' | 'row' | 'twinRow';

const TITLES: Readonly<Record<Key, { readonly title: string; readonly reader: string }>> = {
  partition: { title: 'PartitionKey', reader: 'readPartitionKey' },
  row: { title: 'RowKey', reader: 'readRowKey' },
  twinRow: { title: 'RowKey of the twin row', reader: 'readTwinRowKey' },
};

/** Members of the values that are not properties, and `__proto__`, which an object literal does not treat as a member. */
const TAKEN = ['ticks', 'writer', 'guid', '__proto__'];

/** The functions for one of the keys: write, read, and the ranges of a window. */
function keyFunctions(key: Key, template: KeyTemplate, names: CodeNames): readonly string[] {
  const { title, reader } = TITLES[key];
  const digits = (number: string, width: number): string => `pad(${number}, ${width})`;
  const code = keyCode(
    {
      value: (name) => `values.${name}`,
      hash: (value) => `fnv1a(${value})`,
      writer: 'values.writer',
      guid: 'values.guid',
      padded: digits,
      digits,
      time: (ticks) => `${key}Time(${ticks})`,
      ticks: 'values.ticks',
      window: ['from', 'to - 1n'],
      one: (text) => `[${text}]`,
      numbers: (count, width) => `Array.from({ length: ${count} }, (_, n) => ${digits('n', width)})`,
      group: (name, pattern) => `(?<${name}>${pattern})`,
    },
    names,
    template,
  );
  const { time, needed, ends } = code;
  return [
    ...(time === undefined
      ? []
      : [`function ${key}Time(ticks: bigint): string {`, ...timeFunction(time), '}', '']),
    `/** ${title}: ${code.comment} */`,
    `export function ${key}Key(values: KeyValues): string {`,
    `  return ${code.key};`,
    '}',
    '',
    `/** The values in a ${title}; undefined if it has another form. */`,
    `export function ${reader}(key: string): { readonly [name: string]: string | bigint } | undefined {`,
    `  const groups = /${code.pattern}/u.exec(key)?.groups;`,
    ...(time === undefined
      ? ['  return groups;']
      : [
          '  if (groups === undefined) return undefined;',
          `  const { ${TIME_GROUP}: text = "", ...values } = groups;`,
          `  return { ...values, ticks: ${ticksCode(time)} };`,
        ]),
    '}',
    '',
    `/** The ${title}s of a window of ticks, [from, to), as half-open ranges. */`,
    `export function ${key}Ranges(from: bigint, to: bigint${needed.length === 0 ? '' : `, values: Pick<KeyValues, ${needed.map((name) => JSON.stringify(name)).join(' | ')}>`}): KeyRange[] {`,
    `  const prefixes = joined([${code.lists}]);`,
    ...(ends === undefined
      ? ['  return prefixes.map((prefix): KeyRange => [prefix, after(prefix)]);']
      : [
          `  const [low, high] = [${ends.join(', ')}];`,
          '  return prefixes.map((prefix): KeyRange => [prefix + low, after(prefix + high)]);',
        ]),
    '}',
    '',
  ];
}

const HELPERS = `function pad(value: bigint | number | string, width: number): string {
  return String(value).padStart(width, "0");
}

/** FNV-1a, 32 bits, over UTF-8. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** Ticks: 100 ns since 0001-01-01T00:00:00Z. A Date holds milliseconds only. */
export function ticksOfDate(date: Date): bigint {
  return 621355968000000000n + BigInt(date.getTime()) * 10000n;
}

function isoOfTicks(ticks: bigint): string {
  const iso = new Date(Number((ticks - 621355968000000000n - (ticks % 10000n)) / 10000n)).toISOString();
  return iso.slice(0, 20) + pad(ticks % 10000000n, 7);
}

/** The first text after every text that begins with \`prefix\`; U+FFFF if there is none. */
function after(prefix: string): string {
  return prefix === "" ? "\\uffff" : prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}

function joined(lists: readonly (readonly string[])[]): string[] {
  return lists.reduce<string[]>((all, list) => all.flatMap((text) => list.map((next) => text + next)), [""]);
}
`;

const READ = `
/** Reads all rows of a filter: \`listEntities\` follows continuation tokens to the end, empty pages included. */
export async function* readAll<T>(
  client: { listEntities(options: { queryOptions: { filter: string } }): AsyncIterable<T> },
  filters: readonly string[],
): AsyncGenerator<T> {
  for (const filter of filters) for await (const row of client.listEntities({ queryOptions: { filter } })) yield row;
}

/** A range as $filter. */
export function rangeFilter(property: "PartitionKey" | "RowKey", [from, to]: KeyRange): string {
  const text = (value: string): string => "'" + value.replaceAll("'", "''") + "'";
  return \`\${property} ge \${text(from)} and \${property} lt \${text(to)}\`;
}
`;

const WRITE_TWINS = `
/** Both rows of an entity. */
export function twinRows<T extends object>(values: KeyValues, properties: T): (T & { partitionKey: string; rowKey: string })[] {
  return [rowKey(values), twinRowKey(values)].map((key) => ({ ...properties, partitionKey: partitionKey(values), rowKey: key }));
}

/** Writes both rows of an entity in one entity group transaction, so that neither is there alone. */
export function writeTwins<T extends object>(
  client: { ${inParts('submit', 'Transaction')}(actions: ["upsert", T & { partitionKey: string; rowKey: string }, "Replace"][]): Promise<unknown> },
  values: KeyValues,
  properties: T,
): Promise<unknown> {
  return client.${inParts('submit', 'Transaction')}(twinRows(values, properties).map((row) => ["upsert", row, "Replace"]));
}
`;

/** A TypeScript module that writes and reads the keys of a design, and makes the ranges of a window. */
export function typescriptCode(design: KeyDesign): string {
  const { partition, row, twin } = design;
  const names = codeNames(design, TAKEN);
  const parts = templatesOf(design).flatMap((template) => template.parts);
  const has = (kind: string): boolean => parts.some((part) => part.kind === kind);
  const fields = [
    ...(has('time') ? ['  readonly ticks: bigint;'] : []),
    ...(has('writer')
      ? ['  /** The number that this writer chose for itself. */', '  readonly writer: number;']
      : []),
    ...(has('guid') ? ['  readonly guid: string;'] : []),
    ...[...names.values()].map((name) => `  readonly ${name}: string;`),
  ];
  const lines = [
    ...headText(design, names).map((text) => `// ${text}`),
    '// Needs no package; readAll takes a TableClient of @azure/data-tables.',
    '',
    'export interface KeyValues {',
    ...fields,
    '}',
    '',
    '/** From (included) and to (not included). */',
    'export type KeyRange = readonly [from: string, to: string];',
    '',
    HELPERS,
    ...keyFunctions('partition', partition, names),
    ...keyFunctions('row', row, names),
    ...(twin === undefined ? [] : keyFunctions('twinRow', twin, names)),
  ];
  return `${lines.join('\n').trimEnd()}\n${READ}${twin === undefined ? '' : WRITE_TWINS}`;
}
