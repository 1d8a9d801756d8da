// Stands before fetch and sees whether a request comes again before the service said so.
import type { TablesEnv } from '../../src/tables/base/env.ts';
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
      const [host, question] = [hostOf(url), questionOf(url)];
      const nowMs = time.monotonicMs();
      if ([host, question].some((asked) => nowMs < (notBefore.get(asked) ?? 0))) undercut += 1;
      notBefore.delete(question);
      const response = await inner(url, init);
      const waitMs = waitOf(response.headers.get('retry-after'), time.nowMs());
      if (waitMs === undefined) return response;
      const asked = waitMs > LONGEST_OF_HOST_MS ? question : host;
      notBefore.set(asked, Math.max(notBefore.get(asked) ?? 0, time.monotonicMs() + waitMs));
      return response;
    },
    undercut: () => undercut,
    forget: () => notBefore.clear(),
  };
}

/** A hundred years. */
const LONGEST_MS = 3_153_600_000_000;

/** A longer one is of the one question alone: all others would wait for nobody knows how long. */
const LONGEST_OF_HOST_MS = 300_000;

/** The host that is asked, whatever it is asked; without the SAS. */
function hostOf(url: string): string {
  return new URL(url).host + new URL(url).pathname.replace(/[^/]*$/, '');
}

/** What is asked for. */
function questionOf(url: string): string {
  const { searchParams, pathname } = new URL(url);
  const options = ['$filter', '$select', '$top', 'NextPartitionKey', 'NextRowKey'];
  return JSON.stringify([hostOf(url), pathname, ...options.map((name) => searchParams.get(name))]);
}

/** Milliseconds; undefined: nothing that can be read. */
export function waitOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(?:, \d+)*$/.test(header)) {
    return Math.min(LONGEST_MS, Math.max(...header.split(', ').map(Number)) * 1000);
  }
  if (!header.endsWith('GMT')) return undefined;
  return Date.parse(header) - nowMs;
}
