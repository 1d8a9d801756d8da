import type { ReachabilityFacts, DiagnosisPage } from './facts.ts';
import type { TablesEnv } from '../base/clock.ts';
import { TOKEN_VERSION } from '../../core/entra.ts';
import { readHttpDate } from '../wire/httpDate.ts';

/** Like the requests that read rows, but without the credential, so that nothing can leak, whoever answers. */
const BARE_REQUEST: RequestInit = {
  method: 'GET',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
};

/** The headers that come with a token, without the token. */
const EMPTY_TOKEN = { authorization: 'Bearer', 'x-ms-version': TOKEN_VERSION };

/**
 * The browser reports a redirect that the policy blocked in a separate task, which may run after the request has failed, on a busy machine
 * much later.
 */
const REPORT_MS = 250;

/**
 * Sends requests without the credential, to tell an unreachable host from one whose answers this page may not read. There are two; for a
 * token there is a third one with the token's headers, but empty, since these cost a preflight that the CORS rule may refuse. Ends after
 * `limitMs` with what is known by then, and never throws.
 */
export async function checkReachability(
  endpointUrl: string,
  page: DiagnosisPage,
  env: TablesEnv,
  { limitMs, isToken }: { readonly limitMs: number; readonly isToken: boolean },
): Promise<ReachabilityFacts> {
  const ended = new AbortController();
  const { signal } = ended;
  let isLedAway = false;
  let opaque: ReachabilityFacts['opaque'] = 'waiting';
  let bare: ReachabilityFacts['bare'] = { kind: 'waiting' };
  let headers: ReachabilityFacts['headers'] = isToken ? 'waiting' : undefined;
  let onReport = (): void => undefined;
  const reported = new Promise<void>((resolve) => {
    onReport = resolve;
  });
  const endWatch = page.onPolicyBlock(() => {
    isLedAway = true;
    onReport();
  });
  /** A redirect is not followed, because it only matters that there is one. */
  const ask = (more: Readonly<Record<string, string>>): Promise<Response> =>
    env.fetch(`${endpointUrl}/Tables`, {
      ...BARE_REQUEST,
      headers: { Accept: 'application/json;odata=nometadata', ...more },
      mode: 'cors',
      redirect: 'manual',
      signal,
    });
  const asks = [
    env.fetch(`${endpointUrl}/`, { ...BARE_REQUEST, mode: 'no-cors', signal }).then(
      () => {
        opaque = 'answered';
      },
      () => {
        opaque = 'failed';
        return within(reported, REPORT_MS, env);
      },
    ),
    ask({}).then(
      ({ type, status }) => {
        bare = type === 'opaqueredirect' ? { kind: 'redirected' } : { kind: 'read', status };
      },
      () => {
        bare = { kind: 'unread' };
      },
    ),
    ...(isToken
      ? [
          ask(EMPTY_TOKEN).then(
            () => {
              headers = 'allowed';
            },
            () => {
              headers = 'refused';
            },
          ),
        ]
      : []),
  ];
  await within(Promise.all(asks), limitMs, env);
  const found: ReachabilityFacts = { opaque, bare, isLedAway, headers };
  endWatch();
  ended.abort();
  return found;
}

/** Asks this page's server for its time, as a second opinion on this computer's clock. It may fail to answer in time. */
export async function askOwnServer(env: TablesEnv, limitMs: number): Promise<void> {
  const ended = new AbortController();
  const { clock } = env;
  const ask = async (): Promise<void> => {
    const sentMs = clock.computerMs();
    const response = await env.fetch('./favicon.svg', { ...BARE_REQUEST, signal: ended.signal });
    const saidMs = readHttpDate(response.headers.get('date') ?? '', sentMs);
    if (saidMs === undefined) return;
    clock.learn({ of: 'the server of this page', saidMs, sentMs, receivedMs: clock.computerMs() });
  };
  await within(
    ask().catch(() => undefined),
    limitMs,
    env,
  );
  ended.abort();
}

async function within(work: Promise<unknown>, limitMs: number, env: TablesEnv): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = env.setTimer(resolve, limitMs);
    void work.then(() => {
      env.clearTimer(timer);
      resolve();
    });
  });
}
