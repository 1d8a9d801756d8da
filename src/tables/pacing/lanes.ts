import { createHostHolds, type Replica } from './hostHolds.ts';
import { orCancelled } from '../base/clock.ts';

/**
 * Browsers open six HTTP/1.1 sockets per host and the table service has no HTTP/2
 * (learn.microsoft.com/rest/api/storageservices/http-version-support): more requests would only wait in the browser.
 */
export const LANES_PER_HOST = 6;

/** Who gets a free lane: the lowest number first, and among equals whoever asked first. */
export const LANE_PRIORITY = { goOn: 0, start: 1, guard: 2 } as const;

export type LanePriority = (typeof LANE_PRIORITY)[keyof typeof LANE_PRIORITY];

const REPLICAS: readonly Replica[] = ['primary', 'secondary'];

/** Which host's lanes a request may use. */
export type Where = Replica | 'either';

/** Decides it only when a lane is free. Undefined means that no lane suits for now. */
type WhereThen = () => Where | undefined;

/** The right to have one request in flight. Every lane must be given back. */
export interface Lane {
  /** 0 to width - 1, the lowest that was free. The lanes of the primary come first. */
  readonly number: number;
  /** The host that the request must go to. */
  readonly replica: Replica;
  /** Gives the lane back. Further calls have no effect. */
  readonly release: () => void;
  /**
   * Lends the lane for one request to a coverage check or a running query that waits, but not to a query that has not started. Returns
   * false if none of them waits; then the lane is kept.
   */
  readonly lend: () => boolean;
}

interface Waiter {
  readonly priority: LanePriority;
  readonly where: WhereThen;
  readonly grant: (lane: Lane) => void;
}

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
    /** The lowest free lane; negative if there is none. */
    firstFree: (where: Where): number => holders.findIndex((_holder, each) => isFree(each, where)),
    free: (where: Where): number => count((_holder, each) => isFree(each, where)),
    /** How many lanes coverage checks use. */
    guarding: (where: Where): number =>
      count((holder, each) => holder === LANE_PRIORITY.guard && isFor(each, where)),
  };
}

type Queues = readonly [goOn: Set<Waiter>, start: Set<Waiter>, guard: Set<Waiter>];

type TakeLane = (where: Where, priority: LanePriority) => Lane | undefined;

/**
 * Gives lanes to waiting requests in order. A request that waits for a full host does not block one that can use the other host. Coverage
 * checks can only use the primary: while they are more work than the queries that have not started, these queries are left to the
 * secondary, so that both hosts finish at the same time.
 * @param pagesEach How many requests a new query is expected to take.
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

/** Average number of requests that each started query has taken since the lanes were last idle; at least 1. */
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

/**
 * @param handOn Gives out free lanes.
 * @param lendOut Gives them out only to requests that start no query.
 */
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

/**
 * Limits each host to six requests at a time. A running query continues before a new one starts, and coverage checks use the lanes that
 * queries leave. There are `perHost` lanes for the primary and, with two replicas, as many for the secondary.
 */
export function createLanes(perHost: number = LANES_PER_HOST, replicas: 1 | 2 = 1) {
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

  /**
   * Waits for a lane of that host, by default of the primary.
   * @throws TableError 'cancelled' if the signal aborts first.
   */
  const acquire = (
    priority: LanePriority,
    signal: AbortSignal,
    where: Where | WhereThen = 'primary',
  ): Promise<Lane> =>
    orCancelled(signal, (resolve) => {
      const queue = queues[priority];
      const waiter: Waiter = {
        priority,
        where: typeof where === 'function' ? where : () => where,
        grant: (lane) => {
          pageCount.add(priority);
          resolve(lane);
        },
      };
      if (waiting() === 0 && slots.held() === 0) pageCount.reset();
      queue.add(waiter);
      handOn();
      return () => queue.delete(waiter);
    });

  return {
    width,
    perHost,
    acquire,
    /**
     * Gives the lane back and waits for one of the same host with the priority of a running query, so that other running queries get their
     * turn, but new ones do not.
     * @throws TableError 'cancelled', with the lane given back.
     */
    renew: (lane: Lane, signal: AbortSignal): Promise<Lane> => {
      // The request joins the queue before the lane is given back, so that the lane goes to the first in line.
      const next = acquire(LANE_PRIORITY.goOn, signal, lane.replica);
      lane.release();
      return next;
    },
    /** How many lanes may be used now: `width`, or fewer while the service is overloaded. */
    limit: () => limit,
    /** From 1 to width. Lanes in use are kept until they are given back; those above the limit are then not given out again. */
    setLimit: (next: number): void => {
      limit = next;
      handOn();
    },
    inFlight: slots.held,
    waiting,
    /** Lanes that queries do not need: 0 while a query waits, otherwise those that are free or used by coverage checks. */
    spare: (where: Where): number => {
      if (goOn.size + start.size > 0) return 0;
      const used = slots.held() - slots.guarding('either');
      return Math.max(0, Math.min(limit - used, slots.free(where) + slots.guarding(where)));
    },
    ...holds,
    /** Gives out free lanes. Call this when waiting requests may use other lanes than before. */
    handOn,
  };
}

export type Lanes = ReturnType<typeof createLanes>;
