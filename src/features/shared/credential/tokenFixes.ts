import { STORAGE_RESOURCE, TOKEN_COMMAND } from '../../../core/entra.ts';

/** Text to run, paste or follow elsewhere. */
export interface Fix {
  /** Where: "az CLI", "PowerShell", "Bicep", "Portal", ... */
  readonly title: string;
  readonly code: string;
}

/** How to get an access token for storage. `tenantId`: of the account, if it is not the one that `az` is signed in to. */
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
