import { unguardedFormula } from '../../csv.ts';
import { plainName } from '../../keys/pasted/tableHeader.ts';

type SystemName = 'PartitionKey' | 'RowKey' | 'Timestamp';
const SYSTEM_NAMES: readonly SystemName[] = ['PartitionKey', 'RowKey', 'Timestamp'];

/** A column named like another column plus this ending holds the types of its values. */
const TYPE_TAIL = '@type';
/** The type that a CSV file of this page gives for a property that is null. */
const NULL_TYPE = 'Null';
const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,7})?)?Z$/;

/** Which column was chosen for a key. */
export interface NameChoice {
  /** The name of the column in the file; undefined if no column fits. */
  readonly name: string | undefined;
  /** Other columns that could be meant. */
  readonly others: readonly string[];
}

/** Chooses the column with the exact name, otherwise the first that differs only in case, spaces or underscores. */
export function chooseName(names: readonly string[], wanted: string): NameChoice {
  const plain = plainName(wanted);
  const like = names.filter((name) => plainName(name) === plain);
  const name = like.find((one) => one.trim() === wanted) ?? like[0];
  return { name, others: like.filter((one) => one !== name) };
}

/** Says in words which of several columns was read. */
export function choiceNote(wanted: string, { name, others }: NameChoice): string | undefined {
  return name === undefined || others.length === 0
    ? undefined
    : `${[name, ...others].join(' and ')} could each be the ${wanted}: ${name} was read.`;
}

interface Column {
  /** `"Level":` */
  readonly member: string;
  /** `"Level@odata.type":"` */
  readonly annotation: string;
  readonly at: number;
  /** Index of the column that holds its types. */
  readonly typeAt: number | undefined;
}

/** Turns the records of a CSV into entities, by its header. */
export class CsvColumns {
  readonly count: number;
  /** Names of the properties: the columns except keys, Timestamp and types. */
  readonly properties: readonly string[];
  private readonly header: readonly string[];
  private readonly columns: readonly Column[];
  private readonly system: readonly { readonly name: SystemName; readonly at: number }[];
  private unguarded = 0;

  constructor(header: readonly string[]) {
    const names = header.map((name) => {
      const plain = name.replace(/^\uFEFF/, '').trim();
      return unguardedFormula(plain) ?? plain;
    });
    this.header = names;
    this.count = names.length;
    this.system = SYSTEM_NAMES.flatMap((name) => {
      const chosen = chooseName(names, name).name;
      return chosen === undefined ? [] : [{ name, at: names.indexOf(chosen) }];
    });
    const taken = new Set(this.system.map(({ at }) => at));
    const known = new Map(names.map((name, at) => [name, at]));
    const properties = new Set<string>();
    this.columns = names.flatMap((name, at) => {
      const isType = name.endsWith(TYPE_TAIL) && known.has(name.slice(0, -TYPE_TAIL.length));
      if (taken.has(at) || isType || name === '') return [];
      properties.add(name);
      return {
        member: `${JSON.stringify(name)}:`,
        annotation: `${JSON.stringify(`${name}@odata.type`)}:"`,
        at,
        typeAt: known.get(name + TYPE_TAIL),
      };
    });
    this.properties = [...properties];
  }

  notes(): readonly string[] {
    const choices = SYSTEM_NAMES.flatMap((name) => choiceNote(name, chooseName(this.header, name)) ?? []);
    return this.unguarded === 0
      ? choices
      : [...choices, `${this.unguarded} cells were read without the apostrophe that guards formulas.`];
  }

  /** A record as JSON; it must have as many cells as the header. An empty cell is no value, unless its type is given. */
  json(cells: readonly string[]): string {
    const members = this.system.flatMap(({ name, at }) => {
      const text = this.unguard(cells[at] ?? '');
      // An empty key is valid, an empty Timestamp is not.
      return name === 'Timestamp' && text === '' ? [] : `"${name}":${JSON.stringify(text)}`;
    });
    for (const { member, annotation, at, typeAt } of this.columns) {
      const text = cells[at] ?? '';
      const type = typeAt === undefined ? '' : (cells[typeAt] ?? '').trim();
      if (text === '' && type === '') continue;
      if (type === NULL_TYPE) {
        members.push(`${member}null`);
        continue;
      }
      const edm = /^(Edm\.)?([A-Z]\w+)$/.exec(type)?.[2] ?? (ISO_INSTANT.test(text) ? 'DateTime' : undefined);
      if (edm !== undefined) members.push(`${annotation}Edm.${edm}"`);
      const isString = edm === undefined || edm === 'String';
      members.push(member + JSON.stringify(isString ? this.unguard(text) : text));
    }
    return `{${members.join(',')}}`;
  }

  private unguard(text: string): string {
    const plain = unguardedFormula(text);
    if (plain === undefined) return text;
    this.unguarded++;
    return plain;
  }
}
