import { TOKEN_VERSION } from '../entra.ts';
import {
  NEEDED,
  READS_VARIABLE,
  type SnippetLanguage,
  type SnippetPlan,
  type SnippetQuery,
  VARIABLE,
} from './snippet.ts';

/** A JavaScript string literal. */
export function javascriptQuoted(text: string): string {
  return JSON.stringify(text);
}

function query({ tableName, filter, select = [] }: SnippetQuery): string {
  const members = [
    `table: ${javascriptQuoted(tableName)}`,
    ...(filter === undefined ? [] : [`filter: ${javascriptQuoted(filter)}`]),
    ...(select.length === 0 ? [] : [`select: [${select.map(javascriptQuoted).join(', ')}]`]),
  ];
  return `  { ${members.join(', ')} },`;
}

/** Pieces of a script: its import, its credential, and a client for the table that `table` names in the script. */
export function javascriptClient(plan: SnippetPlan, table: string) {
  const { credential } = plan;
  const isToken = credential === 'token';
  const options = [
    ...(isToken ? [`version: '${TOKEN_VERSION}'`] : []),
    // A service on this computer, such as an emulator, speaks plain http.
    ...(plan.endpoint.startsWith('http:') ? ['allowInsecureConnection: true'] : []),
  ].join(', ');
  const made = isToken
    ? '{ getToken: async () => ({ token, expiresOnTimestamp: Date.now() + 3_600_000 }) }'
    : 'new AzureSASCredential(sas)';
  return {
    imports: `import { ${isToken ? '' : 'AzureSASCredential, '}TableClient } from '@azure/data-tables';`,
    credential: `const ${credential} = process.env.${VARIABLE[credential]};
if (!${credential}) throw new Error(${javascriptQuoted(NEEDED[credential])});
const credential = ${made};`,
    client: `new TableClient(endpoint, ${table}, credential${options === '' ? '' : `, { ${options} }`})`,
  };
}

function text(plan: SnippetPlan): string {
  const { imports, credential, client } = javascriptClient(plan, 'table');
  return `// npm install @azure/data-tables; save as query.mjs, run with node
// Reads every page of each query: listEntities follows the continuation itself.
${imports}

const endpoint = ${javascriptQuoted(plan.endpoint)};
const queries = [
${plan.queries.map(query).join('\n')}
];
${credential}

for (const { table, filter, select } of queries) {
  const client = ${client};
  // Without conversion: a Date would lose four digits of a DateTime.
  const entities = client.listEntities({ queryOptions: { filter, select }, disableTypeConversion: true });
  for await (const entity of entities) console.log(JSON.stringify(entity));
}
`;
}

/** Documentation: @azure/data-tables, TableClient.listEntities. */
export const javascriptSnippet: SnippetLanguage = {
  id: 'javascript',
  title: 'JavaScript',
  description: `Node and @azure/data-tables; ${READS_VARIABLE}`,
  text,
};
