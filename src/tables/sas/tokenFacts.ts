import { STORAGE_RESOURCE, TOKEN_COMMAND, TOKEN_VERSION } from '../../core/entra.ts';
import type { ClockReading } from '../base/serviceClock.ts';
import type { TokenClaims } from './accessToken.ts';
import {
  type CredentialFacts,
  type CredentialNote,
  isoSeconds,
  note,
  timeProblems,
} from './credentialFacts.ts';

/** Azure Storage by its name and by its id. Source: Authorize with Microsoft Entra ID, resource IDs. */
const STORAGE: ReadonlySet<string> = new Set([
  plainAudience(STORAGE_RESOURCE),
  'e406a681-f3d4-42a8-90b6-c2b029497af1',
]);

/** The services that tokens of `az` and of the portal are for if they are not for storage. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['https://management.core.windows.net', 'Azure Resource Manager'],
  ['https://management.azure.com', 'Azure Resource Manager'],
  ['https://graph.microsoft.com', 'Microsoft Graph'],
  ['00000003-0000-0000-c000-000000000000', 'Microsoft Graph'],
]);

const MAX_SHOWN_CHARS = 80;

function plainAudience(text: string): string {
  return text.toLowerCase().replace(/\/+$/u, '');
}

function audienceProblems({ audiences }: TokenClaims, own: string): CredentialNote[] {
  const known = audiences.map(plainAudience);
  if (known.some((each) => STORAGE.has(each) || each === plainAudience(own))) return [];
  const [first = ''] = known;
  const whose = OTHERS.get(first);
  const shown = `${first.slice(0, MAX_SHOWN_CHARS)}${whose === undefined ? '' : ` (${whose})`}`;
  return [
    note(
      'aud',
      `The access token is for ${shown}, not for Azure Storage.`,
      `Get one for storage: ${TOKEN_COMMAND}`,
    ),
  ];
}

export interface TokenPlace {
  /** The audience of a token for this account only: the endpoint of its tables. */
  readonly ownAudience: string;
  /** The table that the address names. Other tables are then not listed, because the role may be limited to this one. */
  readonly tableName: string | undefined;
}

/**
 * Reads what a token says of itself. Its roles, which it does not state, decide the rest.
 * @param nowMs `nowMs` of the env, in milliseconds since the Unix epoch.
 * @param clock The difference between this computer's clock and the servers', if known.
 */
export function readTokenFacts(
  claims: TokenClaims,
  { ownAudience, tableName }: TokenPlace,
  nowMs: number,
  clock?: ClockReading,
): CredentialFacts {
  const { startsAtMs, expiresAtMs, tenantId } = claims;
  const life = { kind: 'token', expiresAtMs, startsAtMs } as const;
  const problems = [...audienceProblems(claims, ownAudience), ...timeProblems(life, nowMs, clock)];
  const canQuery = problems.length === 0;
  return {
    ...life,
    permissions: [],
    expiryText: `expires ${isoSeconds(expiresAtMs)}`,
    version: TOKEN_VERSION,
    tenantId,
    canQuery,
    canListTables: canQuery && tableName === undefined,
    canReadStats: true,
    problems,
    warnings: [],
  };
}
