import { fail, ok, type Result, type TextFault } from '../../core/result.ts';
import { holdsToken, splitToken } from '../../core/secrets.ts';
import { readConnectionText, readTokenText } from './connectionText.ts';
import type { Connection, ConnectionText } from './connectionTypes.ts';
import type { TablesEnv } from '../base/clock.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy, withRetry } from '../pacing/retry.ts';
import { type CredentialFacts, credentialName } from '../sas/credentialFacts.ts';
import type { SealedCredential } from '../sas/sealedCredential.ts';
import { closedError, TableError } from '../base/tableError.ts';
import type { Transport } from '../wire/pageReader.ts';

/** Retries for about two seconds and then reports the problem, because somebody is waiting for the connection. A run retries for longer. */
export const CONNECT_RETRY_POLICY: RetryPolicy = {
  ...DEFAULT_RETRY_POLICY,
  maxRetries: { service: 2, network: 1, protocol: 1 },
  retryAfterMaxMs: 2000,
};

type KeyRange = CredentialFacts['keyRange'];

/** In ordinal order of UTF-16 units, as the service compares keys. An undefined key means that the range is open at that end. */
function startsBefore(outer: KeyRange, inner: KeyRange): boolean {
  if (outer?.fromPartition === undefined) return true;
  if (inner?.fromPartition === undefined) return false;
  if (outer.fromPartition !== inner.fromPartition) return outer.fromPartition < inner.fromPartition;
  return (outer.fromRow ?? '') <= (inner.fromRow ?? '');
}

function endsAfter(outer: KeyRange, inner: KeyRange): boolean {
  if (outer?.toPartition === undefined) return true;
  if (inner?.toPartition === undefined) return false;
  if (outer.toPartition !== inner.toPartition) return outer.toPartition > inner.toPartition;
  if (outer.toRow === undefined) return true;
  return inner.toRow !== undefined && outer.toRow >= inner.toRow;
}

/** Whether `outer` contains every key of `inner`. Both ends are included; an undefined range is the whole table. */
function coversKeys(outer: KeyRange, inner: KeyRange): boolean {
  return startsBefore(outer, inner) && endsAfter(outer, inner);
}

function isSameName(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();
}

/**
 * Why a SAS for a single table cannot replace the one in use, with the next step; undefined if it can. It may reach fewer tables than
 * before, because the service refuses the others with an error (403), but it must reach every table that is being read.
 */
function tableFault(
  current: Pick<Connection, 'tableName' | 'facts'>,
  { tableName }: CredentialFacts,
  reads: readonly string[],
): readonly [message: string, nextStep: string] | undefined {
  if (tableName === undefined) return undefined;
  const before = current.facts.tableName ?? current.tableName;
  if (isSameName(tableName, before) || isSameName(tableName, current.tableName)) return undefined;
  const others = reads.filter((name) => !isSameName(tableName, name));
  if (reads.length > 0 && others.length === 0) return undefined;
  const [other] = others;
  const own = `This SAS is for the table ${tableName.slice(0, 63)} alone`;
  if (other !== undefined) {
    const more = others.length > 1 ? ` and ${others.length - 1} more` : '';
    const next =
      reads.length > 1 ? 'Paste a SAS for the account.' : `Paste a SAS for ${other}, or one for the account.`;
    return [`${own}; the run reads ${other}${more}.`, next];
  }
  return before === undefined
    ? [
        `${own}; the one before was for the account.`,
        'Paste an account SAS. While a run waits, its own dialog takes a SAS for the table that it reads.',
      ]
    : [
        `${own}; the one before was for the table ${before}.`,
        `Paste a SAS for ${before}, or one for the account.`,
      ];
}

/**
 * Why a SAS cannot replace the one in use; undefined if it can. It must reach all the same keys: with fewer, the service would silently
 * omit rows and a run would look complete.
 * @param reads Tables of the waiting run; if empty, any table may be read next.
 */
function renewalFault(
  current: Current,
  text: ConnectionText,
  facts: CredentialFacts,
  reads: readonly string[],
): TextFault | undefined {
  const fault = (message: string, nextStep: string): TextFault => ({ message, from: 0, to: 0, nextStep });
  const { endpoint } = current;
  if (text.endpoint.url !== endpoint.url) {
    return fault(
      `This ${credentialName(facts)} is for ${text.endpoint.url}, the connection is to ${endpoint.url}.`,
      `Paste one for ${endpoint.url}.`,
    );
  }
  const [problem] = facts.problems;
  if (problem !== undefined) {
    return fault(facts.problems.map(({ message }) => message).join(' '), problem.nextStep);
  }
  const narrowed = tableFault(current, facts, reads);
  if (narrowed !== undefined) return fault(...narrowed);
  if (!coversKeys(facts.keyRange, current.facts.keyRange)) {
    return fault(
      'This SAS reaches fewer keys (spk, srk, epk, erk) than the one before.',
      'Paste a SAS for the same keys or more.',
    );
  }
  return undefined;
}

/** A SAS without an address, as the portal and command lines print it. */
const BARE_SAS = /^[\s?&"'`]*[a-z]{1,6}=(?!.*:\/\/)/isu;

type Current = Pick<Connection, 'endpoint' | 'tableName' | 'facts'>;

/** Without an address, the text is taken to be for the connected account. A token never has one. */
function readRenewal(pasted: string, current: Current): Result<ConnectionText, TextFault> {
  const { url } = current.endpoint;
  const mayBeSas = /sig\s*=/iu.test(pasted);
  if (holdsToken(pasted) || (current.facts.kind === 'token' && !mayBeSas)) {
    const { account, token } = holdsToken(pasted) ? splitToken(pasted) : { account: '', token: pasted };
    const own = current.tableName === undefined ? url : `${url}/${current.tableName}`;
    return readTokenText({ account: account === '' ? own : account, token });
  }
  if (!BARE_SAS.test(pasted)) return readConnectionText(pasted);
  const read = readConnectionText(`${url}?${pasted.replace(/^[\s?&"'`]+/u, '')}`);
  // The address was added here, so positions would not fit the text that was pasted.
  return read.ok ? read : fail({ ...read.error, from: 0, to: 0 });
}

interface RenewalDeps {
  readonly env: TablesEnv;
  /** Aborts when the connection is closed. */
  readonly closing: AbortSignal;
  readonly current: () => Connection;
  /** Makes a transport that sends with this credential only. */
  readonly trial: (credential: SealedCredential, facts: CredentialFacts) => Transport;
  readonly take: (credential: SealedCredential, facts: CredentialFacts) => void;
}

export function createRenewals(deps: RenewalDeps): Pick<Connection, 'renew' | 'renewWith'> {
  const judge = (text: ConnectionText, reads: readonly string[] = []): Result<CredentialFacts, TextFault> => {
    if (deps.closing.aborted) return fail(textFault(closedError()));
    const { env } = deps;
    const facts = text.factsAt(env.nowMs(), env.clock.reading());
    const fault = renewalFault(deps.current(), text, facts, reads);
    return fault === undefined ? ok(facts) : fail(fault);
  };
  const renewWith: Connection['renewWith'] = (text, reads) => {
    const judged = judge(text, reads);
    if (judged.ok) deps.take(text.credential, judged.value);
    else text.credential.drop();
    return judged;
  };
  const renew: Connection['renew'] = async (pasted, reads) => {
    const read = readRenewal(pasted, deps.current());
    if (!read.ok) return read;
    const text = read.value;
    const judged = judge(text, reads);
    const refused = judged.ok
      ? await tryOut(deps.trial(text.credential, judged.value), text, judged.value, deps.env)
      : judged.error;
    if (refused === undefined) return renewWith(text, reads);
    text.credential.drop();
    return fail(refused);
  };
  return { renew, renewWith };
}

function textFault({ fault }: TableError): TextFault {
  return { message: fault.message, from: 0, to: 0, nextStep: fault.nextStep };
}

/** Tries a new credential by reading one row, or the table list if no table is known. Returns why it was refused; undefined if it works. */
async function tryOut(
  transport: Transport,
  text: ConnectionText,
  facts: CredentialFacts,
  env: TablesEnv,
): Promise<TextFault | undefined> {
  const { signal } = new AbortController();
  const { tableName } = text;
  const ask = async (): Promise<void> => {
    if (tableName !== undefined) {
      await transport.readEntities({ tableName, top: 1, select: ['PartitionKey', 'RowKey'] }, signal);
    } else if (facts.canListTables) {
      await transport.readTables(undefined, signal);
    }
  };
  try {
    await withRetry(ask, env, signal, CONNECT_RETRY_POLICY);
    return undefined;
  } catch (caught) {
    if (!(caught instanceof TableError)) throw caught;
    return textFault(caught);
  }
}
