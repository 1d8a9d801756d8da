import { capital } from '../../core/words.ts';
import type { TablesEnv } from '../base/env.ts';
import { type TableError, tableError } from '../base/tableError.ts';
import { type CredentialFacts, missedScope, timeProblems } from '../sas/credentialFacts.ts';
import { type FaultClass, refusalFor, REFUSALS } from '../wire/refusals.ts';
import { isLoopback } from './endpoint.ts';
import { isSecondaryUrl } from './secondaryEndpoint.ts';

/**
 * Adds to a refusal what the service does not say: that the credential has expired or is not valid yet (which may also look like no answer
 * at all, because such a refusal can lack the CORS headers), which limit of the SAS excludes the table, what the token lacks, or that the
 * account has no secondary.
 */
export function explainRefusal(
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
