import { cancelledError } from './tableError.ts';

/**
 * Browsers open six HTTP/1.1 sockets per host and the table service has no HTTP/2
 * (learn.microsoft.com/rest/api/storageservices/http-version-support): more would only wait in the browser.
 */
export const LANES_PER_HOST = 6;

/** Who goes first when a lane is free: lower first, then first come first served. */
export const LANE_PRIORITY = { goOn: 0, start: 1, guard: 2 } as const;

export type LanePriority = (typeof LANE_PRIORITY)[keyof typeof LANE_PRIORITY];

/** The right to have one request in flight. */
export interface Lane {
  /** 0 .. width-1: the lowest free one. */
  readonly number: number;
  /** Gives it back; more than once does nothing. */
  readonly release: () => void;
}

/** Six requests at a time per host, depth first: a query that has started goes on before a new one starts. */
export interface Lanes {
  readonly width: number;
  /** Waits for a lane. Throws TableError 'cancelled' when the signal aborts first. */
  readonly acquire: (priority: LanePriority, signal: AbortSignal) => Promise<Lane>;
  /**
   * Gives the lane back and waits for one again as somebody who has started: nobody who has not gets in between,
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
}

interface Waiter {
  readonly grant: (lane: Lane) => void;
}

export function createLanes(width: number = LANES_PER_HOST): Lanes {
  if (!Number.isInteger(width) || width < 1) throw new RangeError(`Lanes: width ${width} is not 1 or more`);
  const queues: readonly Set<Waiter>[] = [new Set(), new Set(), new Set()];
  const busy: boolean[] = Array.from({ length: width }, () => false);
  let limit = width;

  const inFlight = (): number => busy.filter(Boolean).length;

  const takeFree = (): Lane | undefined => {
    const number = busy.indexOf(false);
    if (number < 0 || inFlight() >= limit) return undefined;
    busy[number] = true;
    let held = true;
    return {
      number,
      release: () => {
        if (!held) return;
        held = false;
        busy[number] = false;
        handOn();
      },
    };
  };

  const firstWaiting = (): { queue: Set<Waiter>; waiter: Waiter } | undefined => {
    for (const queue of queues) for (const waiter of queue) return { queue, waiter };
    return undefined;
  };

  const handOn = (): void => {
    for (let next = firstWaiting(); next !== undefined; next = firstWaiting()) {
      const lane = takeFree();
      if (lane === undefined) return;
      next.queue.delete(next.waiter);
      next.waiter.grant(lane);
    }
  };

  const acquire = (priority: LanePriority, signal: AbortSignal): Promise<Lane> =>
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
        grant: (lane) => {
          signal.removeEventListener('abort', onAbort);
          resolve(lane);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      queue.add(waiter);
      handOn();
    });

  return {
    width,
    acquire,
    renew: (lane, signal) => {
      // In line first: a lane that is free for a moment goes to the first in line.
      const next = acquire(LANE_PRIORITY.goOn, signal);
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
    inFlight,
    waiting: () => queues.reduce((sum, queue) => sum + queue.size, 0),
  };
}
