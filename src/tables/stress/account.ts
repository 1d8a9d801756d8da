import {
  TableClient,
  TableServiceClient,
  type TableServiceClientOptions,
  type TransactionAction,
} from '@azure/data-tables';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import { type Answer, isGone } from '../../core/stress/answer.ts';
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
  /** Deletes a table that does not exist, and writes to it: whether CORS and the SAS let this page do so. 404 says yes. */
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
    work: () => Promise<Served>,
    signal: AbortSignal,
    nowMs = env.nowMs(),
  ): Promise<Answer> => {
    try {
      return await work();
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
      return { status: 204, entities: 0 };
    }, signal);
    return seen ?? failed;
  };
  const remove = (name: string, signal: AbortSignal): Promise<Answer> =>
    ofTable((service) => service.deleteTable(name, { abortSignal: signal }), signal);
  const open = (name: string, entityBytes: number): TestTable => {
    sender.own(name);
    const client = new TableClient(endpoint.url, name, options);
    return {
      name,
      send: (operation, signal) => answered(() => run(client, operation, entityBytes, signal), signal),
    };
  };

  return {
    counts: sender.counts,
    isEmulator: endpoint.kind === 'emulator',
    createTable: async (name, entityBytes, signal) => {
      const answer = await ofTable((service) => service.createTable(name, { abortSignal: signal }), signal);
      // One that exists already is somebody else's.
      if (answer.status < 200 || answer.status > 299) return { ...answer, table: undefined };
      return { ...answer, table: open(name, entityBytes) };
    },
    deleteTable: remove,
    tryWriting: async (signal) => {
      // Of 1970: no visit makes a table of this name.
      const name = newTableName(0, env.random());
      const deleted = await remove(name, signal);
      if (!isGone(deleted)) return deleted;
      const table = open(name, 0);
      const keys = [{ partitionKey: 'a', rowKey: 'b' }];
      const inserted = await table.send({ kind: 'insert', keys }, signal);
      return isGone(inserted) ? table.send({ kind: 'upsert', keys }, signal) : inserted;
    },
  };
}

/** HTTP status of a success, and the rows that it wrote or read. */
type Served = Pick<Answer, 'status' | 'entities'>;

/** Sends an operation. */
async function run(
  client: TableClient,
  { kind, keys }: TableOperation,
  entityBytes: number,
  abortSignal: AbortSignal,
): Promise<Served> {
  let status = 0;
  const given = {
    abortSignal,
    onResponse: (response: { readonly status: number }) => {
      status = response.status;
    },
  };
  const [first] = keys;
  if (first === undefined) throw new Error('An operation without keys');
  switch (kind) {
    case 'insert':
      await client.createEntity(rowOf(first, entityBytes), given);
      return { status, entities: 1 };
    case 'upsert':
      // "Replace" is a PUT, which every CORS rule can allow; "Merge" would be a PATCH.
      await client.upsertEntity(rowOf(first, entityBytes), 'Replace', given);
      return { status, entities: 1 };
    case 'transaction': {
      const rows = keys.map((key): TransactionAction => ['create', rowOf(key, entityBytes)]);
      const done = await client.submitTransaction(rows, given);
      return { status: done.status, entities: keys.length };
    }
    case 'point read':
      await client.getEntity(first.partitionKey, first.rowKey, given);
      return { status, entities: 1 };
    case 'row range':
    case 'partition range': {
      const partition = quoted(first.partitionKey);
      const filter =
        kind === 'row range'
          ? `PartitionKey eq ${partition} and RowKey ge ${quoted(first.rowKey)}`
          : `PartitionKey ge ${partition}`;
      const rows = client.listEntities({ ...given, queryOptions: { filter } });
      const { value } = await rows.byPage({ maxPageSize: RANGE_ROWS }).next();
      return { status, entities: Array.isArray(value) ? value.length : 0 };
    }
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

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
