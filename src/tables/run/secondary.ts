import type { PageReader } from '../wire/pageReader.ts';
import type { Lanes } from '../pacing/lanes.ts';
import { isOutage } from '../pacing/retry.ts';
import type { TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';

/** The secondary is given up after this many failures in a row, or after the first one if it has never answered. */
const FAILURES_BEFORE_DROP = 3;

/** Whether the fault looks like an outage of this host alone, and not like an overload, a computer that slept, or a lost network. */
function isOutOfReach(fault: TableFault, isOnline: boolean): boolean {
  return isOutage(fault) && fault.kind !== 'throttled' && fault.afterSleep !== true && isOnline;
}

/** Counts the primary's failures since its last answer, and remembers whether the secondary has answered in that time. */
function createPrimaryWatch(isSecondaryUsed: () => boolean) {
  let fault: TableFault | undefined;
  let failures = 0;
  let hasOtherAnswered = false;
  return {
    fault: () => (isSecondaryUsed() ? fault : undefined),
    lose: (why: TableFault) => {
      fault = why;
    },
    noteAnswer: (replica: Replica) => {
      if (replica === 'secondary') {
        hasOtherAnswered ||= failures > 0;
        return;
      }
      [fault, failures, hasOtherAnswered] = [undefined, 0, false];
    },
    noteFailure: (found: TableFault, isOnline: boolean): 'stay' | 'leave' => {
      if (!isOutOfReach(found, isOnline) || !isSecondaryUsed()) return 'stay';
      failures += 1;
      if (hasOtherAnswered && failures >= FAILURES_BEFORE_DROP) fault = found;
      return fault === undefined ? 'stay' : 'leave';
    },
  };
}

/**
 * The account's read-only copy in the paired region, as one run uses it. It is eventually consistent, and only accounts with RA-GRS or
 * RA-GZRS have one.
 * @param asksSync Whether somebody is reading the Last Sync Time and will call `learn`.
 */
export function createRunSecondary(
  reader: PageReader,
  lanes: Pick<Lanes, 'limit' | 'setLimit' | 'perHost' | 'handOn'>,
  asksSync: boolean,
) {
  let dropped: TableFault | undefined;
  let hasAnswered = false;
  let failures = 0;
  let syncedAtMs = 0;
  let isSyncAsked = asksSync;
  const absent = new Set<string>();
  const primary = createPrimaryWatch(() => dropped === undefined);
  const drop = (why: TableFault): void => {
    dropped = why;
    lanes.setLimit(Math.min(lanes.limit(), lanes.perHost));
  };
  return {
    reader,
    /** Why this run no longer reads the secondary; undefined if it does. */
    dropped: () => dropped,
    /** Stops reading the secondary in this run, so that only the primary's lanes are left. */
    drop,
    /** Everything that was written before this time is there, in milliseconds since the Unix epoch. 0 if unknown. */
    syncedAtMs: () => syncedAtMs,
    /**
     * Whether the Last Sync Time is still being read. Until then no query reads from the secondary, since a time that is read later says
     * nothing about earlier pages.
     */
    isSyncAsked: () => isSyncAsked,
    /** Sets the Last Sync Time. Only the first call counts. */
    learn: (atMs: number): void => {
      if (!isSyncAsked) return;
      [syncedAtMs, isSyncAsked] = [atMs, false];
      lanes.handOn();
    },
    /** Why the primary is not read while the secondary answers; undefined if it is read. */
    primaryFault: primary.fault,
    /** Whether the secondary answered that it has no such table. It may not have been copied yet. */
    lacks: (tableName: string): boolean => absent.has(tableName),
    noteAbsent: (tableName: string): void => void absent.add(tableName),
    /** Call this when an outage check was answered here, but not by the primary. */
    losePrimary: primary.lose,
    notePrimaryFailure: primary.noteFailure,
    noteAnswer: (replica: Replica): void => {
      primary.noteAnswer(replica);
      if (replica === 'primary') return;
      hasAnswered = true;
      failures = 0;
    },
    /** Records that a page failed at the secondary, and returns whether the query should leave it. */
    noteFailure: (fault: TableFault, isOnline: boolean): 'stay' | 'leave' => {
      // The secondary was given up while this request was in flight.
      if (dropped !== undefined && (fault.kind === 'auth' || isOutage(fault))) return 'leave';
      // The table may not have been copied yet, so the primary must be asked.
      if (fault.kind === 'not-found') return 'leave';
      if (fault.kind === 'auth') {
        drop(fault);
        return 'leave';
      }
      if (!isOutOfReach(fault, isOnline)) return 'stay';
      failures += 1;
      if (hasAnswered && failures < FAILURES_BEFORE_DROP) return 'stay';
      drop(fault);
      return 'leave';
    },
  };
}

export type RunSecondary = ReturnType<typeof createRunSecondary>;
