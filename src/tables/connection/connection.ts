import { MAX_PAGE_BYTES } from '../../core/entities/page/decodePage.ts';
import { pause, type TablesEnv } from '../base/clock.ts';
import { CONNECT_RETRY_POLICY, createRenewals } from './renewal.ts';
import type { Connection, ConnectionText, SecondaryReaders } from './connectionTypes.ts';
import { DEFAULT_LIMITS } from '../wire/deadline.ts';
import {
  createLanes,
  LANE_PRIORITY,
  type LanePriority,
  type Lanes,
  LANES_PER_HOST,
} from '../pacing/lanes.ts';
import type { PageQuery, PageReader, Transport, TransportDeps } from '../wire/pageReader.ts';
import { withRetry } from '../pacing/retry.ts';
import { type CredentialFacts, missedScope, timeProblems } from '../sas/credentialFacts.ts';
import { isSecondaryUrl, secondaryUrlOf } from './secondaryEndpoint.ts';
import { createSimpleTransport, readStats } from '../wire/simpleTransport.ts';
import type { Scrub } from '../base/signatureScrub.ts';
import { cancelledError, closedError, TableError, tableError, type TableFault } from '../base/tableError.ts';
import { judgeList, readAllTables } from './tableList.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { capital } from '../../core/words.ts';
import { type FaultClass, refusalFor, REFUSALS } from '../wire/refusals.ts';
import { isLoopback } from './endpoint.ts';

export interface ConnectionOptions {
  /** Called after another credential replaced the one in use. */
  readonly onRenewed?: () => void;
  /** Also read the account's secondary endpoint, if its address can be derived. Whether it exists shows only when it is read. */
  readonly useSecondary?: boolean;
  /** Loads the chunk with @azure/data-tables. */
  readonly loadSdk?: LoadSdk;
}

/** What both transports to one host need. */
interface HostDeps extends TransportDeps {
  readonly loadSdk: LoadSdk;
}

type LoadSdk = () => Promise<{ readonly createSdkTransport: (deps: TransportDeps) => Transport }>;

const loadSdkChunk: LoadSdk = () => import('../wire/sdkTransport.ts');

/** Opens an account. Only the returned object can send requests with its credential, and only until it is closed. */
export function openConnection(
  input: ConnectionText,
  env: TablesEnv,
  { onRenewed, useSecondary = false, loadSdk = loadSdkChunk }: ConnectionOptions = {},
): Connection {
  const closing = new AbortController();
  let facts = input.factsAt(env.nowMs(), env.clock.reading());
  const factsNow = (): CredentialFacts => facts;
  let lastFault: TableFault | undefined;
  const deps: HostDeps = {
    env,
    loadSdk,
    endpointUrl: input.endpoint.url,
    credential: input.credential,
    limits: DEFAULT_LIMITS,
    maxPageBytes: MAX_PAGE_BYTES,
  };
  const onEnd = (fault: TableFault | undefined): void => {
    lastFault = fault;
  };
  const secondaryUrl = useSecondary ? secondaryUrlOf(input.endpoint) : undefined;
  const lanes = createLanes(LANES_PER_HOST, secondaryUrl === undefined ? 1 : 2);
  const primary: Host = { replica: 'primary', lanes };
  const { automatic, reader, sdk } = openReaders(deps, primary, factsNow, closing.signal, onEnd);
  const secondary =
    secondaryUrl === undefined
      ? undefined
      : openSecondary(secondaryUrl, deps, lanes, factsNow, closing.signal);

  const renewals = createRenewals({
    env,
    closing: closing.signal,
    current: () => connection,
    trial: (credential, next) => {
      const trial = { ...deps, credential };
      const opened = automatic.inUse() === 'sdk' ? loadedSdk(trial) : simpleRequests(trial);
      return guarded(opened, { ...trial, ...primary }, () => next, closing.signal);
    },
    take: (credential, next) => {
      input.credential.takeFrom(credential);
      facts = next;
      onRenewed?.();
    },
  });
  const connection: Connection = {
    id: `connection-${Math.floor(env.random() * 2 ** 48).toString(36)}-${env.nowMs().toString(36)}`,
    account: input.endpoint.account,
    endpoint: input.endpoint,
    tableName: input.tableName,
    get facts() {
      return facts;
    },
    reader,
    sdk,
    secondary,
    transportInUse: automatic.inUse,
    lanes,
    listTables: async (signal) => {
      const found = await readAllTables((next) =>
        oneShot({ lanes, env }, LANE_PRIORITY.goOn, () => automatic.readTables(next, signal), signal),
      );
      return judgeList(found, facts.canQuery ? reader : undefined, signal);
    },
    readOnce: (query, signal) =>
      oneShot({ lanes, env }, LANE_PRIORITY.start, () => reader.readPage(query, signal), signal),
    ...renewals,
    lastFault: () => lastFault,
    isClosed: () => closing.signal.aborted,
    close: () => {
      input.credential.drop();
      closing.abort();
    },
  };
  return connection;
}

/** Makes a single request outside a run: retried a few times, and in a lane like every other request. */
function oneShot<T>(
  { lanes, env }: { readonly lanes: Lanes; readonly env: TablesEnv },
  priority: LanePriority,
  call: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const inLane = async (): Promise<T> => {
    const lane = await lanes.acquire(priority, signal);
    return call().finally(lane.release);
  };
  return withRetry(inLane, env, signal, CONNECT_RETRY_POLICY);
}

/** The host to send to, and the lanes that know how long it must be left alone. */
interface Host {
  readonly replica: Replica;
  readonly lanes: Pick<Lanes, 'hold' | 'heldMs'>;
}

/** The page readers of one host. Readable continuation tokens at one host prove nothing about the other. */
function openReaders(
  deps: HostDeps,
  host: Host,
  facts: () => CredentialFacts,
  closing: AbortSignal,
  onEnd?: OnEnd,
) {
  const simple = guarded(simpleRequests(deps), { ...deps, ...host }, facts, closing, onEnd);
  const sdk = guarded(loadedSdk(deps), { ...deps, ...host }, facts, closing, onEnd);
  const automatic = withFallback(simple, sdk);
  const reader: PageReader = {
    get transport() {
      return automatic.inUse();
    },
    readPage: automatic.readEntities,
    tokenReadable: automatic.tokenReadable,
    costsPreflight: () => automatic.inUse() === 'sdk' || facts().kind === 'token',
  };
  const { name: transport, readEntities: readPage, tokenReadable } = sdk;
  const sdkReader: PageReader = { transport, readPage, tokenReadable, costsPreflight: () => true };
  return { automatic, reader, sdk: sdkReader };
}

function openSecondary(
  url: string,
  deps: HostDeps,
  lanes: Lanes,
  facts: () => CredentialFacts,
  closing: AbortSignal,
): SecondaryReaders {
  const own = { ...deps, endpointUrl: url };
  const { reader, sdk } = openReaders(own, { replica: 'secondary', lanes }, facts, closing);
  return {
    url,
    host: new URL(url).host,
    reader,
    sdk,
    readStats: async (signal) =>
      facts().canReadStats ? readStats(own, AbortSignal.any([signal, closing])) : undefined,
  };
}

/** A transport that may still have to be loaded. */
interface Opened {
  readonly name: Transport['name'];
  readonly open: () => Promise<Transport>;
}

function simpleRequests(deps: TransportDeps): Opened {
  const transport = Promise.resolve(createSimpleTransport(deps));
  return { name: 'simple', open: () => transport };
}

/** The SDK is a chunk of its own, which most users never need. If loading it fails, the next request tries again. */
function loadedSdk(deps: HostDeps): Opened {
  let loading: Promise<Transport> | undefined;
  const open = (): Promise<Transport> => {
    loading ??= deps.loadSdk().then(
      (chunk) => chunk.createSdkTransport(deps),
      () => {
        loading = undefined;
        throw tableError({
          kind: 'network',
          message: 'The part of the page that holds the Azure SDK could not be loaded.',
          nextStep: 'Reload the page: a newer version may have been published.',
        });
      },
    );
    return loading;
  };
  return { name: 'sdk', open };
}

/** A transport that remembers whether it has ever read a continuation token. */
interface ProvenTransport extends Transport {
  readonly tokenReadable: PageReader['tokenReadable'];
}

/** Called after each request; the fault is undefined if it succeeded. */
type OnEnd = (fault: TableFault | undefined) => void;

/**
 * Wraps every call: waits while the host must be left alone, aborts when the connection closes, explains a refusal from what the credential
 * says of itself, and removes the signature from all texts of the answer.
 * It also remembers whether a continuation token was ever read, because a page whose token CORS hides looks like a last page. A readable
 * x-ms-request-id would be no proof: a CORS rule may expose that header and hide x-ms-continuation-*. A token that was read proves it, but
 * only for its own transport, since the two may match different rules. The rule may also change later, so a run proves its own ends
 * (`endProof.ts`). The proof needs NextPartitionKey, which is part of every token; NextRowKey would prove only that it is readable itself.
 */
function guarded(
  { name, open }: Opened,
  { replica, lanes, ...deps }: Pick<TransportDeps, 'env' | 'endpointUrl' | 'credential'> & Host,
  facts: () => CredentialFacts,
  closing: AbortSignal,
  onEnd?: OnEnd,
): ProvenTransport {
  const { env } = deps;
  let isProven = false;
  const guard = async <T>(
    tableName: string | undefined,
    signal: AbortSignal,
    call: (transport: Transport, signal: AbortSignal, scrub: Scrub) => Promise<T>,
  ): Promise<T> => {
    if (closing.aborted) throw closedError();
    if (signal.aborted) throw cancelledError();
    const either = AbortSignal.any([signal, closing]);
    // Must be taken before the request, because the credential may be replaced before the answer arrives.
    const scrub = deps.credential.scrub();
    try {
      // A request in a lane has waited already; this is for those without one. In a loop, because another answer may ask for a longer wait
      // meanwhile.
      for (let heldMs = lanes.heldMs(replica); heldMs > 0; heldMs = lanes.heldMs(replica))
        await pause(heldMs, env, either);
      const value = await call(await open(), either, scrub);
      onEnd?.(undefined);
      return value;
    } catch (caught) {
      if (closing.aborted && !signal.aborted) throw closedError();
      if (!(caught instanceof TableError)) throw caught;
      lanes.hold(replica, caught.fault.retryAfterMs ?? 0, env);
      const known = explainRefusal(scrubbed(caught, scrub), facts(), deps, tableName);
      onEnd?.(known.fault);
      throw known;
    }
  };
  return {
    name,
    tokenReadable: () => isProven,
    readEntities: (query, signal) =>
      guard(query.tableName, signal, async (transport, both, scrub) => {
        const page = await transport.readEntities(query, both);
        isProven ||= page.continuation?.nextPartitionKey !== undefined;
        return { ...page, transport: name, requestId: page.requestId && scrub(page.requestId) };
      }),
    readTables: (next, signal) =>
      guard(undefined, signal, (transport, both) => transport.readTables(next, both)),
  };
}

/** The service, or a proxy that answers in its place, may repeat the signature without `sig=` before it, which `redact` cannot find. */
function scrubbed({ fault }: TableError, scrub: Scrub): TableError {
  return tableError({
    ...fault,
    code: fault.code && scrub(fault.code),
    requestId: fault.requestId && scrub(fault.requestId),
    message: scrub(fault.message),
    nextStep: scrub(fault.nextStep),
  });
}

/**
 * Sends simple requests. If the service refuses their form, the call is repeated through the SDK; once that has worked, all later calls use
 * the SDK.
 */
function withFallback(simple: ProvenTransport, sdk: ProvenTransport) {
  let inUse: 'simple' | 'sdk' = 'simple';
  const through = async <T>(call: (transport: Transport) => Promise<T>): Promise<T> => {
    if (inUse === 'sdk') return call(sdk);
    try {
      return await call(simple);
    } catch (caught) {
      if (!(caught instanceof TableError) || caught.kind !== 'transport-refused') throw caught;
    }
    const value = await call(sdk);
    inUse = 'sdk';
    return value;
  };
  return {
    inUse: () => inUse,
    tokenReadable: () => (inUse === 'sdk' ? sdk : simple).tokenReadable(),
    readEntities: (query: PageQuery, signal: AbortSignal) =>
      through((transport) => transport.readEntities(query, signal)),
    readTables: (next: string | undefined, signal: AbortSignal) =>
      through((transport) => transport.readTables(next, signal)),
  };
}

/**
 * Adds to a refusal what the service does not say: that the credential has expired or is not valid yet (which may also look like no answer
 * at all, because such a refusal can lack the CORS headers), which limit of the SAS excludes the table, what the token lacks, or that the
 * account has no secondary.
 */
function explainRefusal(
  error: TableError,
  facts: CredentialFacts,
  { env, endpointUrl }: { readonly env: TablesEnv; readonly endpointUrl: string },
  tableName: string | undefined,
): TableError {
  const { fault } = error;
  const mayBeTime = fault.kind === 'auth' || fault.kind === 'network';
  const [untimely] = mayBeTime ? timeProblems(facts, env.nowMs(), env.clock.reading()) : [];
  if (untimely !== undefined) {
    const message = `${untimely.message} ${capital(fault.message)}`;
    return tableError({ ...fault, kind: 'expired', message, nextStep: untimely.nextStep });
  }
  const known = fault.kind === 'auth' ? refusalFor(fault, facts, isSecondaryUrl(endpointUrl)) : undefined;
  if (facts.kind === 'token' || known?.id === 'no-secondary') return explained(error, known);
  // Azurite answers a wrong signature with the code that Azure uses for whatever a SAS does not reach.
  const isScope = fault.code === 'AuthorizationFailure' && !isLoopback(new URL(endpointUrl).hostname);
  const missed = isScope ? missedScope(facts, tableName) : undefined;
  return explained(
    error,
    REFUSALS.find(({ id }) => id === missed),
  );
}

function explained(
  error: TableError,
  refusal: Pick<FaultClass, 'title' | 'nextStep'> | undefined,
): TableError {
  if (refusal === undefined) return error;
  const { fault } = error;
  return tableError({
    ...fault,
    message: `${refusal.title}: ${fault.message}`,
    nextStep: refusal.nextStep,
  });
}
