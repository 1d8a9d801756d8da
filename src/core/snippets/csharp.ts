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

/** A C# string literal. JSON's escapes are valid in C#; control characters and other line ends are escaped too. */
export function csharpQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function query({ tableName, filter, select = [] }: SnippetQuery): string {
  const columns = select.length === 0 ? 'null' : `new[] { ${select.map(csharpQuoted).join(', ')} }`;
  return `    (${csharpQuoted(tableName)}, ${filter === undefined ? 'null' : csharpQuoted(filter)}, ${columns}),`;
}

function text({ endpoint, queries, credential }: SnippetPlan): string {
  const isToken = credential === 'token';
  const made = isToken
    ? 'DelegatedTokenCredential.Create((_, _) => new AccessToken(token, DateTimeOffset.UtcNow.AddHours(1)))'
    : 'new AzureSasCredential(sas)';
  return `// dotnet add package Azure.Data.Tables
// ${notRun('Azure.Data.Tables')}
// Reads every page of each query: QueryAsync follows the continuation itself.
using System.Text.Json;
using System.Text.Json.Serialization;
using Azure${isToken ? '.Core' : ''};
using Azure.Data.Tables;

var ${credential} = Environment.GetEnvironmentVariable("${VARIABLE[credential]}")
    ?? throw new InvalidOperationException(${csharpQuoted(NEEDED[credential])});
// A Double may be NaN or infinite, which JSON has no number for: it is written as text.
var json = new JsonSerializerOptions { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };
var service = new TableServiceClient(new Uri(${csharpQuoted(endpoint)}), ${made});
var queries = new (string Table, string? Filter, string[]? Select)[]
{
${queries.map(query).join('\n')}
};
foreach (var (table, filter, select) in queries)
{
    await foreach (var entity in service.GetTableClient(table).QueryAsync<TableEntity>(filter, select: select))
    {
        Console.WriteLine(JsonSerializer.Serialize((IDictionary<string, object>)entity, json));
    }
}
`;
}

/**
 * Documentation: Azure.Data.Tables, TableServiceClient and TableClient.QueryAsync; Azure.Core, DelegatedTokenCredential; System.Text.Json,
 * JsonNumberHandling.
 */
export const csharpSnippet: SnippetLanguage = {
  id: 'csharp',
  title: 'C#',
  description: `Azure.Data.Tables; ${READS_VARIABLE}; ${NOT_RUN}`,
  text,
};
