// Wraps fetch and detects requests that are repeated before the service's Retry-After has passed.
import type { TablesEnv } from '../../src/tables/base/env.ts';
import type { VirtualTime } from './virtualTime.ts';

export interface RetryAfterWatch {
  readonly fetch: TablesEnv['fetch'];
  /** How often that happened. */
  readonly undercut: () => number;
  /** The user continues: earlier waits no longer count. */
  readonly forget: () => void;
}

export function watchRetryAfter(inner: TablesEnv['fetch'], time: VirtualTime): RetryAfterWatch {
  const notBefore = new Map<string, number>();
  /** By host: requests for any one row that got a long wait. They only ask whether the host answers, so its next answer ends the wait. */
  const anyRow = new Map<string, readonly string[]>();
  let undercut = 0;
  return {
    fetch: async (url, init) => {
      const [host, question] = [hostOf(url), questionOf(url)];
      const nowMs = time.monotonicMs();
      if ([host, question].some((asked) => nowMs < (notBefore.get(asked) ?? 0))) undercut += 1;
      notBefore.delete(question);
      const response = await inner(url, init);
      if (response.ok) for (const each of anyRow.get(host) ?? []) notBefore.delete(each);
      const waitMs = waitOf(response.headers.get('retry-after'), Math.max(time.nowMs(), time.serviceNowMs()));
      if (waitMs === undefined) return response;
      const asked = waitMs > LONGEST_OF_HOST_MS ? question : host;
      if (asked === question && isForAnyRow(url) && isRefusal(response.status)) return response;
      if (asked === question && isForAnyRow(url)) anyRow.set(host, [...(anyRow.get(host) ?? []), question]);
      notBefore.set(asked, Math.max(notBefore.get(asked) ?? 0, time.monotonicMs() + waitMs));
      return response;
    },
    undercut: () => undercut,
    forget: () => notBefore.clear(),
  };
}

/** A hundred years. */
const LONGEST_MS = 3_153_600_000_000;

/** A longer wait only applies to the same request, because other requests would wait for an unknown time. */
const LONGEST_OF_HOST_MS = 300_000;

/** The host of a request, without the SAS. */
function hostOf(url: string): string {
  return new URL(url).host + new URL(url).pathname.replace(/[^/]*$/, '');
}

/** A request for any one row asks whether the host answers. A refusal is an answer, so a long wait in it delays no later such request. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function isForAnyRow(url: string): boolean {
  const { searchParams } = new URL(url);
  return searchParams.get('$top') === '1' && !searchParams.has('$filter');
}

/** Identifies what is requested. */
function questionOf(url: string): string {
  const { searchParams, pathname } = new URL(url);
  const options = ['$filter', '$select', '$top', 'NextPartitionKey', 'NextRowKey'];
  return JSON.stringify([hostOf(url), pathname, ...options.map((name) => searchParams.get(name))]);
}

/** The wait in milliseconds, by whichever clock makes it shorter: the page knows the service's only if CORS shows it. Undefined: unreadable. */
function waitOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(?:, \d+)*$/.test(header)) {
    return Math.min(LONGEST_MS, Math.max(...header.split(', ').map(Number)) * 1000);
  }
  if (!header.endsWith('GMT')) return undefined;
  return Date.parse(header) - nowMs;
}
