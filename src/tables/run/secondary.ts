import type { PageReader } from '../wire/pageReader.ts';
import type { Lanes } from '../pacing/lanes.ts';
import { isOutage } from '../pacing/retry.ts';
import type { TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';

/** Consecutive failures without an answer; a secondary that never answered is dropped at the first. */
const FAILURES_BEFORE_DROP = 3;

/** Whether the fault looks like an outage of that host alone: not busy, not asleep, not offline. */
function isOutOfReach(fault: TableFault, isOnline: boolean): boolean {
  return isOutage(fault) && fault.kind !== 'throttled' && fault.afterSleep !== true && isOnline;
}

/** Counts the primary's failures since its last answer, and whether the secondary answered meanwhile. */
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
 * The account's read-only copy in the paired region, as one run reads it: eventually consistent, and missing if the
 * account has no RA-GRS. `asksSync`: the Last Sync Time is being read; the reader always calls `learn`.
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
    /** Why this run no longer reads it; undefined: it does. */
    dropped: () => dropped,
    /** Stops reading it in this run: only the primary's lanes are left. */
    drop,
    /** It holds everything written before, milliseconds since the Unix epoch; 0: unknown. */
    syncedAtMs: () => syncedAtMs,
    /** Whether that is still being read. No query reads from it before, since a later sync time says nothing about its page. */
    isSyncAsked: () => isSyncAsked,
    /** Sets the sync time, once. */
    learn: (atMs: number): void => {
      if (!isSyncAsked) return;
      [syncedAtMs, isSyncAsked] = [atMs, false];
      lanes.handOn();
    },
    /** Why the primary is left alone while the secondary answers; undefined: it is read. */
    primaryFault: primary.fault,
    /** Whether it answered that it has no such table, which may not have been copied yet. */
    lacks: (tableName: string): boolean => absent.has(tableName),
    noteAbsent: (tableName: string): void => void absent.add(tableName),
    /** An outage check was answered here, but not by the primary. */
    losePrimary: primary.lose,
    notePrimaryFailure: primary.noteFailure,
    noteAnswer: (replica: Replica): void => {
      primary.noteAnswer(replica);
      if (replica === 'primary') return;
      hasAnswered = true;
      failures = 0;
    },
    /** Records a failed page there and says whether to read it elsewhere. */
    noteFailure: (fault: TableFault, isOnline: boolean): 'stay' | 'leave' => {
      // For requests still in flight when it was dropped.
      if (dropped !== undefined && (fault.kind === 'auth' || isOutage(fault))) return 'leave';
      // A missing table may not have been copied yet: the primary knows.
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
