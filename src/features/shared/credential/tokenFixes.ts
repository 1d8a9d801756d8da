import { STORAGE_RESOURCE, TOKEN_COMMAND } from '../../../core/entra.ts';

/** Text to run, paste or follow elsewhere. */
export interface Fix {
  /** The tool that it is for: "az CLI", "PowerShell", "Bicep", "Portal", ... */
  readonly title: string;
  readonly code: string;
}

/** How to get an access token for storage. `tenantId`: the tenant of the account, if `az` may be signed in to another one. */
export function tokenFixes(tenantId: string | undefined): readonly Fix[] {
  const tenant = tenantId === undefined ? '' : ` --tenant ${tenantId}`;
  const az = `${TOKEN_COMMAND}${tenant}`;
  const ofTenant = tenantId === undefined ? '' : ` -TenantId ${tenantId}`;
  const powerShell = [
    `(Get-AzAccessToken -ResourceUrl ${STORAGE_RESOURCE}${ofTenant} -AsSecureString).Token |`,
    '  ConvertFrom-SecureString -AsPlainText',
  ];
  return [
    { title: 'az CLI', code: tenantId === undefined ? az : `az login --tenant ${tenantId}\n${az}` },
    { title: 'PowerShell', code: powerShell.join('\n') },
  ];
}
