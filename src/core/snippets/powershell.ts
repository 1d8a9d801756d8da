import { TOKEN_VERSION } from '../entra.ts';
import { queryOptions } from './rest.ts';
import {
  NEEDED,
  NOT_RUN,
  notRun,
  READS_VARIABLE,
  type SnippetLanguage,
  type SnippetPlan,
  type SnippetQuery,
  VARIABLE,
} from './snippet.ts';

/** A PowerShell string literal in single quotes. PowerShell treats curly quotes as quotes too, so all are doubled. */
export function powershellQuoted(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}

function call({ tableName, filter, select = [] }: SnippetQuery): string {
  const words = [
    `Get-AzTableRow -Table (Get-Table ${powershellQuoted(tableName)})`,
    ...(select.length === 0 ? [] : [`-SelectColumn @(${select.map(powershellQuoted).join(', ')})`]),
    ...(filter === undefined ? [] : [`-CustomFilter ${powershellQuoted(filter)}`]),
    '-ErrorAction Stop',
  ];
  return words.join(' ');
}

/** The AzTable module accepts no token, so the script reads the pages itself. */
function withToken({ endpoint, queries }: SnippetPlan): string {
  const calls = queries.map(
    (query) =>
      `Read-Table ${powershellQuoted(query.tableName)} ${powershellQuoted(queryOptions(query).join('&'))}`,
  );
  return `# ${notRun('PowerShell')}
# Reads every page of each query.
$ErrorActionPreference = 'Stop'
if (-not $env:${VARIABLE.token}) { throw ${powershellQuoted(NEEDED.token)} }
$headers = @{
  'Authorization' = "Bearer $env:${VARIABLE.token}"
  'x-ms-version'  = '${TOKEN_VERSION}'
  'Accept'        = 'application/json;odata=minimalmetadata'
}
$endpoint = ${powershellQuoted(endpoint)}
function Read-Table($name, $options) {
  $next = ''
  do {
    $page = Invoke-WebRequest -UseBasicParsing -Headers $headers -Uri ($endpoint + '/' + $name + '()?' + $options + $next)
    ($page.Content | ConvertFrom-Json).value
    $next = ''
    foreach ($part in 'NextPartitionKey', 'NextRowKey') {
      $value = [string] $page.Headers["x-ms-continuation-$part"]
      if ($value) { $next += '&' + $part + '=' + [Uri]::EscapeDataString($value) }
    }
  } while ($next)
}

${calls.join('\n')}
`;
}

function text(plan: SnippetPlan): string {
  return plan.credential === 'token' ? withToken(plan) : withSas(plan);
}

function withSas({ endpoint, queries }: SnippetPlan): string {
  return `# Install-Module AzTable, Az.Storage
# ${notRun('AzTable')}
# Reads every page of each query: Get-AzTableRow follows the continuation itself.
# -ErrorAction Stop: without it, a page that fails within the module looks like the last one.
$ErrorActionPreference = 'Stop'
Import-Module Az.Storage, AzTable
if (-not $env:${VARIABLE.sas}) { throw ${powershellQuoted(NEEDED.sas)} }
$credentials = [Microsoft.Azure.Cosmos.Table.StorageCredentials]::new($env:${VARIABLE.sas})
$endpoint = ${powershellQuoted(endpoint)}
function Get-Table($name) { [Microsoft.Azure.Cosmos.Table.CloudTable]::new([Uri]"$endpoint/$name", $credentials) }

${queries.map(call).join('\n')}
`;
}

/**
 * Documentation: the module AzTable, Get-AzTableRow; Microsoft.Azure.Cosmos.Table.CloudTable(Uri, StorageCredentials);
 * Invoke-WebRequest.
 */
export const powershellSnippet: SnippetLanguage = {
  id: 'powershell',
  title: 'PowerShell',
  description: `Module AzTable; ${READS_VARIABLE}; ${NOT_RUN}`,
  text,
};
