import type { TextFault } from '../../core/result.ts';
import type { TableEndpoint } from '../connection/connectionTypes.ts';
import type { CredentialFacts } from '../sas/credentialFacts.ts';

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
