import {
  TableClient,
  TableServiceClient,
  type TableServiceClientOptions,
  type TransactionAction,
} from '@azure/data-tables';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import { type Answer, isGone } from '../../core/stress/answer.ts';
import { keyBytes, type Operation, RANGE_ROWS, ROW_OTHER_BYTES } from '../../core/stress/stressPlan.ts';
import type { TablesEnv } from '../base/clock.ts';
import { cancelledError, faultOf } from '../base/tableError.ts';
import type { ConnectionText, TableEndpoint } from '../connection/connectionTypes.ts';
import { readRetryAfter } from '../wire/httpDate.ts';
import { createSender, type SentCounts } from './sender.ts';
import { newTableName } from './tableName.ts';
import type { TextFault } from '../../core/result.ts';
import type { CredentialFacts } from '../sas/credentialFacts.ts';

type TableOperation = Pick<Operation, 'kind' | 'keys'>;

export interface TestTable {
  readonly name: string;
  /**
   * Sends one operation, without a retry. Resolves with every answer, and also if there is none.
   * @throws TableError 'cancelled' once the signal aborts
   */
  readonly send: (operation: TableOperation, signal: AbortSignal) => Promise<Answer>;
}

/** The account for the stress lab, which can create its own tables, load them, and delete them. */
export interface StressAccount {
  /**
   * @param name From `newTableName`.
   * @param entityBytes Size of each row, keys included.
   * @throws TableError
   */
  readonly createTable: (
    name: string,
    entityBytes: number,
    signal: AbortSignal,
  ) => Promise<Answer & { readonly table: TestTable | undefined }>;
  /** Deletes a table of the stress lab, including one that an earlier visit left behind. */
  readonly deleteTable: (name: string, signal: AbortSignal) => Promise<Answer>;
  /**
   * Tries to delete a table that does not exist and to write to it, to see whether CORS and the SAS allow this page to do so. 404 means
   * that they do.
   */
  readonly tryWriting: (signal: AbortSignal) => Promise<Answer>;
  readonly counts: () => SentCounts;
  /** Whether the account is on this computer. An emulator never throttles as Azure does. */
  readonly isEmulator: boolean;
}

export function openStressAccount(
  { endpoint, credential }: Pick<ConnectionText, 'endpoint' | 'credential'>,
  env: TablesEnv,
): StressAccount {
  const sender = createSender({ env, endpointUrl: endpoint.url, credential });
  const options: TableServiceClientOptions = {
    httpClient: sender.httpClient,
    // Retries are up to the policy of the load.
    retryOptions: { maxRetries: 0 },
    // `http:` reaches this point only for endpoints that the parser of addresses allows without TLS.
    allowInsecureConnection: true,
  };
  const answered = async (work: () => Promise<Served>, signal: AbortSignal): Promise<Answer> => {
    try {
      return await work();
    } catch (caught) {
      const fault = faultOf(caught);
      if (fault?.kind === 'cancelled' || fault?.kind === 'closed' || fault?.kind === 'input') throw caught;
      if (signal.aborted) throw cancelledError();
      if (fault !== undefined) return { entities: 0, status: 0, code: fault.kind };
      return { entities: 0, ...refusalIn(caught, env.nowMs()) };
    }
  };
  /**
   * Sends one request about a table as such. The SDK treats "already exists" and "not found" as success, so the answer itself is examined.
   */
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
      // A table of this name that exists already belongs to somebody else.
      if (answer.status < 200 || answer.status > 299) return { ...answer, table: undefined };
      return { ...answer, table: open(name, entityBytes) };
    },
    deleteTable: remove,
    tryWriting: async (signal) => {
      // The name says that the table was made in 1970, so no table has this name.
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

/** HTTP status of a successful request, and how many rows it wrote or read. */
type Served = Pick<Answer, 'status' | 'entities'>;

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
      // "Replace" is a PUT, which every CORS rule can allow. "Merge" would be a PATCH.
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
  // The service stores UTF-16, so a character takes two bytes.
  return { ...key, Payload: 'x'.repeat(Math.floor(rest / 2)) };
}

/** What the SDK threw for an answer other than 2xx. Its text is not kept, since it may contain the address. */
function refusalIn(caught: unknown, nowMs: number): Omit<Answer, 'entities'> {
  const status = memberIn(caught, 'statusCode');
  // An error without a status comes from a bug of this page, and must not look like an answer.
  if (typeof status !== 'number') throw caught;
  const { code, ...rest } = answerIn(status, memberIn(caught, 'response'), nowMs);
  // If one row of a transaction is refused, the transaction itself is answered with 202, and only the error has the code.
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

/** Accepts only an error code: whoever answers could put the address, with the SAS, into a header. */
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

/**
 * The letters of `sp` that a stress test needs, with those words of `CredentialFacts.permissions` that give the right. Source: Create an
 * account SAS, table service, https://learn.microsoft.com/rest/api/storageservices/create-account-sas#table-service
 */
const NEEDED: readonly { readonly letter: string; readonly given: readonly string[]; readonly to: string }[] =
  [
    { letter: 'c', given: ['create', 'write'], to: 'create the test table' },
    { letter: 'a', given: ['add'], to: 'insert rows' },
    { letter: 'u', given: ['update'], to: 'upsert rows' },
    { letter: 'r', given: ['read'], to: 'read rows' },
    { letter: 'd', given: ['delete'], to: 'delete the test table' },
    { letter: 'l', given: ['list'], to: 'find test tables that were left behind' },
  ];

const NEXT_STEP =
  'Create an account SAS for the service Table, resource types Container and Object (srt=co), permissions Read, Write, Delete, List, Add, ' +
  'Create, Update (sp=rwdlacu), valid for an hour.';

/**
 * Why a credential cannot run a stress test according to its own text, so that it is refused before anything is sent or created. Undefined
 * if the text allows it.
 */
export function writingFault(
  { secondary }: Pick<TableEndpoint, 'secondary'>,
  facts: Pick<CredentialFacts, 'kind' | 'permissions' | 'canListTables' | 'problems'>,
): TextFault | undefined {
  const message = secondary
    ? 'This is a secondary endpoint, which can only be read. Use the primary endpoint.'
    : refusalOf(facts);
  return message === undefined ? undefined : { message, from: 0, to: 0, nextStep: NEXT_STEP };
}

function refusalOf({
  kind,
  permissions,
  canListTables,
  problems,
}: Parameters<typeof writingFault>[1]): string | undefined {
  if (kind === 'token')
    return 'The stress lab takes an account SAS, not an access token: a SAS can be limited to what a test needs, for an hour.';
  if (kind !== 'account') return 'This SAS is for one table. The stress lab needs a table of its own.';
  const missing = NEEDED.filter(({ given }) => !given.some((word) => permissions.includes(word)));
  if (missing.length > 0) {
    const list = missing.map(({ letter, to }) => `${letter} (${to})`).join(', ');
    return `The SAS lacks permissions: sp has no ${list}.`;
  }
  const [problem] = problems;
  if (problem !== undefined) return problem.message;
  return canListTables ? undefined : 'The SAS does not reach tables: srt has no c.';
}
