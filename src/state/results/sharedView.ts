import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import {
  type ColumnRef,
  type KeyPart,
  type Parameter,
  readKeyPart,
  readParameter,
} from '../../core/entities/columns/columnRef.ts';
import type { ColumnChoice } from '../../core/rows/columnChoice.ts';
import type { RowFilter, RowSort } from '../../core/rows/rowQuery.ts';
import { choiceOf, plainChoice } from '../run/columnChoices.ts';
import type { QueryForm } from '../run/queryForm.ts';
import type { RowListState } from '../run/rowListState.ts';
import { fields, flag, list, maybe, oneOf, type Shape, ShapeFault, text } from './capture/shape.ts';

/** What a link shows of a result: the selection, the order and the columns of the list, and what is open. */
type SharedView = Omit<RowListState, 'runId'>;

/** An address has no room for longer lists. */
const MOST_ITEMS = 1000;

const FACTS = oneOf('time', 'hour', 'prefix', 'template');
const fact: Shape<NonNullable<ColumnRef['fact']>> = (value, at) =>
  typeof value === 'string' && (readParameter(value) ?? readKeyPart(value)) !== undefined
    ? (value as Parameter | KeyPart)
    : FACTS(value, at);
const column = { name: text, fact: maybe(fact) };
const onColumn = { ...column, kind: text };
const onValue = { ...onColumn, type: text, text };

/** The shape of each kind of filter. The kind `compared` is missing, because a link has no other result to compare with. */
const CONDITIONS: ReadonlyMap<string, Shape<object>> = new Map<string, Shape<object>>([
  ['contains', fields({ ...onColumn, text })],
  ['matches', fields({ ...onColumn, pattern: text })],
  ['is', fields(onValue)],
  ['is-not', fields(onValue)],
  ['one-of', fields({ ...onColumn, type: text, texts: list(text, MOST_ITEMS) })],
  [
    'range',
    fields({
      ...onColumn,
      as: oneOf('number', 'instant', 'text'),
      from: text,
      to: text,
      isBelow: maybe(flag),
    }),
  ],
  ...['absent', 'present', 'twice', 'not-twice'].map((kind) => [kind, fields(onColumn)] as const),
  ['holds', fields({ kind: text, text })],
  ['except', fields({ kind: text, of: (value, at) => list(condition, MOST_ITEMS)(value, at) })],
]);

const condition: Shape<RowFilter> = (value, at) => {
  const shape = CONDITIONS.get(fields<{ kind: string }>({ kind: text })(value, at).kind);
  if (shape === undefined) throw new ShapeFault(`${at} is of an unknown kind`);
  return shape(value, at) as RowFilter;
};

/** The longest name of a finding: its title, and where it begins. */
const MOST_FINDING_CHARS = 200;
const findingName: Shape<string> = (value, at) => {
  const name = text(value, at);
  if (name.length > MOST_FINDING_CHARS) throw new ShapeFault(`${at} is too long`);
  return name;
};

const order = oneOf('time-asc', 'time-desc', 'arrival');
const sort = list(fields<RowSort>({ ...column, isDescending: flag }), MOST_ITEMS);
const key = fields<EntityKey>({ partitionKey: text, rowKey: text });

/** The parameters of what a result shows; `viewOfTexts` reads them back. `columns` is left out if all columns are automatic. */
export function textsOfView(shown: Partial<SharedView>): QueryForm['view'] {
  const json = (value: unknown): string => JSON.stringify(value);
  const filters = shown.filters?.filter(({ kind }) => kind !== 'compared') ?? [];
  const sorted = shown.sort ?? [];
  const all: readonly (readonly [string, string])[] = [
    ['order', shown.order === undefined || shown.order === 'time-asc' ? '' : shown.order],
    ['sort', sorted.length === 0 ? '' : json(sorted)],
    ['only', filters.length === 0 ? '' : json(filters)],
    ['find', shown.search ?? ''],
    ['differs', shown.differs === true ? '1' : ''],
    ['finding', shown.finding ?? ''],
    ['row', shown.row === undefined ? '' : json(shown.row)],
    ['columns', shown.columns === undefined ? '' : json(plainChoice(shown.columns))],
  ];
  return all.filter(([, value]) => value !== '');
}

/** Reads what a link shows. A link may come from anywhere, so invalid parts are left out and named in `unread`. */
export function viewOfTexts(view: QueryForm['view']): SharedView {
  const texts = new Map(view);
  const unread: string[] = [];
  const read = <T>(name: string, shape: Shape<T>, parse: (text: string) => unknown): T | undefined => {
    const written = texts.get(name);
    try {
      return written === undefined ? undefined : shape(parse(written), name);
    } catch {
      unread.push(name);
      return undefined;
    }
  };
  const asJson = (written: string): unknown => JSON.parse(written);
  const asText = (written: string): unknown => written;
  const conditions =
    read(
      'only',
      list((one: unknown) => one, MOST_ITEMS),
      asJson,
    ) ?? [];
  const filters = conditions.flatMap((one) => read('only', condition, () => one) ?? []);
  const choice: Shape<ColumnChoice> = (value) => {
    const found = choiceOf(value);
    if (found === undefined) throw new ShapeFault();
    return found;
  };
  return {
    order: read('order', order, asText) ?? 'time-asc',
    sort: read('sort', sort, asJson) ?? [],
    filters,
    search: texts.get('find') ?? '',
    differs: texts.has('differs'),
    finding: read('finding', findingName, asText),
    row: read('row', key, asJson),
    columns: read('columns', choice, asJson),
    unread,
  };
}
