import { powershellQuoted } from '../powershell.ts';
import {
  NEEDED,
  NOT_RUN,
  notRun,
  type SnippetLanguage,
  type SnippetPlan,
  type SnippetQuery,
  VARIABLE,
} from '../snippet.ts';
import { inParts } from '../../words.ts';
import { MAY_DELETE, MOST_IN_TRANSACTION, whichRows } from './deleting.ts';

function source({ tableName, filter, partitions }: SnippetQuery): string {
  const table = `Table = ${powershellQuoted(tableName)}`;
  if (partitions === undefined) {
    return `  @{ ${table}${filter === undefined ? '' : `; Filter = ${powershellQuoted(filter)}`} }`;
  }
  const lines = partitions.map(
    ({ partitionKey, rowKeys }) =>
      `    @{ Partition = ${powershellQuoted(partitionKey)}; Rows = @(${rowKeys.map(powershellQuoted).join(', ')}) }`,
  );
  return `  @{ ${table}; Partitions = @(\n${lines.join('\n')}\n  ) }`;
}

/** Undefined with a token, because the module takes none. */
function text(plan: SnippetPlan): string | undefined {
  const { endpoint, queries, credential } = plan;
  if (credential === 'token') return undefined;
  const library = 'Microsoft.Azure.Cosmos.Table';
  return `# PowerShell 7. Install-Module AzTable, Az.Storage; save as delete.ps1
# ${notRun('AzTable')} Try it on a few rows first.
# ./delete.ps1           counts the rows that it would delete, and changes nothing
# ./delete.ps1 -Delete   deletes them for good, up to ${MOST_IN_TRANSACTION} rows of a partition in one transaction
# ${whichRows(plan)}
# Interrupted? Run it again: rows that are gone are skipped. ${MAY_DELETE[credential]}
param([switch] $Delete)
$ErrorActionPreference = 'Stop'
Import-Module Az.Storage, AzTable
if (-not $env:${VARIABLE.sas}) { throw ${powershellQuoted(NEEDED.sas)} }
$credentials = [${library}.StorageCredentials]::new($env:${VARIABLE.sas})
$endpoint = ${powershellQuoted(endpoint)}
$sources = @(
${queries.map(source).join('\n')}
)

function Get-Key($table, $source) {
  if ($source.ContainsKey('Partitions')) {
    foreach ($partition in $source.Partitions) {
      foreach ($row in $partition.Rows) { [pscustomobject] @{ PartitionKey = $partition.Partition; RowKey = $row } }
    }
    return
  }
  # To the last page: Get-AzTableRow follows the continuation itself.
  $options = @{ Table = $table; SelectColumn = @('PartitionKey', 'RowKey'); ErrorAction = 'Stop' }
  if ($source.ContainsKey('Filter')) { $options.CustomFilter = $source.Filter }
  Get-AzTableRow @options
}

function Test-Gone($problem) {
  $answer = $problem.Exception.GetBaseException().RequestInformation
  $answer.HttpStatusCode -eq 404 -and $answer.ExtendedErrorInformation.ErrorCode -ne 'TableNotFound'
}

function Remove-Batch($table, $entities) {
  $batch = [${library}.${inParts('Table', 'BatchOperation')}]::new()
  foreach ($entity in $entities) { $batch.Delete($entity) }
  try { [void] $table.${inParts('Execute', 'Batch')}($batch) }
  catch {
    if (-not (Test-Gone $_)) { throw }
    # One row is already gone, so the service rejected the whole transaction: delete its rows one by one.
    foreach ($entity in $entities) {
      try { [void] $table.Execute([${library}.TableOperation]::Delete($entity)) }
      catch { if (-not (Test-Gone $_)) { throw } }
    }
  }
}

$rows = 0
$transactions = 0
$done = if ($Delete) { 'Deleted' } else { 'Would delete' }
foreach ($source in $sources) {
  $table = [${library}.CloudTable]::new([Uri] "$endpoint/$($source.Table)", $credentials)
  $entities = [Collections.Generic.List[object]]::new()
  $send = {
    if ($Delete) { Remove-Batch $table $entities }
    $script:rows += $entities.Count
    $script:transactions += 1
    Write-Output "$done $($entities.Count) $($source.Table) '$($entities[0].PartitionKey)' '$($entities[0].RowKey)'"
    $entities.Clear()
  }
  foreach ($key in (Get-Key $table $source)) {
    # Ordinal: -eq treats some different texts as equal.
    $isOther = $entities.Count -gt 0 -and
      -not [string]::Equals($entities[0].PartitionKey, $key.PartitionKey, [StringComparison]::Ordinal)
    if ($isOther -or $entities.Count -eq ${MOST_IN_TRANSACTION}) { . $send }
    $entity = [${library}.DynamicTableEntity]::new($key.PartitionKey, $key.RowKey)
    $entity.ETag = '*'
    $entities.Add($entity)
  }
  if ($entities.Count -gt 0) { . $send }
}
Write-Output "$done $rows rows in $transactions transactions."
`;
}

/** Documentation: Get-AzTableRow; Microsoft.Azure.Cosmos.Table: CloudTable, DynamicTableEntity, TableOperation and batches of them. */
export const powershellDelete: SnippetLanguage = {
  id: 'delete-powershell',
  title: 'PowerShell delete script',
  description: `Dry run first; PowerShell 7 and module AzTable; reads ${VARIABLE.sas}; ${NOT_RUN}`,
  text,
};
