import { READER_ROLE } from '../../core/entra.ts';
import type { FixId } from '../../state/connection/diagnosis.ts';
import type { Session } from '../../state/connection/session.ts';
import { type Fix, tokenFixes } from '../shared/credential/FixTabs.tsx';

/** The page and account that a fix is written for. Holds no secret. */
export interface FixSubject {
  /** The origin of this page, as a CORS rule must name it. */
  readonly origin: string;
  readonly endpoint: Pick<Session['connection']['endpoint'], 'account' | 'host' | 'url' | 'kind'>;
  /** The tenant of the account, if it is known. */
  readonly tenantId?: string | undefined;
  /** What the page must be allowed to do, if it does more than reading. */
  readonly allowed?: CorsAllowed | undefined;
}

/** What a CORS rule and a SAS must allow. */
export interface CorsAllowed {
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  /** The letters of `sp`, and the names that the portal gives them. */
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

/** How to fix a problem, with one text for each tool. */
export function fixesFor(id: FixId, subject: FixSubject): readonly Fix[] {
  if (id === 'token') return tokenFixes(subject.tenantId);
  const texts = TEXTS[id](subject);
  return Object.entries(texts).map(([title, code]) => ({ title, code }));
}

/** The text of each tool, by its title. */
type Texts = Readonly<Record<string, string>>;

/** The texts of each fix. `cors-first`: the rule exists, but another rule matches before it. */
const TEXTS: Readonly<Record<Exclude<FixId, 'token'>, (subject: FixSubject) => Texts>> = {
  cors: (subject) => corsTexts(subject, 'last'),
  'cors-first': (subject) => corsTexts(subject, 'first'),
  sas: sasTexts,
  'network-rules': ({ endpoint: { account } }) => ({
    'az CLI': `# Adds an address; existing addresses stay.
az storage account network-rule add --resource-group '<group>' --account-name ${account} \\
  --ip-address '<public address of this computer>'`,
    PowerShell: `# Adds an address; existing addresses stay.
Add-AzStorageAccountNetworkRule -ResourceGroupName '<group>' -Name '${account}' \`
  -IPAddressOrRange '<public address of this computer>'`,
    Portal: `${account} > Security + networking > Networking > Firewalls and virtual networks
Add the public address of this computer under Firewall, leave the others, then Save.`,
  }),
  clock: () => ({
    Windows: '# In a terminal as administrator\nw32tm /resync',
    macOS: 'sudo sntp -sS time.apple.com',
    Linux: 'sudo timedatectl set-ntp true',
  }),
  reach: ({ endpoint: { host } }) => {
    const name = host.replace(/:\d+$/u, '');
    return {
      Windows: `Resolve-DnsName ${name}\nTest-NetConnection ${name} -Port 443`,
      'macOS, Linux': `nslookup ${name}\ncurl -sSI https://${host}/`,
    };
  },
  emulator: ({ endpoint: { host } }) => {
    // The emulators serve tables on port 10002.
    const port = /:(\d+)$/u.exec(host)?.[1] ?? '10002';
    return {
      npx: `npx -p azurite azurite-table --tableHost 127.0.0.1 --tablePort ${port}`,
      Docker: `docker run --rm -p ${port}:10002 mcr.microsoft.com/azure-storage/azurite \\
  azurite-table --tableHost 0.0.0.0`,
    };
  },
  tables: ({ endpoint: { account, kind } }): Texts =>
    kind === 'emulator'
      ? {}
      : {
          'az CLI': `az storage table list --account-name ${account} --query '[].name' --output tsv`,
          PowerShell: `${powerShellContext(account)}
Get-AzStorageTable -Context $ctx | Select-Object -ExpandProperty Name`,
        },
  /** How an administrator assigns the role. */
  role: ({ endpoint: { account } }) => ({
    'az CLI': `# Run by an owner of the account. A new role works after up to ten minutes.
az role assignment create --role '${READER_ROLE}' --assignee '<user or application>' \\
  --scope "$(az storage account show --name ${account} --query id --output tsv)"`,
    PowerShell: `# Run by an owner of the account. A new role works after up to ten minutes.
$scope = (Get-AzStorageAccount -ResourceGroupName '<group>' -Name '${account}').Id
New-AzRoleAssignment -RoleDefinitionName '${READER_ROLE}' -SignInName '<user>' -Scope $scope`,
    Portal: `${account} > Access control (IAM) > Add > Add role assignment
Choose ${READER_ROLE}, then the user, then Review + assign.`,
  }),
  account: ({ endpoint: { account } }) => ({
    'az CLI': `# The state of the account, and of the subscription you are signed in to:
az storage account show --name ${account} --query '{id:id, status:statusOfPrimary}'
az account show --query '{name:name, state:state}'`,
  }),
};

const powerShellContext = (account: string): string =>
  `$ctx = (Get-AzStorageAccount -ResourceGroupName '<group>' -Name '${account}').Context`;
const EMULATOR_TARGET = "--connection-string '<connection string of the emulator>'";

/** The least SAS for the whole account: tables, read and list, https, eight hours. */
function sasTexts({ endpoint: { account, url, kind }, allowed = READING }: FixSubject): Texts {
  const { permissions, permissionNames } = allowed;
  const expiry = "--expiry $(date -u -d '+8 hours' +%Y-%m-%dT%H:%MZ) --output tsv";
  if (kind === 'emulator')
    return {
      'az CLI': `az storage account generate-sas --services t --resource-types co --permissions ${permissions} \\
  ${expiry} \\
  ${EMULATOR_TARGET}`,
    };
  return {
    'az CLI': `az storage account generate-sas --account-name ${account} --services t --resource-types co \\
  --permissions ${permissions} --https-only ${expiry}`,
    PowerShell: `${powerShellContext(account)}
New-AzStorageAccountSASToken -Context $ctx -Service Table -ResourceType Container,Object \`
  -Permission '${permissions}' -Protocol HttpsOnly -ExpiryTime (Get-Date).AddHours(8)`,
    Portal: `${account} > Security + networking > Shared access signature
  Allowed services        Table
  Allowed resource types  Container, Object
  Allowed permissions     ${permissionNames}
  Allowed protocols       HTTPS only
Generate, copy the SAS token, and paste it here after ${url}`,
  };
}

/**
 * x-ms-* carries the continuation: without it a result cannot be told from its first page. WWW-Authenticate names the tenant
 * of the account.
 */
const EXPOSED_HEADERS = ['x-ms-*', 'Date', 'Retry-After', 'Content-Length', 'WWW-Authenticate'];
const MAX_AGE_S = 3600;

/** Names as words of a shell command. A star is quoted, because the shell would replace it with file names. */
const words = (names: readonly string[]): string =>
  names.map((name) => (name.includes('*') ? `'${name}'` : name)).join(' ');
/** Methods are written as in PowerShell's documentation. */
const pascal = (method: string): string => method.charAt(0) + method.slice(1).toLowerCase();
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/**
 * The CORS rule that this page needs, added to the existing ones. There can be five, and the first that matches is used. `az storage cors
 * add` appends; Set-AzStorageCORSRule and a deployment write the whole list, so they get all rules. `first`: puts the rule before the
 * others, because one of them matches this page and exposes nothing, so that a later rule is never reached.
 * Source: az storage cors; Set-AzStorageCORSRule ("overwrites the existing rules"); CORS rule reference ("the first matching rule is
 * used").
 */
function corsTexts(subject: FixSubject, place: 'last' | 'first'): Texts {
  const { origin, endpoint, allowed = READING } = subject;
  const { methods, headers } = allowed;
  const { account } = endpoint;
  const isLast = place === 'last';
  const az = corsAz(subject, isLast);
  if (endpoint.kind === 'emulator') return { 'az CLI': az };
  const read = '@(Get-AzStorageCORSRule -ServiceType Table -Context $ctx)';
  return {
    'az CLI': az,
    PowerShell: `# Set-AzStorageCORSRule replaces the whole list, so read it, add the rule and write it back.
${powerShellContext(account)}
${isLast ? `$rules = ${read}\n$rules += @{` : '$rules = @(@{'}
  AllowedOrigins  = @('${origin}')
  AllowedMethods  = @(${quoted(methods.map(pascal))})
  AllowedHeaders  = @(${quoted(headers)})
  ExposedHeaders  = @(${quoted(EXPOSED_HEADERS)})
  MaxAgeInSeconds = ${MAX_AGE_S}
${isLast ? '}' : `})\n$rules += ${read}`}
Set-AzStorageCORSRule -ServiceType Table -Context $ctx -CorsRules $rules`,
    Bicep: `// A deployment replaces the whole list. Print the existing rules and pass them in:
//   id=$(az storage account show --name ${account} --query id --output tsv)
//   az resource show --ids $id/tableServices/default --query properties.cors.corsRules
@description('The CORS rules that the table service has now')
param existingRules array

resource account 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: '${account}'
}
resource tables 'Microsoft.Storage/storageAccounts/tableServices@2023-05-01' = {
  parent: account
  name: 'default'
  properties: {
    cors: {
      corsRules: concat(${isLast ? 'existingRules, [' : '['}
        {
          allowedOrigins: [${quoted([origin])}]
          allowedMethods: [${quoted(methods)}]
          allowedHeaders: [${quoted(headers)}]
          exposedHeaders: [${quoted(EXPOSED_HEADERS)}]
          maxAgeInSeconds: ${MAX_AGE_S}
        }
      ${isLast ? '])' : '], existingRules)'}
    }
  }
}`,
    Portal: `${account} > Settings > Resource sharing (CORS) > Table service
${
  isLast
    ? 'Add a row, leave the others as they are, then Save:'
    : 'Make this the first row, enter the others again below it, then Save: the first matching rule wins.'
}
  Allowed origins   ${origin}
  Allowed methods   ${methods.join(', ')}
  Allowed headers   ${headers.join(',')}
  Exposed headers   ${EXPOSED_HEADERS.join(',')}
  Max age           ${MAX_AGE_S}`,
  };
}

/** Source of the generic update: `az resource`. */
function corsAz({ origin, endpoint, allowed = READING }: FixSubject, isLast: boolean): string {
  const { account, kind } = endpoint;
  const { methods, headers } = allowed;
  const service = `--services t ${kind === 'emulator' ? EMULATOR_TARGET : `--account-name ${account}`}`;
  const add = `az storage cors add ${service} \\
  --origins '${origin}' --methods ${methods.join(' ')} \\
  --allowed-headers ${words(headers)} \\
  --exposed-headers ${words(EXPOSED_HEADERS)} --max-age ${MAX_AGE_S}`;
  if (isLast) return `# Adds a rule; existing rules stay.\n${add}`;
  if (kind === 'emulator')
    return `# The first matching rule wins. List the existing rules:
az storage cors list ${service}
# Note them, clear them, add this one, then add the others again after it:
# az storage cors clear ${service}
${add}`;
  const rule = JSON.stringify({
    allowedOrigins: [origin],
    allowedMethods: methods,
    allowedHeaders: headers,
    exposedHeaders: EXPOSED_HEADERS,
    maxAgeInSeconds: MAX_AGE_S,
  });
  return `# Puts a rule before the existing ones, which stay: the first matching rule wins. Needs jq.
id=$(az storage account show --name ${account} --query id --output tsv)/tableServices/default
rule='${rule}'
rules=$(az resource show --ids "$id" --query properties.cors.corsRules --output json |
  jq -c --argjson rule "$rule" '[$rule] + (. // [])')
az resource update --ids "$id" --set "properties.cors.corsRules=$rules"`;
}
