import { requireJson } from '../wire/answer.ts';
import { readConnectionText } from './connectionText.ts';
import type { ConnectionText } from './connectionTypes.ts';
import { DEFAULT_LIMITS } from '../wire/deadline.ts';
import { isLoopback } from './endpoint.ts';
import type { TablesEnv } from '../base/clock.ts';
import { memberOf } from '../wire/errorBody.ts';
import { type TableError, tableError } from '../base/tableError.ts';
import { sendGet } from '../wire/sendGet.ts';

/** The demo account of the local server, with a read-only SAS. The server makes a new one before it expires. */
export interface DemoAccount {
  readonly text: ConnectionText;
  /** Milliseconds since the Unix epoch. Ask for the account again before that. */
  readonly expiresAtMs: number;
  /** The window of the demo data: ISO times, half-open. */
  readonly window: { readonly from: string; readonly to: string };
}

/** Relative, so that it works in any folder of a server. */
const DEMO_ADDRESS = './demo/account';
const MAX_DEMO_BYTES = 65_536;
const ASKED = 'demo account';

/**
 * Asks the page's own server.
 * @throws TableError 'not-found' if it offers no demo account.
 */
export async function readDemoAccount(env: TablesEnv, signal: AbortSignal): Promise<DemoAccount> {
  const answer = await sendGet(
    {
      url: DEMO_ADDRESS,
      headers: { Accept: 'application/json' },
      asked: ASKED,
      limits: DEFAULT_LIMITS,
      maxBytes: MAX_DEMO_BYTES,
    },
    env,
    signal,
  );
  const isHtml = /^text\/html/iu.test(answer.headers.get('content-type') ?? '');
  if (answer.status === 404 || (answer.status === 200 && isHtml)) throw noDemo();
  requireJson(answer, ASKED, env.nowMs());
  return readDemo(answer.body);
}

function noDemo(): TableError {
  return tableError({
    kind: 'not-found',
    message: 'No demo account is served here.',
    nextStep: 'Start Keyscope with npm start, which brings one, or connect to your own account.',
  });
}

function malformed(what: string): TableError {
  return tableError({
    kind: 'protocol',
    message: `${ASKED}: ${what}`,
    nextStep: 'Start Keyscope again with npm start.',
  });
}

function readDemo(body: Uint8Array): DemoAccount {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw malformed('the answer is not JSON');
  }
  const window = memberOf(parsed, 'window');
  const text = readConnectionText(`${textMember(parsed, 'endpoint')} ${textMember(parsed, 'sas')}`);
  if (!text.ok) throw malformed(text.error.message);
  const host = new URL(text.value.endpoint.url).hostname;
  if (!isLoopback(host)) throw malformed(`${host} is not this computer`);
  const expiresAtMs = Date.parse(textMember(parsed, 'expiresAt'));
  if (Number.isNaN(expiresAtMs)) throw malformed('expiresAt is not a time');
  return {
    text: text.value,
    expiresAtMs,
    window: { from: textMember(window, 'from'), to: textMember(window, 'to') },
  };
}

function textMember(value: unknown, name: string): string {
  const member = memberOf(value, name);
  if (typeof member !== 'string') throw malformed(`${name} is missing`);
  return member;
}
