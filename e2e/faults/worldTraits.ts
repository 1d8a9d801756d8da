// How a world may differ from the first version. Plain data, so that a failed run can be stored.
import { d19 } from '../../scripts/demo/keyText.mjs';
import { createRandom } from '../../scripts/demo/random.mjs';
import type { DemoProperty } from '../../scripts/demo/rows.mjs';
import type { KeyBounds } from '../rig/sasCheck.ts';
import { NOON, type Spot, type WorldRow } from './worldRows.ts';
import type { PlanRequest } from '../../src/core/plan/queryPlan.ts';
import type { RowSource } from '../rig/rowSource.ts';
import type { VirtualTime } from './virtualTime.ts';

export interface WorldTraits {
  readonly kind?: 'tables' | 'rounded' | 'descending' | undefined;
  /** The selected columns. */
  readonly select?: readonly string[] | undefined;
  /** A SAS for some keys only: those requested are all included (`around`), or perhaps not (`across`). */
  readonly sas?: 'around' | 'across';
  /** Whether rows have properties of all eight types. */
  readonly allTypes?: boolean;
}

/** Drawn separately, so that the tables and faults of old seeds do not change. */
export function traitsOf(seed: number): WorldTraits {
  const random = createRandom(seed, 'traits');
  const kind = random.next() < 0.22 ? random.pick(['tables', 'rounded', 'descending'] as const) : undefined;
  const sas = random.next() < 0.14 ? random.pick(['around', 'across'] as const) : undefined;
  const select =
    random.next() < 0.14 ? random.pick([['Level'], ['Text', 'Long'], ['Nowhere', 'Real']]) : undefined;
  return {
    kind,
    // A SAS for some keys can only be for one table.
    ...(sas === undefined || kind === 'tables' ? {} : { sas }),
    select,
    ...(random.next() < 0.2 ? { allTypes: true } : {}),
  };
}

const WIDE: readonly (readonly DemoProperty[])[] = [
  [
    ['Flag', 'Boolean', 'true'],
    ['When', 'DateTime', '0001-01-01T00:00:00.0000000Z'],
    ['Id', 'Guid', '00000000-0000-0000-0000-000000000000'],
    ['Blob', 'Binary', ''],
  ],
  [
    ['Flag', 'Boolean', 'false'],
    ['When', 'DateTime', '9999-12-31T23:59:59.9999999Z'],
    ['Id', 'Guid', 'c9da6455-213d-42c9-9a79-3e9149a57833'],
    ['Blob', 'Binary', 'AAEC/w=='],
    ['Most', 'Int64', '9223372036854775807'],
    ['Odd', 'Double', 'NaN'],
  ],
  [
    ['When', 'DateTime', '2024-02-29T23:59:59.0000001Z'],
    ['Least', 'Int64', '-9223372036854775808'],
    ['Odd', 'Double', '-Infinity'],
    ['Small', 'Double', '4.9e-324'],
    ['Int', 'Int32', '-2147483648'],
  ],
];

/** The same rows, of which most get more properties. */
export function withAllTypes(seed: number, world: WorldDraft): WorldDraft {
  const random = createRandom(seed, 'types');
  const more = (row: WorldRow): WorldRow =>
    random.next() < 0.2 ? row : { ...row, properties: [...row.properties, ...random.pick(WIDE)] };
  return { ...world, rows: world.rows.map(more) };
}

/** From one row of the table to another, both included. With `around`, from and to keys outside everything that is requested. */
export function boundsOf(
  seed: number,
  { rows }: Pick<World, 'rows'>,
  sas: NonNullable<WorldTraits['sas']>,
): KeyBounds {
  const random = createRandom(seed, 'sas');
  const open = { startPk: undefined, startRk: undefined, endPk: undefined, endRk: undefined };
  if (sas === 'around' || rows.length === 0) {
    return random.next() < 0.5 ? { ...open, endPk: '\uffff' } : { ...open, startPk: ' ', endPk: '~' };
  }
  const [low, high] = [random.below(rows.length), random.below(rows.length)].sort((a, b) => a - b);
  const [first, last] = [rows[low ?? 0] as WorldRow, rows[high ?? 0] as WorldRow];
  const draw = random.next();
  return {
    startPk: draw < 0.7 ? first.partitionKey || d19(NOON) : undefined,
    startRk: draw < 0.4 ? first.rowKey : undefined,
    endPk: draw > 0.2 ? last.partitionKey || undefined : undefined,
    endRk: draw > 0.6 && last.partitionKey !== '' ? last.rowKey : undefined,
  };
}

export interface World {
  readonly kind: 'prefixed' | 'inverted' | 'ticks' | 'scan' | 'descending' | 'tables';
  /** Names of the tables that exist. */
  readonly tables: readonly string[];
  /** Rows of all tables, each in key order. */
  readonly rows: readonly WorldRow[];
  readonly request: PlanRequest;
  /** Set if the requested table changes while it is read. */
  readonly live?: (time: VirtualTime) => RowSource;
  /** Whether a row was requested. */
  readonly isAsked: (row: WorldRow) => boolean;
  /**
   * Whether there are rows where the plan expects none, which makes the result incomplete. 'beside': they are outside the chosen prefixes,
   * where the app need not check.
   */
  readonly strangers: 'none' | 'some' | 'beside';
  /** Keys outside the plan at which rows could be. A result may be Complete only if these were checked. */
  readonly lookouts: readonly Spot[];
  /** The keys that the SAS allows; undefined if it allows all. */
  readonly bounds?: KeyBounds | undefined;
}

/** What each kind of world provides. */
export type WorldDraft = Omit<World, 'tables' | 'bounds' | 'live'>;
