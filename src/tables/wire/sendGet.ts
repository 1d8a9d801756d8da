import { type Answer, serviceTimeOf } from './answer.ts';
import { type Deadline, type DeadlineLimits, startDeadline } from './deadline.ts';
import type { TablesEnv } from '../base/clock.ts';
import { MAX_ERROR_BYTES, readErrorBody } from './errorBody.ts';
import { readBody } from './readBody.ts';
import type { Scrub } from '../base/signatureScrub.ts';
import { cancelledError, TableError, type TableFault, tableError } from '../base/tableError.ts';

export interface WireRequest {
  /** The address contains the SAS, and the headers contain the token. Neither is ever kept or shown. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is requested, for messages such as "page of table Orders". */
  readonly asked: string;
  readonly limits: DeadlineLimits;
  readonly maxBytes: number;
  /** Removes the request's secret from a text. Undefined if the request has none. */
  readonly clean?: Scrub;
}

/**
 * Sends one GET and reads the whole answer, whatever its status. Only this function of the reading page sends the credential.
 * @throws TableError 'cancelled', 'timeout', 'network', 'redirected' or 'too-large'
 */
export async function sendGet(request: WireRequest, env: TablesEnv, signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) throw cancelledError();
  const startedAtMs = env.monotonicMs();
  const sentMs = env.clock.computerMs();
  const deadline = startDeadline(request.limits, env, signal);
  try {
    const response = await env.fetch(request.url, {
      method: 'GET',
      headers: request.headers,
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      // A redirect is not followed but refused below, because the credential must not reach another host. With `error`, it would look as if
      // there were no answer.
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: deadline.signal,
    });
    const headersAtMs = env.monotonicMs();
    const receivedMs = env.clock.computerMs();
    deadline.sawHeaders();
    if (response.type === 'opaqueredirect') throw redirectedError(request);
    const maxBytes = response.status === 200 ? request.maxBytes : MAX_ERROR_BYTES;
    const body = await readBody(response, maxBytes, deadline, request.asked);
    if (signal.aborted) throw cancelledError();
    const error = response.status === 200 ? {} : readErrorBody(body);
    const saidMs = serviceTimeOf(response, error, sentMs);
    if (saidMs !== undefined) env.clock.learn({ of: 'the table service', saidMs, sentMs, receivedMs });
    return {
      status: response.status,
      headers: response.headers,
      body,
      startedAtMs,
      headersAtMs,
      endedAtMs: env.monotonicMs(),
      clean: request.clean,
    };
  } catch (caught) {
    throw explain(caught, request, deadline, env, signal);
  } finally {
    deadline.end();
  }
}

/** The text of what fetch threw is never passed on, because it may contain the address. */
function explain(
  caught: unknown,
  request: WireRequest,
  deadline: Deadline,
  env: TablesEnv,
  signal: AbortSignal,
): unknown {
  if (caught instanceof TableError) return caught;
  if (signal.aborted) return cancelledError();
  const expired = deadline.expired();
  const sleep = deadline.slept() ? { afterSleep: true } : {};
  if (expired !== undefined) return timeoutError(expired, request, sleep);
  if (!(caught instanceof Error || caught instanceof DOMException)) return caught;
  const offline = !env.isOnline();
  return tableError({
    kind: 'network',
    ...sleep,
    message: `${request.asked}: ${offline ? 'this computer is offline' : 'no answer that the page may read'}`,
    nextStep: offline
      ? 'Connect to the network and run again.'
      : 'Check the CORS rule of the table service, the network, VPN and firewall, and the account name.',
  });
}

function redirectedError({ asked }: WireRequest): TableError {
  return tableError({
    kind: 'redirected',
    message: `${asked}: the answer is a redirect, which Keyscope does not follow`,
    nextStep: 'Sign in to the network, or use the address of the account itself, then run again.',
  });
}

function timeoutError(
  cause: 'first-byte' | 'stall' | 'total',
  request: WireRequest,
  sleep: Pick<TableFault, 'afterSleep'>,
): TableError {
  const { firstByteMs, stallMs, totalMs } = request.limits;
  const words = {
    'first-byte': `no answer within ${firstByteMs / 1000} s`,
    stall: `the answer stalled for ${stallMs / 1000} s`,
    total: `the answer was not whole within ${totalMs / 1000} s`,
  };
  return tableError({
    kind: 'timeout',
    ...sleep,
    message: `${request.asked}: ${sleep.afterSleep === true ? 'the page or the computer slept meanwhile' : words[cause]}`,
    nextStep: 'Check the network, or read a shorter window.',
  });
}
