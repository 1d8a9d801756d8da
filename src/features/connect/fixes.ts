import { READER_ROLE } from '../../core/entra.ts';
import type { FixId } from '../../state/connection/diagnosis.ts';
import type { Session } from '../../state/connection/session.ts';
import { type Fix, tokenFixes } from '../shared/credential/tokenFixes.ts';

/** What a fix is written for. Holds no secret. */
export interface FixSubject {
  /** The origin of this page, as a CORS rule must name it. */
  readonly origin: string;
  readonly endpoint: Pick<Session['connection']['endpoint'], 'account' | 'host' | 'url' | 'kind'>;
  /** The tenant of the account, if it is known. */
  readonly tenantId?: string | undefined;
  /** What the page must be allowed, if it does more than reading. */
  readonly allowed?: CorsAllowed | undefined;
}

/** How to fix a problem, with one text for each tool. `cors-first`: the rule exists, but another one matches before it. */
export function fixesFor(id: FixId, subject: FixSubject): readonly Fix[] {
  switch (id) {
    case 'cors':
      return corsFixes(subject);
    case 'cors-first':
      return corsFirstFixes(subject);
    case 'sas':
      return sasFixes(subject);
    case 'network-rules':
      return networkRuleFixes(subject);
    case 'clock':
      return CLOCK_FIXES;
    case 'reach':
      return reachFixes(subject);
    case 'emulator':
      return emulatorFixes(subject);
    case 'tables':
      return tableFixes(subject);
    case 'token':
      return tokenFixes(subject.tenantId);
    case 'role':
      return roleFixes(subject);
    case 'account':
      return accountFixes(subject);
  }
}

/** What a CORS rule and a SAS must allow. */
export interface CorsAllowed {
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  /** Letters of `sp`, and their names in the portal. */
  readonly permissions: string;
  readonly permissionNames: string;
}

export const READING: CorsAllowed = {
  methods: ['GET', 'HEAD', 'OPTIONS'],
  /**
   * For an access token (authorization, x-ms-version) and for the SDK; a simple request with a SAS needs none. One rule
   * serves all: users who move from a SAS to a token need not change it, and it admits nobody who has neither.
   */
  headers: ['x-ms-*', 'authorization', 'accept', 'dataserviceversion', 'maxdataserviceversion'],
  permissions: 'rl',
  permissionNames: 'Read, List',
};
const allowedFor = ({ allowed = READING }: FixSubject): CorsAllowed => allowed;
/**
 * x-ms-* carries the continuation: without it a result cannot be told from its first page. WWW-Authenticate names the tenant
 * of the account.
 */
const EXPOSED_HEADERS = ['x-ms-*', 'Date', 'Retry-After', 'Content-Length', 'WWW-Authenticate'];
const MAX_AGE_S = 3600;

/** Words of a shell command. A star is quoted, because the shell would replace it with file names. */
const words = (names: readonly string[]): string =>
  names.map((name) => (name.includes('*') ? `'${name}'` : name)).join(' ');
/** As PowerShell's documentation writes methods. */
const pascal = (method: string): string => method.charAt(0) + method.slice(1).toLowerCase();
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/**
 * The CORS rule that this page needs, added to those that are there: five at most, and the first that matches wins.
 * `az storage cors add` adds; Set-AzStorageCORSRule and a deployment write the whole list, so they are given all of it.
 * Source: az storage cors; Set-AzStorageCORSRule ("overwrites the existing rules"); CORS rule reference.
 */
function corsFixes(subject: FixSubject): readonly Fix[] {
  const { endpoint } = subject;
  const az = ['# Adds a rule; existing rules stay.', ...corsAdd(subject)];
  if (endpoint.kind === 'emulator') return [{ title: 'az CLI', code: az.join('\n') }];
  return [
    { title: 'az CLI', code: az.join('\n') },
    { title: 'PowerShell', code: corsPowerShell(subject) },
    { title: 'Bicep', code: corsBicep(subject) },
    { title: 'Portal', code: corsPortal(subject) },
  ];
}

/**
 * The rule put before those that are there: one of them matches this page and exposes nothing, so that a rule behind it is
 * never looked at, and `az storage cors add` adds behind.
 * Source: CORS rule reference ("the first matching rule is used"); generic update of `az resource`.
 */
function corsFirstFixes(subject: FixSubject): readonly Fix[] {
  const { origin, endpoint } = subject;
  const { methods, headers } = allowedFor(subject);
  if (endpoint.kind === 'emulator') {
    const services = `--services t ${azTarget(endpoint)}`;
    const az = [
      '# The first matching rule wins. List the existing rules:',
      `az storage cors list ${services}`,
      '# Note them, clear them, add this one, then add the others again after it:',
      `# az storage cors clear ${services}`,
      ...corsAdd(subject),
    ];
    return [{ title: 'az CLI', code: az.join('\n') }];
  }
  const rule = JSON.stringify({
    allowedOrigins: [origin],
    allowedMethods: methods,
    allowedHeaders: headers,
    exposedHeaders: EXPOSED_HEADERS,
    maxAgeInSeconds: MAX_AGE_S,
  });
  const az = [
    '# Puts a rule before the existing ones, which stay: the first matching rule wins. Needs jq.',
    `id=$(az storage account show --name ${endpoint.account} --query id --output tsv)/tableServices/default`,
    `rule='${rule}'`,
    'rules=$(az resource show --ids "$id" --query properties.cors.corsRules --output json |',
    '  jq -c --argjson rule "$rule" \'[$rule] + (. // [])\')',
    'az resource update --ids "$id" --set "properties.cors.corsRules=$rules"',
  ];
  return [
    { title: 'az CLI', code: az.join('\n') },
    { title: 'PowerShell', code: corsPowerShell(subject, 'first') },
    { title: 'Bicep', code: corsBicep(subject, 'first') },
    { title: 'Portal', code: corsPortal(subject, 'first') },
  ];
}

function azTarget({ account, kind }: FixSubject['endpoint']): string {
  return kind === 'emulator'
    ? `--connection-string '<connection string of the emulator>'`
    : `--account-name ${account}`;
}

function corsAdd(subject: FixSubject): readonly string[] {
  const { origin, endpoint } = subject;
  const { methods, headers } = allowedFor(subject);
  return [
    `az storage cors add --services t ${azTarget(endpoint)} \\`,
    `  --origins '${origin}' --methods ${methods.join(' ')} \\`,
    `  --allowed-headers ${words(headers)} \\`,
    `  --exposed-headers ${words(EXPOSED_HEADERS)} --max-age ${MAX_AGE_S}`,
  ];
}

/** Position of the new rule: after the existing rules, or before them if one of them matches first. */
type RulePlace = 'last' | 'first';

function corsPowerShell(subject: FixSubject, place: RulePlace = 'last'): string {
  const {
    origin,
    endpoint: { account },
  } = subject;
  const { methods, headers } = allowedFor(subject);
  const read = '@(Get-AzStorageCORSRule -ServiceType Table -Context $ctx)';
  return [
    '# Set-AzStorageCORSRule replaces the whole list, so read it, add the rule and write it back.',
    `$ctx = (Get-AzStorageAccount -ResourceGroupName '<group>' -Name '${account}').Context`,
    ...(place === 'last' ? [`$rules = ${read}`, '$rules += @{'] : ['$rules = @(@{']),
    `  AllowedOrigins  = @('${origin}')`,
    `  AllowedMethods  = @(${quoted(methods.map(pascal))})`,
    `  AllowedHeaders  = @(${quoted(headers)})`,
    `  ExposedHeaders  = @(${quoted(EXPOSED_HEADERS)})`,
    `  MaxAgeInSeconds = ${MAX_AGE_S}`,
    ...(place === 'last' ? ['}'] : ['})', `$rules += ${read}`]),
    'Set-AzStorageCORSRule -ServiceType Table -Context $ctx -CorsRules $rules',
  ].join('\n');
}

function corsBicep(subject: FixSubject, place: RulePlace = 'last'): string {
  const {
    origin,
    endpoint: { account },
  } = subject;
  const { methods, headers } = allowedFor(subject);
  return [
    '// A deployment replaces the whole list. Print the existing rules and pass them in:',
    `//   id=$(az storage account show --name ${account} --query id --output tsv)`,
    '//   az resource show --ids $id/tableServices/default --query properties.cors.corsRules',
    "@description('The CORS rules that the table service has now')",
    'param existingRules array',
    '',
    "resource account 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {",
    `  name: '${account}'`,
    '}',
    "resource tables 'Microsoft.Storage/storageAccounts/tableServices@2023-05-01' = {",
    '  parent: account',
    "  name: 'default'",
    '  properties: {',
    '    cors: {',
    place === 'last' ? '      corsRules: concat(existingRules, [' : '      corsRules: concat([',
    '        {',
    `          allowedOrigins: [${quoted([origin])}]`,
    `          allowedMethods: [${quoted(methods)}]`,
    `          allowedHeaders: [${quoted(headers)}]`,
    `          exposedHeaders: [${quoted(EXPOSED_HEADERS)}]`,
    `          maxAgeInSeconds: ${MAX_AGE_S}`,
    '        }',
    place === 'last' ? '      ])' : '      ], existingRules)',
    '    }',
    '  }',
    '}',
  ].join('\n');
}

function corsPortal(subject: FixSubject, place: RulePlace = 'last'): string {
  const {
    origin,
    endpoint: { account },
  } = subject;
  const { methods, headers } = allowedFor(subject);
  return [
    `${account} > Settings > Resource sharing (CORS) > Table service`,
    place === 'last'
      ? 'Add a row, leave the others as they are, then Save:'
      : 'Make this the first row, enter the others again below it, then Save: the first matching rule wins.',
    `  Allowed origins   ${origin}`,
    `  Allowed methods   ${methods.join(', ')}`,
    `  Allowed headers   ${headers.join(',')}`,
    `  Exposed headers   ${EXPOSED_HEADERS.join(',')}`,
    `  Max age           ${MAX_AGE_S}`,
  ].join('\n');
}

/** The least SAS for the whole account: tables, read and list, https, eight hours. */
function sasFixes(subject: FixSubject): readonly Fix[] {
  const { account, url, kind } = subject.endpoint;
  const { permissions, permissionNames } = allowedFor(subject);
  if (kind === 'emulator') {
    const code = [
      `az storage account generate-sas --services t --resource-types co --permissions ${permissions} \\`,
      "  --expiry $(date -u -d '+8 hours' +%Y-%m-%dT%H:%MZ) --output tsv \\",
      "  --connection-string '<connection string of the emulator>'",
    ];
    return [{ title: 'az CLI', code: code.join('\n') }];
  }
  const az = [
    `az storage account generate-sas --account-name ${account} --services t --resource-types co \\`,
    `  --permissions ${permissions} --https-only --expiry $(date -u -d '+8 hours' +%Y-%m-%dT%H:%MZ) --output tsv`,
  ];
  const powerShell = [
    `$ctx = (Get-AzStorageAccount -ResourceGroupName '<group>' -Name '${account}').Context`,
    'New-AzStorageAccountSASToken -Context $ctx -Service Table -ResourceType Container,Object `',
    `  -Permission '${permissions}' -Protocol HttpsOnly -ExpiryTime (Get-Date).AddHours(8)`,
  ];
  const portal = [
    `${account} > Security + networking > Shared access signature`,
    '  Allowed services        Table',
    '  Allowed resource types  Container, Object',
    `  Allowed permissions     ${permissionNames}`,
    '  Allowed protocols       HTTPS only',
    `Generate, copy the SAS token, and paste it here after ${url}`,
  ];
  return [
    { title: 'az CLI', code: az.join('\n') },
    { title: 'PowerShell', code: powerShell.join('\n') },
    { title: 'Portal', code: portal.join('\n') },
  ];
}

function networkRuleFixes({ endpoint: { account } }: FixSubject): readonly Fix[] {
  const portal = [
    `${account} > Security + networking > Networking > Firewalls and virtual networks`,
    'Add the public address of this computer under Firewall, leave the others, then Save.',
  ];
  return [
    {
      title: 'az CLI',
      code: [
        '# Adds an address; existing addresses stay.',
        `az storage account network-rule add --resource-group '<group>' --account-name ${account} \\`,
        "  --ip-address '<public address of this computer>'",
      ].join('\n'),
    },
    {
      title: 'PowerShell',
      code: [
        '# Adds an address; existing addresses stay.',
        `Add-AzStorageAccountNetworkRule -ResourceGroupName '<group>' -Name '${account}' \``,
        "  -IPAddressOrRange '<public address of this computer>'",
      ].join('\n'),
    },
    { title: 'Portal', code: portal.join('\n') },
  ];
}

const CLOCK_FIXES: readonly Fix[] = [
  { title: 'Windows', code: '# In a terminal as administrator\nw32tm /resync' },
  { title: 'macOS', code: 'sudo sntp -sS time.apple.com' },
  { title: 'Linux', code: 'sudo timedatectl set-ntp true' },
];

function accountFixes({ endpoint: { account } }: FixSubject): readonly Fix[] {
  return [
    {
      title: 'az CLI',
      code: [
        '# The state of the account, and of the subscription you are signed in to:',
        `az storage account show --name ${account} --query '{id:id, status:statusOfPrimary}'`,
        "az account show --query '{name:name, state:state}'",
      ].join('\n'),
    },
  ];
}

function reachFixes({ endpoint: { host } }: FixSubject): readonly Fix[] {
  const name = host.replace(/:\d+$/u, '');
  return [
    { title: 'Windows', code: `Resolve-DnsName ${name}\nTest-NetConnection ${name} -Port 443` },
    { title: 'macOS, Linux', code: `nslookup ${name}\ncurl -sSI https://${host}/` },
  ];
}

/** 10002 is where the emulators listen for tables. */
const EMULATOR_PORT = '10002';

function emulatorFixes({ endpoint: { host } }: FixSubject): readonly Fix[] {
  const port = /:(\d+)$/u.exec(host)?.[1] ?? EMULATOR_PORT;
  return [
    {
      title: 'npx',
      code: `npx -p azurite azurite-table --tableHost 127.0.0.1 --tablePort ${port}`,
    },
    {
      title: 'Docker',
      code: `docker run --rm -p ${port}:10002 mcr.microsoft.com/azure-storage/azurite \\\n  azurite-table --tableHost 0.0.0.0`,
    },
  ];
}

function tableFixes({ endpoint: { account, kind } }: FixSubject): readonly Fix[] {
  if (kind === 'emulator') return [];
  return [
    {
      title: 'az CLI',
      code: `az storage table list --account-name ${account} --query '[].name' --output tsv`,
    },
    {
      title: 'PowerShell',
      code: [
        `$ctx = (Get-AzStorageAccount -ResourceGroupName '<group>' -Name '${account}').Context`,
        'Get-AzStorageTable -Context $ctx | Select-Object -ExpandProperty Name',
      ].join('\n'),
    },
  ];
}

/** How an administrator gives the role. */
function roleFixes({ endpoint: { account } }: FixSubject): readonly Fix[] {
  const az = [
    '# Run by an owner of the account. A new role works after up to ten minutes.',
    `az role assignment create --role '${READER_ROLE}' --assignee '<user or application>' \\`,
    `  --scope "$(az storage account show --name ${account} --query id --output tsv)"`,
  ];
  const powerShell = [
    '# Run by an owner of the account. A new role works after up to ten minutes.',
    `$scope = (Get-AzStorageAccount -ResourceGroupName '<group>' -Name '${account}').Id`,
    `New-AzRoleAssignment -RoleDefinitionName '${READER_ROLE}' -SignInName '<user>' -Scope $scope`,
  ];
  const portal = [
    `${account} > Access control (IAM) > Add > Add role assignment`,
    `Choose ${READER_ROLE}, then the user, then Review + assign.`,
  ];
  return [
    { title: 'az CLI', code: az.join('\n') },
    { title: 'PowerShell', code: powerShell.join('\n') },
    { title: 'Portal', code: portal.join('\n') },
  ];
}
