import {
  type ColumnRef,
  type KeyPart,
  parametersOf,
  readKeyPart,
  readParameter,
} from '../../core/entities/columns/columnRef.ts';
import type { RowFilter } from '../../core/rows/rowQuery.ts';
import { type Statistic, STATISTICS } from '../../core/entities/chart/chartTypes.ts';
import { PREFIX } from './rowListState.ts';

/** The hour of a row, in UTC, as a column. */
export const HOUR: ColumnRef = { name: 'Hour', fact: 'hour' };

/** The text template of a property, as a column. */
export function templateOf(name: string): ColumnRef {
  return { name, fact: 'template' };
}

/** Groups do not divide time, so they have no rate. */
export const GROUP_STATISTICS = STATISTICS.filter((statistic) => statistic !== 'rate');

/** A statistic of a column, computed for each group. */
export type GroupMeasure = ColumnRef & { readonly statistic: Statistic };

/** The settings of the Groups tab. They are part of the address, so they never contain a secret. */
export interface GroupChoice {
  /** One column or two. If empty, the view chooses one. */
  readonly by: readonly ColumnRef[];
  /** Undefined: only counts. */
  readonly measure: GroupMeasure | undefined;
}

export const EMPTY_GROUPS: GroupChoice = { by: [], measure: undefined };

const PROPERTY = 'property:';
const TEMPLATE = 'template:';
/** Begins the id of a column that is a parameter of a template or a part of a key. */
const COMPUTED = 'column:';
const FACTS: ReadonlyMap<string, ColumnRef> = new Map([
  ['prefix', PREFIX],
  ['hour', HOUR],
]);

/** A name of a column for menus and addresses; `columnOfId` reads it. */
export function columnId({ name, fact }: ColumnRef): string {
  const isComputed = readParameter(fact) !== undefined || readKeyPart(fact) !== undefined;
  if (isComputed) return COMPUTED + JSON.stringify([name, fact]);
  return fact === 'template' ? TEMPLATE + name : (fact ?? PROPERTY + name);
}

export function columnOfId(id: string): ColumnRef | undefined {
  if (id.startsWith(COMPUTED)) return computedOfId(id.slice(COMPUTED.length));
  if (id.startsWith(TEMPLATE)) return templateOf(id.slice(TEMPLATE.length));
  return id.startsWith(PROPERTY) ? { name: id.slice(PROPERTY.length) } : FACTS.get(id);
}

/** The property that an id stands for; undefined if it stands for something else. */
export function propertyOfId(id: string): string | undefined {
  const ref = columnOfId(id);
  return ref?.fact === undefined ? ref?.name : undefined;
}

function computedOfId(text: string): ColumnRef | undefined {
  try {
    const [name, fact]: readonly unknown[] = [JSON.parse(text)].flat();
    if (typeof name !== 'string' || typeof fact !== 'string') return undefined;
    const parameter = readParameter(fact);
    if (parameter !== undefined) return parametersOf(name, parameter.template)[parameter.place];
    return readKeyPart(fact) === undefined ? undefined : { name, fact: fact as KeyPart };
  } catch {
    return undefined;
  }
}

/** The parameters of the templates that filters select, as columns. */
export function selectedParameters(filters: readonly RowFilter[]): readonly ColumnRef[] {
  return filters.flatMap((filter) =>
    filter.kind === 'is' && filter.fact === 'template' ? parametersOf(filter.name, filter.text) : [],
  );
}

/** The parameters of these settings in an address. Empty ones are omitted there. */
export function groupsToParams({ by, measure }: GroupChoice): [string, string][] {
  const [first, second] = by;
  return [
    ['group', first === undefined ? '' : columnId(first)],
    ['then', second === undefined ? '' : columnId(second)],
    ['show', measureParam(measure)],
  ];
}

/** A measure in an address; empty without one. */
export function measureParam(measure: GroupMeasure | undefined): string {
  if (measure === undefined) return '';
  // A property may be called "hour", which is the id of another column.
  const isPlain = measure.fact === undefined && columnOfId(measure.name) === undefined;
  return `${measure.statistic} ${isPlain ? measure.name : columnId(measure)}`;
}

export function readMeasure(text: string | undefined): GroupMeasure | undefined {
  const [, word, name = ''] = /^(\S+) (.*)$/su.exec(text ?? '') ?? [];
  const statistic = GROUP_STATISTICS.find((known) => known === word);
  return statistic && { ...(columnOfId(name) ?? { name }), statistic };
}

/** Reads these settings from an address. Invalid values count as not set. */
export function paramsToGroups(params: ReadonlyMap<string, string>): GroupChoice {
  const by = ['group', 'then'].flatMap((name) => columnOfId(params.get(name) ?? '') ?? []);
  const [first, second] = by;
  if (first !== undefined && second !== undefined && columnId(first) === columnId(second)) by.pop();
  return { by, measure: readMeasure(params.get('show')) };
}
