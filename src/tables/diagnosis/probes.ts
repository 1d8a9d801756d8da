import type { ProbeFacts, ClockReading, DiagnosisPage } from './facts.ts';
import type { TablesEnv } from '../base/env.ts';

/** As Keyscope's own requests, and without the SAS: nothing to leak, whoever answers. */
const PROBE: RequestInit = {
  method: 'GET',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
};

/**
 * The browser tells of a redirect that the policy ended in a task of its own, which may come after the request has failed;
 * on a busy machine well after it.
 */
const REPORT_MS = 250;

/**
 * Asks an endpoint twice without the SAS, to tell a host that cannot be reached from one that this page may not read.
 * Ends after `limitMs` with what is known by then; never throws.
 */
export async function probeEndpoint(
  endpointUrl: string,
  page: DiagnosisPage,
  env: TablesEnv,
  limitMs: number,
): Promise<ProbeFacts> {
  const ended = new AbortController();
  const { signal } = ended;
  let isLedAway = false;
  let opaque: ProbeFacts['opaque'] = 'waiting';
  let bare: ProbeFacts['bare'] = { kind: 'waiting' };
  let onReport = (): void => undefined;
  const reported = new Promise<void>((resolve) => {
    onReport = resolve;
  });
  const endWatch = page.onPolicyBlock(() => {
    isLedAway = true;
    onReport();
  });
  const asks = [
    env.fetch(`${endpointUrl}/`, { ...PROBE, mode: 'no-cors', signal }).then(
      () => {
        opaque = 'answered';
      },
      () => {
        opaque = 'failed';
        return within(reported, REPORT_MS, env);
      },
    ),
    env
      .fetch(`${endpointUrl}/Tables`, {
        ...PROBE,
        headers: { Accept: 'application/json;odata=nometadata' },
        mode: 'cors',
        // Not followed: that there is one is all that matters.
        redirect: 'manual',
        signal,
      })
      .then(
        ({ type, status }) => {
          bare = type === 'opaqueredirect' ? { kind: 'redirected' } : { kind: 'read', status };
        },
        () => {
          bare = { kind: 'unread' };
        },
      ),
  ];
  await within(Promise.all(asks), limitMs, env);
  const found: ProbeFacts = { opaque, bare, isLedAway };
  endWatch();
  ended.abort();
  return found;
}

/** Asks the server of this page for its time. Undefined: it did not say, or did not answer in time. */
export async function readOwnClock(env: TablesEnv, limitMs: number): Promise<ClockReading | undefined> {
  const ended = new AbortController();
  let reading: ClockReading | undefined;
  const ask = async (): Promise<void> => {
    const response = await env.fetch('./favicon.svg', { ...PROBE, signal: ended.signal });
    const atMs = Date.parse(response.headers.get('date') ?? '');
    // The header is cut to whole seconds: half a second is the fairest guess.
    if (!Number.isNaN(atMs)) reading = { aheadMs: env.nowMs() - atMs - 500, of: 'the server of this page' };
  };
  await within(
    ask().catch(() => undefined),
    limitMs,
    env,
  );
  ended.abort();
  return reading;
}

/** Waits for the work, and no longer than the limit. */
async function within(work: Promise<unknown>, limitMs: number, env: TablesEnv): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = env.setTimer(resolve, limitMs);
    void work.then(() => {
      env.clearTimer(timer);
      resolve();
    });
  });
}
