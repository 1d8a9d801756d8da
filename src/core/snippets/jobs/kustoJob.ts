import { kqlQuoted } from '../kql.ts';
import { NOT_RUN, notRun, type SnippetLanguage, type SnippetPlan } from '../snippet.ts';

function text({ queries }: SnippetPlan): string | undefined {
  const table = queries[0]?.tableName ?? 'rows';
  const file = kqlQuoted(`${table}.parquet`);
  const name = kqlQuoted(table);
  if (file === undefined || name === undefined) return undefined;
  const place = 'https://<account>.blob.core.windows.net/<container>';
  const url = kqlQuoted(`${place}/${table}.parquet;impersonate`) ?? '';
  return `// Loads the Parquet file of this query into Azure Data Explorer: the exported file, or the one that the Python job wrote.
// ${notRun('Azure Data Explorer')}
// It signs in as you (impersonate): you need Storage Blob Data Reader on the container. Run each step by itself.

// 1. Upload the file: az storage blob upload --auth-mode login --account-name <account> --container-name <container> --file ${file}

// 2. The columns, as one line of text:
evaluate infer_storage_schema(dynamic({
  'StorageContainers': [h@'${place};impersonate'],
  'FileExtension': '.parquet',
  'DataFormat': 'parquet'
}))

// 3. The table, with these columns in place of <CslSchema>:
.create-merge table [${name}] (<CslSchema>)

// 4. The rows, by column name. Run it only once: a second run adds the same rows again.
.ingest async into table [${name}] (h${url}) with (format='parquet')

// 5. Whether it is done:
.show operations | where Command has 'ingest' | top 1 by StartedOn
`;
}

/** Documentation: infer_storage_schema plugin, .create-merge table, .ingest into (learn.microsoft.com/kusto). */
export const kustoJob: SnippetLanguage = {
  id: 'job-kusto',
  title: 'Kusto ingestion',
  description: `Azure Data Explorer, from the Parquet of an export or of a job; signs in as you; ${NOT_RUN}`,
  text,
};
