import { createHostHolds, type HoldClock, type Replica } from './hostHolds.ts';
import { cancelledError } from '../base/tableError.ts';

/**
 * Browsers open six HTTP/1.1 sockets per host and the table service has no HTTP/2
 * (learn.microsoft.com/rest/api/storageservices/http-version-support): more would only wait in the browser.
 */
export const LANES_PER_HOST = 6;

/** Who goes first when a lane is free: lower first, then first come first served. */
export const LANE_PRIORITY = { goOn: 0, start: 1, guard: 2 } as const;

export type LanePriority = (typeof LANE_PRIORITY)[keyof typeof LANE_PRIORITY];

const REPLICAS: readonly Replica[] = ['primary', 'secondary'];

/** Which lanes will do. */
export type Where = Replica | 'either';

/** The same, as of when a lane is free; undefined: none will do for now. */
type WhereThen = () => Where | undefined;

/** The right to have one request in flight. */
export interface Lane {
  /** 0 .. width-1: the lowest free one; those of the primary come first. */
  readonly number: number;
  /** Where the request must go. */
  readonly replica: Replica;
  /** Gives it back; more than once does nothing. */
  readonly release: () => void;
  /**
   * Gives it, for one request, to a guard that waits, or to somebody who goes on, but to nobody who starts. False: nobody
   * wants it, and it is kept.
   */
  readonly lend: () => boolean;
}

/**
 * Six requests at a time per host, depth first: a query that has started goes on before a new one starts. Guards have
 * what queries leave.
 */
export interface Lanes {
  readonly width: number;
  /** Lanes of one replica. */
  readonly perHost: number;
  /** Waits for a lane of that replica, by default the primary. Throws TableError 'cancelled' when the signal aborts first. */
  readonly acquire: (priority: LanePriority, signal: AbortSignal, where?: Where | WhereThen) => Promise<Lane>;
  /**
   * Gives the lane back and waits for one of the same replica again as somebody who has started: nobody who has not gets in between,
   * others who have started do. Throws TableError 'cancelled', with the lane given back.
   */
  readonly renew: (lane: Lane, signal: AbortSignal) => Promise<Lane>;
  /** How many lanes may be held now: `width`, fewer while the service is overloaded. */
  readonly limit: () => number;
  /** 1..width. Lanes that are held stay so; those above the limit are not given out again. */
  readonly setLimit: (limit: number) => void;
  /** Lanes that are held. */
  readonly inFlight: () => number;
  readonly waiting: () => number;
  /** Lanes that queries leave: none while one of them waits, else those that are free or in use by guards. */
  readonly spare: (where: Where) => number;
  /**
   * The host asked to be left alone (Retry-After): no lane of it is given out before, to nobody. More than the longest that a
   * run waits holds only those who ask `askedMs`, and an answer of that host ends it.
   */
  readonly hold: (replica: Replica, forMs: number, env: HoldClock) => void;
  /** Milliseconds for which the host still wants to be left alone; 0: it may be asked. */
  readonly askedMs: (replica: Replica) => number;
  /** Milliseconds for which nobody may send to it: for those few who need no lane. */
  readonly heldMs: (replica: Replica) => number;
  /** The host answered. */
  readonly noteAnswer: (replica: Replica) => void;
  /** Gives out what is free: to be called where other lanes will do now for those who wait. */
  readonly handOn: () => void;
}

interface Waiter {
  readonly priority: LanePriority;
  readonly where: WhereThen;
  readonly grant: (lane: Lane) => void;
}

/** Which lanes are held, by whom, and whose they are. */
function createSlots(perHost: number, width: number, isHeld: (replica: Replica) => boolean) {
  const holders: (LanePriority | undefined)[] = Array.from({ length: width }, () => undefined);
  const replicaOf = (number: number): Replica => REPLICAS[Math.floor(number / perHost)] ?? 'primary';
  const isFor = (number: number, where: Where): boolean =>
    (where === 'either' || where === replicaOf(number)) && !isHeld(replicaOf(number));
  const isFree = (number: number, where: Where): boolean =>
    holders[number] === undefined && isFor(number, where);
  const count = (holds: (holder: LanePriority | undefined, number: number) => boolean): number =>
    holders.filter(holds).length;
  return {
    replicaOf,
    holder: (number: number): LanePriority | undefined => holders[number],
    set: (number: number, holder: LanePriority | undefined): void => void (holders[number] = holder),
    held: (): number => count((holder) => holder !== undefined),
    /** The lowest; below 0: none. */
    firstFree: (where: Where): number => holders.findIndex((_holder, each) => isFree(each, where)),
    free: (where: Where): number => count((_holder, each) => isFree(each, where)),
    /** Held by guards. */
    guarding: (where: Where): number =>
      count((holder, each) => holder === LANE_PRIORITY.guard && isFor(each, where)),
  };
}

type Queues = readonly [goOn: Set<Waiter>, start: Set<Waiter>, guard: Set<Waiter>];

type TakeLane = (where: Where, priority: LanePriority) => Lane | undefined;

/**
 * The first in line gets a lane; one who waits for the host that is full keeps nobody from the other. Guards can only ask
 * the primary: where they are more work than what has not started, that is left to the secondary, so that both hosts end
 * together. `pagesEach`: how many requests one that starts takes.
 */
function handOut(queues: Queues, take: TakeLane, isFull: () => boolean, pagesEach: () => number): void {
  const [, starts, guards] = queues;
  for (const queue of queues) {
    for (const waiter of queue) {
      if (isFull()) return;
      const where = waiter.where();
      if (where === undefined) continue;
      const isLeft = queue === starts && where === 'either' && guards.size >= starts.size * pagesEach();
      const lane = take(isLeft ? 'secondary' : where, waiter.priority);
      if (lane === undefined) continue;
      queue.delete(waiter);
      waiter.grant(lane);
    }
  }
}

const NOBODY: Set<Waiter> = new Set();

/** How many requests those that started have taken so far, on average, since the lanes were idle last; 1 or more. */
function createPageCount() {
  let [starts, pages] = [0, 0];
  return {
    reset: () => {
      [starts, pages] = [0, 0];
    },
    add: (priority: LanePriority) => {
      starts += priority === LANE_PRIORITY.start ? 1 : 0;
      pages += priority === LANE_PRIORITY.guard ? 0 : 1;
    },
    each: () => (starts === 0 ? 1 : pages / starts),
  };
}

/** A lane that is held now. `handOn` gives out what is free, `lendOut` to others than those who start. */
function laneOf(
  slots: ReturnType<typeof createSlots>,
  { number, priority }: { readonly number: number; readonly priority: LanePriority },
  handOn: () => void,
  lendOut: () => void,
): Lane {
  let held = true;
  return {
    number,
    replica: slots.replicaOf(number),
    release: () => {
      if (!held) return;
      held = false;
      slots.set(number, undefined);
      handOn();
    },
    lend: () => {
      if (!held) return false;
      slots.set(number, undefined);
      lendOut();
      held = slots.holder(number) === undefined;
      if (held) slots.set(number, priority);
      return !held;
    },
  };
}

function requireWidth(perHost: number): void {
  if (!Number.isInteger(perHost) || perHost < 1) {
    throw new RangeError(`Lanes: width ${perHost} is not 1 or more`);
  }
}

/** `perHost` lanes of the primary and, where there are two replicas, as many of the secondary. */
export function createLanes(perHost: number = LANES_PER_HOST, replicas: 1 | 2 = 1): Lanes {
  requireWidth(perHost);
  const width = perHost * replicas;
  const queues: Queues = [new Set(), new Set(), new Set()];
  const [goOn, start, guard] = queues;
  const pageCount = createPageCount();
  const holds = createHostHolds(() => handOn());
  const slots = createSlots(perHost, width, holds.isHeld);
  let limit = width;

  const takeFree: TakeLane = (where, priority) => {
    const number = slots.firstFree(where);
    if (number < 0 || slots.held() >= limit) return undefined;
    slots.set(number, priority);
    return laneOf(slots, { number, priority }, handOn, () => handOnTo([goOn, NOBODY, guard]));
  };

  const waiting = (): number => queues.reduce((sum, { size }) => sum + size, 0);
  const handOnTo = (those: Queues): void =>
    handOut(those, takeFree, () => slots.free('either') === 0 || slots.held() >= limit, pageCount.each);
  const handOn = (): void => handOnTo(queues);

  const acquire = (
    priority: LanePriority,
    signal: AbortSignal,
    where: Where | WhereThen = 'primary',
  ): Promise<Lane> =>
    new Promise((resolve, reject) => {
      const queue = queues[priority];
      if (signal.aborted || queue === undefined) {
        reject(cancelledError());
        return;
      }
      const onAbort = (): void => {
        queue.delete(waiter);
        reject(cancelledError());
      };
      const waiter: Waiter = {
        priority,
        where: typeof where === 'function' ? where : () => where,
        grant: (lane) => {
          signal.removeEventListener('abort', onAbort);
          pageCount.add(priority);
          resolve(lane);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (waiting() === 0 && slots.held() === 0) pageCount.reset();
      queue.add(waiter);
      handOn();
    });

  return {
    width,
    perHost,
    acquire,
    renew: (lane, signal) => {
      // In line first: a lane that is free for a moment goes to the first in line.
      const next = acquire(LANE_PRIORITY.goOn, signal, lane.replica);
      lane.release();
      return next;
    },
    limit: () => limit,
    setLimit: (next) => {
      if (!Number.isInteger(next) || next < 1 || next > width) {
        throw new RangeError(`Lanes: limit ${next} is not 1 to ${width}`);
      }
      limit = next;
      handOn();
    },
    inFlight: slots.held,
    waiting,
    spare: (where) => {
      if (goOn.size + start.size > 0) return 0;
      const used = slots.held() - slots.guarding('either');
      return Math.max(0, Math.min(limit - used, slots.free(where) + slots.guarding(where)));
    },
    ...holds,
    handOn,
  };
}
