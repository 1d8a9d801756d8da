import { shapeFactor } from '../keyspace/model/simulate.ts';
import { seededRandom } from '../keyspace/seededRandom.ts';
import {
  countedEntities,
  isWrite,
  type LoadShape,
  OPERATION_KINDS,
  type OperationKind,
  type StressPlan,
} from './stressPlan.ts';

const DAY_SECONDS = 86_400;
/** The rate is taken as constant within a step of this length. */
const STEP_SECONDS = 0.05;
/** Rounding errors of sums of steps are smaller than this. */
const ROUNDING_SECONDS = 1e-6;
const NO_TIME = 0n;

/** When an operation should be sent, and what it does. Its keys are not part of it, because they are made when it is sent. */
export interface DueOperation {
  readonly index: number;
  readonly dueMs: number;
  readonly kind: OperationKind;
  readonly group: number;
  /** The number of entities: those of a transaction, otherwise 1. */
  readonly entities: number;
  /** A random number from 0 to 1 for other choices that keys depend on. */
  readonly random: number;
}

/** For how many seconds operations become due. */
export function shapeSeconds(shape: LoadShape): number {
  if (shape.kind === 'storm') return 0;
  if (shape.kind !== 'steps') return shape.seconds;
  const { fromPerSecond, factor, stepSeconds, mostPerSecond } = shape;
  const raises = Math.max(0, Math.ceil(Math.log(mostPerSecond / fromPerSecond) / Math.log(factor)));
  return (raises + 1) * stepSeconds;
}

/** When the peak of a load ends, in seconds after the start. The operations that are due by then are those that must drain. */
export function peakEndSeconds(shape: LoadShape): number {
  return shape.kind === 'burst' ? shape.atSeconds + shape.lengthSeconds : shapeSeconds(shape);
}

/** Entities per second that are due `seconds` after the start; 0 for a storm, which has no duration. */
export function rateAt(shape: LoadShape, seconds: number): number {
  switch (shape.kind) {
    case 'steady':
      return shape.perSecond;
    case 'steps': {
      const raises = Math.floor(seconds / shape.stepSeconds);
      return Math.min(shape.mostPerSecond, shape.fromPerSecond * shape.factor ** raises);
    }
    case 'burst':
      return shape.perSecond * shapeFactor(shape, seconds, NO_TIME);
    case 'day': {
      const { depth, seconds: length } = shape;
      return (
        shape.perSecond * shapeFactor({ kind: 'diurnal', depth }, (seconds * DAY_SECONDS) / length, NO_TIME)
      );
    }
    case 'storm':
      return 0;
  }
}

/** The highest rate that a shape asks for, in entities per second. */
export function peakRate(shape: LoadShape): number {
  switch (shape.kind) {
    case 'steady':
      return shape.perSecond;
    case 'steps':
      return shape.mostPerSecond;
    case 'burst':
      return shape.perSecond * Math.max(1, shape.factor);
    case 'day':
      return shape.perSecond * (1 + shape.depth);
    case 'storm':
      return shape.writers;
  }
}

/** Chooses kinds of operations at random, according to their shares. */
function kindBy({ shares }: StressPlan): (random: number) => OperationKind {
  const total = OPERATION_KINDS.reduce((sum, kind) => sum + (shares[kind] ?? 0), 0);
  return (random) => {
    let left = random * total;
    for (const kind of OPERATION_KINDS) {
      left -= shares[kind] ?? 0;
      if (left < 0) return kind;
    }
    return OPERATION_KINDS.findLast((kind) => (shares[kind] ?? 0) > 0) ?? 'insert';
  };
}

/**
 * The operations of a plan in the order of time, which are the same for every retry policy. An operation is due when all entities before it
 * have been due, so the rate of entities follows the shape, whatever the shares.
 * @yields each operation
 */
export function* dueOperations(plan: StressPlan): Generator<DueOperation, undefined> {
  const { shape, target, keys, transactionEntities } = plan;
  const random = seededRandom(plan.seed);
  const kindOf = kindBy(plan);
  const seconds = shapeSeconds(shape);
  const most = shape.kind === 'storm' ? shape.writers : Number.POSITIVE_INFINITY;
  let at = 0;
  let step = 0;
  /** How many entities must still become due before the next operation is. */
  let owed = 0;
  for (let index = 0; index < most; index++) {
    while (owed > 0 && at < seconds) {
      const stepEnd = Math.min(seconds, (step + 1) * STEP_SECONDS);
      const rate = rateAt(shape, (step + 0.5) * STEP_SECONDS);
      const due = (stepEnd - at) * rate;
      if (due < owed) {
        owed -= due;
        at = stepEnd;
        step += 1;
      } else {
        at += owed / rate;
        owed = 0;
      }
    }
    if (shape.kind !== 'storm' && at > seconds - ROUNDING_SECONDS) return;
    const kind = kindOf(random());
    const group = Math.floor(random() * keys.groups);
    const entities = kind === 'transaction' ? transactionEntities : 1;
    yield {
      index,
      dueMs: Math.round(at * 1e6) / 1000,
      kind,
      group: target === 'one partition' ? 0 : group,
      entities,
      random: random(),
    };
    if (shape.kind !== 'storm') owed += countedEntities({ kind, entities });
  }
}

/** The expected number of operations of a plan, calculated without making them. The real number differs only by chance. */
export function expectedOperations({ shape, shares, transactionEntities }: StressPlan): number {
  if (shape.kind === 'storm') return shape.writers;
  let entities = 0;
  for (let at = STEP_SECONDS / 2; at < shapeSeconds(shape); at += STEP_SECONDS)
    entities += rateAt(shape, at) * STEP_SECONDS;
  let total = 0;
  let counted = 0;
  for (const kind of OPERATION_KINDS) {
    const share = shares[kind] ?? 0;
    total += share;
    counted += share * countedEntities({ kind, entities: kind === 'transaction' ? transactionEntities : 1 });
  }
  return (entities * total) / counted;
}

export function storedBy({ kind, entities }: Pick<DueOperation, 'kind' | 'entities'>): number {
  return isWrite(kind) ? entities : 0;
}
