import {
  SAS_NEEDED,
  SAS_VARIABLE,
  type SnippetLanguage,
  type SnippetPlan,
  type SnippetQuery,
} from './snippet.ts';

/** A string of PowerShell, exactly: in single quotes, where it takes curly quotes for the same and both are doubled. */
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

function text({ endpoint, queries }: SnippetPlan): string {
  return `# Install-Module AzTable, Az.Storage
# Reads every page of each query: Get-AzTableRow follows the continuation itself.
# -ErrorAction Stop: without it, a page that fails within the module looks like the last one.
$ErrorActionPreference = 'Stop'
Import-Module Az.Storage, AzTable
if (-not $env:${SAS_VARIABLE}) { throw ${powershellQuoted(SAS_NEEDED)} }
$credentials = [Microsoft.Azure.Cosmos.Table.StorageCredentials]::new($env:${SAS_VARIABLE})
$endpoint = ${powershellQuoted(endpoint)}
function Get-Table($name) { [Microsoft.Azure.Cosmos.Table.CloudTable]::new([Uri]"$endpoint/$name", $credentials) }

${queries.map(call).join('\n')}
`;
}

/** Documentation: the module AzTable, Get-AzTableRow; Microsoft.Azure.Cosmos.Table.CloudTable(Uri, StorageCredentials). */
export const powershellSnippet: SnippetLanguage = {
  id: 'powershell',
  title: 'PowerShell',
  description: `Module AzTable; the SAS is read from ${SAS_VARIABLE}`,
  text,
};
