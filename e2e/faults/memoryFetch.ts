// A fetch without a network: service and faults are in memory, on a virtual clock. The page can read of an answer only what the CORS rules
// allow.
import {
  type AnswerDelivery,
  type Delivery,
  headerOf,
  type Piece,
  type WireHeaders,
} from '../rig/wireExchange.ts';
import type { FaultLayer } from '../rig/faultLayer.ts';
import type { TableServiceCore } from '../rig/tableService.ts';
import type { TimeSpan, VirtualTime } from './virtualTime.ts';
import type { OpenWire, WireTap } from './wireTap.ts';

/** Not every browser sends a longer address: Firefox has this limit in network.standard-url.max-length. */
export const MOST_ADDRESS_CHARS = 1_048_576;
export const PAGE_ORIGIN = 'http://127.0.0.1:4280';

export interface MemoryNetwork {
  readonly service: TableServiceCore;
  readonly layer: FaultLayer;
  readonly time: VirtualTime;
  /** Latency of one direction in milliseconds. */
  readonly wireMs: number;
  /** Spans without a network, in which requests fail at once and data on the way is lost. */
  readonly offline?: readonly TimeSpan[];
  /** Records what the page received. */
  readonly tap?: WireTap;
  /** Whether requests may carry headers that need a preflight, like those of the SDK. */
  readonly allowsHeaders?: boolean;
}

const ACCOUNT_HOST = /^([a-z0-9]{3,24}(?:-secondary)?)\.table\.localhost(?::\d+)?$/;

/** Headers that any page may read (Fetch, CORS-safelisted response-header name). */
const OPEN_HEADERS = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
]);
/** Headers that need no preflight. The last two are set by browsers themselves; in Node the SDK sets them. */
const SIMPLE = new Set(['accept', 'accept-language', 'content-language', 'accept-encoding', 'user-agent']);

/**
 * Makes a replacement for `fetch`. Like a browser, it sends a preflight before every request whose headers are not simple. It throws if the
 * engine sends a request that it must not send.
 */
export function createMemoryFetch(
  network: MemoryNetwork,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const sent = new Headers(init.headers);
    const asked = [...sent.keys()].filter((name) => !SIMPLE.has(name));
    if (asked.length > 0 && network.allowsHeaders !== true)
      throw new Error(`The header ${asked.join()} costs a preflight.`);
    const { host, pathname, search } = new URL(url);
    // The rig expects the account in the path, like emulators. Accounts with a secondary have it in the host, as in Azure.
    const account = ACCOUNT_HOST.exec(host)?.[1];
    const target = `${account === undefined ? '' : `/${account}`}${pathname}${search}`;
    const method = init.method ?? 'GET';
    if (init.signal?.aborted === true) throw abortion();
    const wire = network.tap?.begin(target);
    const send = (
      how: string,
      headers: Readonly<Record<string, string>>,
      tap: OpenWire | undefined,
    ): Promise<Response> =>
      new Promise((resolve, reject) => {
        const request = { method: how, target, headers: { ...headers, origin: PAGE_ORIGIN } };
        new MemoryExchange(network, init, tap).send(request, resolve, reject);
      });
    if (asked.length > 0) {
      const preflight = {
        'access-control-request-method': method,
        'access-control-request-headers': asked.join(),
      };
      try {
        if (!(await send('OPTIONS', preflight, undefined)).ok) throw networkFailure();
      } catch (error) {
        wire?.ended(false);
        throw error;
      }
    }
    return send(method, { ...Object.fromEntries(sent), accept: sent.get('accept') ?? '*/*' }, wire);
  };
}

function abortion(): DOMException {
  return new DOMException('The operation was aborted.', 'AbortError');
}

function networkFailure(): TypeError {
  return new TypeError('Failed to fetch');
}

/** One request, from its start to its last byte or to its failure. */
class MemoryExchange {
  private readonly network: MemoryNetwork;
  private readonly signal: AbortSignal | null | undefined;
  private readonly timers = new Set<number>();
  private isOver = false;
  private finish: (wasWritten: boolean) => void = () => undefined;
  private body: ReadableStreamDefaultController<Uint8Array> | undefined;
  private failWith: (error: unknown) => void = () => undefined;
  private readonly wire: OpenWire | undefined;

  constructor(network: MemoryNetwork, { signal }: RequestInit, wire: OpenWire | undefined) {
    this.network = network;
    this.signal = signal;
    this.wire = wire;
  }

  send(
    request: Parameters<FaultLayer['begin']>[0],
    resolve: (response: Response) => void,
    reject: (error: unknown) => void,
  ): void {
    const { layer, service, time, wireMs } = this.network;
    this.failWith = reject;
    if (this.signal?.aborted === true) {
      this.onAbort();
      return;
    }
    this.signal?.addEventListener('abort', this.onAbort);
    if (this.isOffline(time.monotonicMs()) || request.target.length > MOST_ADDRESS_CHARS) {
      this.later(0, () => this.break(networkFailure()));
      return;
    }
    const handling = layer.begin(request);
    let delivery: Delivery | undefined;
    this.finish = (wasWritten) => handling.end(delivery, wasWritten);
    this.wire?.faulted(handling.action?.kind);
    this.breakWhenOffline();
    this.later(wireMs, () => {
      const answer = handling.ask === undefined ? undefined : service.answer(handling.ask);
      delivery = handling.deliver(answer);
      if (delivery.kind === 'hold') return;
      const whole = delivery;
      this.later(whole.waitMs + wireMs, () => {
        if (whole.kind === 'reset') this.break(networkFailure());
        else this.answer(whole, resolve);
      });
    });
  }

  private readonly onAbort = (): void => this.break(abortion());

  private answer(delivery: AnswerDelivery, resolve: (response: Response) => void): void {
    const { status, headers } = delivery;
    const allowed = headerOf(headers, 'access-control-allow-origin');
    const isRedirect = status >= 300 && status < 400;
    if (isRedirect || (allowed !== '*' && allowed !== PAGE_ORIGIN)) {
      this.break(networkFailure());
      return;
    }
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.body = controller;
      },
    });
    this.failWith = () => undefined;
    const open = readable(headers);
    this.wire?.answered(delivery, open);
    this.sendPieces(delivery, 0);
    resolve(new Response(stream, { status, headers: open }));
  }

  private sendPieces(delivery: AnswerDelivery, from: number): void {
    for (let at = from; at < delivery.pieces.length; at += 1) {
      const { afterMs, bytes } = delivery.pieces[at] as Piece;
      if (afterMs > 0 && at >= from && !this.waited.has(at)) {
        this.waited.add(at);
        this.later(afterMs, () => this.sendPieces(delivery, at));
        return;
      }
      if (bytes.length > 0) this.body?.enqueue(new Uint8Array(bytes));
    }
    // A body that is declared as compressed but is not cannot be read to its end.
    const isUnreadable = headerOf(delivery.headers, 'content-encoding') === 'gzip';
    if (isUnreadable || delivery.end === 'reset' || delivery.end === 'fin') this.break(networkFailure());
    else if (delivery.end === 'close') {
      this.body?.close();
      this.end(true);
    }
  }

  private readonly waited = new Set<number>();

  private break(error: unknown): void {
    if (this.isOver) return;
    this.end(false);
    this.failWith(error);
    try {
      this.body?.error(error);
    } catch {
      // The reader has cancelled, so nobody waits for the rest.
    }
  }

  private end(wasWritten: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const handle of this.timers) this.network.time.clear(handle);
    this.signal?.removeEventListener('abort', this.onAbort);
    this.wire?.ended(wasWritten);
    this.finish(wasWritten);
  }

  private later(delayMs: number, callback: () => void): void {
    const handle = this.network.time.arrive(() => {
      this.timers.delete(handle);
      if (!this.isOver) callback();
    }, delayMs);
    this.timers.add(handle);
  }

  private isOffline(atMs: number): boolean {
    return (this.network.offline ?? []).some((span) => atMs >= span.fromMs && atMs < span.toMs);
  }

  private breakWhenOffline(): void {
    const nowMs = this.network.time.monotonicMs();
    const next = (this.network.offline ?? []).find((span) => span.fromMs > nowMs);
    if (next !== undefined) this.later(next.fromMs - nowMs, () => this.break(networkFailure()));
  }
}

/** The headers that the page may read. */
function readable(headers: WireHeaders): Headers {
  const exposed = (headerOf(headers, 'access-control-expose-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const open = new Headers();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (OPEN_HEADERS.has(lower) || exposed.includes(lower)) open.append(name, value);
  }
  return open;
}
