/** Text to run, paste or follow elsewhere. */
export interface Fix {
  /** Where: "az CLI", "PowerShell", "Bicep", "Portal", ... */
  readonly title: string;
  readonly code: string;
}

const RESOURCE = 'https://storage.azure.com/';

/** How to get an access token for storage. `tenantId`: of the account, if it is not the one that `az` is signed in to. */
export function tokenFixes(tenantId: string | undefined): readonly Fix[] {
  const tenant = tenantId === undefined ? '' : ` --tenant ${tenantId}`;
  const az = `az account get-access-token --resource ${RESOURCE} --query accessToken -o tsv${tenant}`;
  const ofTenant = tenantId === undefined ? '' : ` -TenantId ${tenantId}`;
  const powerShell = [
    `(Get-AzAccessToken -ResourceUrl ${RESOURCE}${ofTenant} -AsSecureString).Token |`,
    '  ConvertFrom-SecureString -AsPlainText',
  ];
  return [
    { title: 'az CLI', code: tenantId === undefined ? az : `az login --tenant ${tenantId}\n${az}` },
    { title: 'PowerShell', code: powerShell.join('\n') },
  ];
}

/** Reading rows needs a data role: Owner and Contributor manage the account, and read no row. */
const ROLE = 'Storage Table Data Reader';

/** How an administrator gives the role. */
export function roleFixes(account: string): readonly Fix[] {
  const az = [
    '# Run by an owner of the account. A new role works after up to ten minutes.',
    `az role assignment create --role '${ROLE}' --assignee '<user or application>' \\`,
    `  --scope "$(az storage account show --name ${account} --query id --output tsv)"`,
  ];
  const powerShell = [
    '# Run by an owner of the account. A new role works after up to ten minutes.',
    `$scope = (Get-AzStorageAccount -ResourceGroupName '<group>' -Name '${account}').Id`,
    `New-AzRoleAssignment -RoleDefinitionName '${ROLE}' -SignInName '<user>' -Scope $scope`,
  ];
  const portal = [
    `${account} > Access control (IAM) > Add > Add role assignment`,
    `Choose ${ROLE}, then the user, then Review + assign.`,
  ];
  return [
    { title: 'az CLI', code: az.join('\n') },
    { title: 'PowerShell', code: powerShell.join('\n') },
    { title: 'Portal', code: portal.join('\n') },
  ];
}
