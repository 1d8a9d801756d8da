// Stands before fetch and sees whether a request comes again before the service said so.
import type { TablesEnv } from '../../src/tables/env.ts';
import type { VirtualTime } from './virtualTime.ts';

export interface RetryAfterWatch {
  readonly fetch: TablesEnv['fetch'];
  /** How often that happened. */
  readonly undercut: () => number;
  /** The user asks again: what was said before no longer counts. */
  readonly forget: () => void;
}

export function watchRetryAfter(inner: TablesEnv['fetch'], time: VirtualTime): RetryAfterWatch {
  const notBefore = new Map<string, number>();
  let undercut = 0;
  return {
    fetch: async (url, init) => {
      const key = askedOf(url);
      if (time.monotonicMs() < (notBefore.get(key) ?? 0)) undercut += 1;
      notBefore.delete(key);
      const response = await inner(url, init);
      const waitMs = waitOf(response.headers.get('retry-after'), time);
      if (waitMs !== undefined) notBefore.set(key, time.monotonicMs() + waitMs);
      return response;
    },
    undercut: () => undercut,
    forget: () => notBefore.clear(),
  };
}

/** A hundred years. */
const LONGEST_MS = 3_153_600_000_000;

/** What is asked for, and of which host, without the SAS. */
function askedOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  const options = ['$filter', '$select', '$top', 'NextPartitionKey', 'NextRowKey'];
  return JSON.stringify([host, pathname, ...options.map((name) => searchParams.get(name))]);
}

/** Milliseconds; undefined: nothing that can be read. */
function waitOf(header: string | null, time: VirtualTime): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(?:, \d+)*$/.test(header)) {
    return Math.min(LONGEST_MS, Math.max(...header.split(', ').map(Number)) * 1000);
  }
  if (!header.endsWith('GMT')) return undefined;
  return Date.parse(header) - time.nowMs();
}
