import { TableClient, TableServiceClient, type TableServiceClientOptions } from '@azure/data-tables';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import type { Answer } from '../../core/stress/answer.ts';
import { keyBytes, type Operation, RANGE_ROWS, ROW_OTHER_BYTES } from '../../core/stress/stressPlan.ts';
import type { TablesEnv } from '../base/env.ts';
import { cancelledError, faultOf } from '../base/tableError.ts';
import type { ConnectionText } from '../connection/connectionTypes.ts';
import { readRetryAfter } from '../wire/httpDate.ts';
import { createSender, type SentCounts } from './sender.ts';
import { newTableName } from './tableName.ts';

type TableOperation = Pick<Operation, 'kind' | 'keys'>;

export interface TestTable {
  readonly name: string;
  /** Sends one operation, once. Never throws for an answer or its absence; throws TableError 'cancelled' once aborted. */
  readonly send: (operation: TableOperation, signal: AbortSignal) => Promise<Answer>;
}

/** The account as the stress lab uses it: it can make tables of its own, load them, and delete them. */
export interface StressAccount {
  /** `name`: of `newTableName`. `entityBytes`: of each row, keys included. Throws TableError. */
  readonly createTable: (
    name: string,
    entityBytes: number,
    signal: AbortSignal,
  ) => Promise<Answer & { readonly table: TestTable | undefined }>;
  /** Deletes a table of the stress lab, whoever made it. */
  readonly deleteTable: (name: string, signal: AbortSignal) => Promise<Answer>;
  /** Deletes a table that does not exist: whether CORS and the SAS let this page write. 404 says yes. */
  readonly tryWriting: (signal: AbortSignal) => Promise<Answer>;
  readonly counts: () => SentCounts;
  /** On this computer: it never throttles as Azure does. */
  readonly isEmulator: boolean;
}

export function openStressAccount(
  { endpoint, credential }: Pick<ConnectionText, 'endpoint' | 'credential'>,
  env: TablesEnv,
): StressAccount {
  const sender = createSender({ env, endpointUrl: endpoint.url, credential });
  const options: TableServiceClientOptions = {
    httpClient: sender.httpClient,
    // The load's policy decides on retries.
    retryOptions: { maxRetries: 0 },
    // The address parser decides which endpoints may do without TLS.
    allowInsecureConnection: true,
  };
  const answered = async (
    work: () => Promise<number>,
    signal: AbortSignal,
    nowMs = env.nowMs(),
  ): Promise<Answer> => {
    try {
      return { status: 200, entities: await work() };
    } catch (caught) {
      const fault = faultOf(caught);
      if (fault?.kind === 'cancelled' || fault?.kind === 'closed' || fault?.kind === 'input') throw caught;
      if (signal.aborted) throw cancelledError();
      return {
        entities: 0,
        ...(fault === undefined ? refusalIn(caught, nowMs) : { status: 0, code: fault.kind }),
      };
    }
  };
  /** One request about a table itself. The SDK takes "exists already" and "not found" for success, so the answer is looked at. */
  const ofTable = async (
    ask: (service: TableServiceClient) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Answer> => {
    let seen: Answer | undefined;
    const httpClient: typeof sender.httpClient = {
      sendRequest: async (request) => {
        const response = await sender.httpClient.sendRequest(request);
        seen = { entities: 0, ...answerIn(response.status, response, env.nowMs()) };
        return response;
      },
    };
    const failed = await answered(async () => {
      await ask(new TableServiceClient(endpoint.url, { ...options, httpClient }));
      return 0;
    }, signal);
    return seen ?? failed;
  };
  const remove = (name: string, signal: AbortSignal): Promise<Answer> =>
    ofTable((service) => service.deleteTable(name, { abortSignal: signal }), signal);

  return {
    counts: sender.counts,
    isEmulator: endpoint.kind === 'emulator',
    createTable: async (name, entityBytes, signal) => {
      const answer = await ofTable((service) => service.createTable(name, { abortSignal: signal }), signal);
      // One that exists already is somebody else's.
      if (answer.status < 200 || answer.status > 299) return { ...answer, table: undefined };
      sender.own(name);
      const client = new TableClient(endpoint.url, name, options);
      return {
        ...answer,
        table: {
          name,
          send: (operation, own) => answered(() => run(client, operation, entityBytes, own), own),
        },
      };
    },
    deleteTable: remove,
    tryWriting: (signal) => remove(newTableName(0, env.random()), signal),
  };
}

/** Sends an operation; returns the rows that it wrote or read. */
async function run(
  client: TableClient,
  { kind, keys }: TableOperation,
  entityBytes: number,
  abortSignal: AbortSignal,
): Promise<number> {
  const given = { abortSignal };
  const [first] = keys;
  if (first === undefined) return 0;
  switch (kind) {
    case 'insert':
      await client.createEntity(rowOf(first, entityBytes), given);
      return 1;
    case 'upsert':
      // "Replace" is a PUT, which every CORS rule can allow; "Merge" would be a PATCH.
      await client.upsertEntity(rowOf(first, entityBytes), 'Replace', given);
      return 1;
    case 'transaction':
      await client.submitTransaction(
        keys.map((key) => ['create', rowOf(key, entityBytes)]),
        given,
      );
      return keys.length;
    case 'point read':
      await client.getEntity(first.partitionKey, first.rowKey, given);
      return 1;
    case 'row range':
      return readPage(
        client,
        `PartitionKey eq ${quoted(first.partitionKey)} and RowKey ge ${quoted(first.rowKey)}`,
        abortSignal,
      );
    case 'partition range':
      return readPage(client, `PartitionKey ge ${quoted(first.partitionKey)}`, abortSignal);
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

async function readPage(client: TableClient, filter: string, abortSignal: AbortSignal): Promise<number> {
  const rows = client.listEntities({ abortSignal, queryOptions: { filter } });
  const { value } = await rows.byPage({ maxPageSize: RANGE_ROWS }).next();
  return Array.isArray(value) ? value.length : 0;
}

function rowOf(key: EntityKey, entityBytes: number) {
  const rest = Math.max(0, entityBytes - ROW_OTHER_BYTES - keyBytes(key));
  // UTF-16: two bytes a character.
  return { ...key, Payload: 'x'.repeat(Math.floor(rest / 2)) };
}

/** What the SDK threw for an answer other than 2xx; its text, which may hold the address, is not kept. */
function refusalIn(caught: unknown, nowMs: number): Omit<Answer, 'entities'> {
  const status = memberIn(caught, 'statusCode');
  // Not of the service: a bug of this page, which must not look like an answer.
  if (typeof status !== 'number') throw caught;
  const { code, ...rest } = answerIn(status, memberIn(caught, 'response'), nowMs);
  // The refusal of one row in a transaction that was answered with 202.
  return { ...rest, code: code ?? codeOf(memberIn(caught, 'code')) };
}

function answerIn(status: number, response: unknown, nowMs: number): Omit<Answer, 'entities'> {
  const headers = memberIn(response, 'headers');
  const header = (name: string): string | undefined => {
    const get = memberIn(headers, 'get');
    const value: unknown = typeof get === 'function' ? get(name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return {
    status,
    code: codeOf(header('x-ms-error-code')) ?? codeIn(memberIn(response, 'bodyAsText')),
    retryAfterMs: readRetryAfter(header('retry-after') ?? null, nowMs),
  };
}

/** An error code, and no other text: whoever answers could put the address, with the SAS, into a header. */
function codeOf(text: unknown): string | undefined {
  return typeof text === 'string' && /^[A-Za-z]{1,80}$/u.test(text) ? text : undefined;
}

function codeIn(text: unknown): string | undefined {
  return typeof text === 'string'
    ? /"code"\s*:\s*"([A-Za-z]{1,80})"|<(?:m:)?[Cc]ode>([A-Za-z]{1,80})</u.exec(text)?.slice(1).find(Boolean)
    : undefined;
}

function memberIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
