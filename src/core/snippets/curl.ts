import { TOKEN_VERSION } from '../entra.ts';
import {
  NEEDED,
  READS_VARIABLE,
  type SnippetCredential,
  type SnippetLanguage,
  type SnippetPlan,
  type SnippetQuery,
  VARIABLE,
} from './snippet.ts';

/** Quotes a word for a shell script: within single quotes only the quote itself is special. */
export function bashQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A query as words of a shell script: its table, and options of curl. */
export function curlQuery({ tableName, filter, select = [] }: SnippetQuery): string {
  const options = [
    ...(filter === undefined ? [] : [`$filter=${filter}`]),
    ...(select.length === 0 ? [] : [`$select=${select.join(',')}`]),
  ];
  const words = options.flatMap((option) => ['--data-urlencode', bashQuoted(option)]);
  return [bashQuoted(tableName), ...words].join(' ');
}

/** Passes the secret to curl by standard input, so that it does not show in the process list. */
const GIVEN: Readonly<
  Record<SnippetCredential, { readonly what: string; readonly lines: readonly string[] }>
> = {
  sas: {
    what: 'The address comes by standard input, so that the SAS is not in the list of processes.',
    lines: [
      `    printf 'url = "%s"\\n' "$url?$${VARIABLE.sas}" | curl --config - --globoff --get --fail --silent --show-error --retry 5 \\`,
      `      --header 'Accept: application/json;odata=minimalmetadata' --dump-header "$headers" \\`,
    ],
  },
  token: {
    what: 'The token comes by standard input, so that it is not in the list of processes.',
    lines: [
      `    printf 'header = "Authorization: Bearer %s"\\n' "$${VARIABLE.token}" | curl --config - --url "$url" \\`,
      '      --globoff --get --fail --silent --show-error --retry 5 \\',
      `      --header 'x-ms-version: ${TOKEN_VERSION}' \\`,
      `      --header 'Accept: application/json;odata=minimalmetadata' --dump-header "$headers" \\`,
    ],
  },
};

function text({ endpoint, queries, credential }: SnippetPlan): string {
  const { what, lines } = GIVEN[credential];
  return `#!/usr/bin/env bash
# Reads every page of each query; one JSON answer a line on standard output.
set -euo pipefail
: "\${${VARIABLE[credential]}:?${NEEDED[credential]}}"
endpoint=${bashQuoted(endpoint)}
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT

# A header of the last answer; fails with 1 if it has none. curl lists those of answers that it asked again, too.
header() {
  awk -v name="$1:" '/^HTTP/ { found = 0 } tolower($1) == name { sub(/^[^:]*: */, ""); sub(/\\r$/, ""); value = $0; found = 1 }
    END { if (!found) exit 1; print value }' "$headers"
}

# read_query <table> [curl options]
read_query() {
  local url="$endpoint/$1()" next=() partition row
  shift
  while :; do
    # ${what}
${lines.join('\n')}
      "$@" \${next[@]+"\${next[@]}"}
    echo
    partition=$(header x-ms-continuation-nextpartitionkey) || { [ $? = 1 ] && break; exit 1; }
    next=(--data-urlencode "NextPartitionKey=$partition")
    row=$(header x-ms-continuation-nextrowkey) || row=''
    if [ -n "$row" ]; then next+=(--data-urlencode "NextRowKey=$row"); fi
  done
}

${queries.map((query) => `read_query ${curlQuery(query)}`).join('\n')}
`;
}

/** Documentation: curl.se/docs/manpage.html; Query timeout and pagination (learn.microsoft.com). */
export const curlSnippet: SnippetLanguage = {
  id: 'curl',
  title: 'curl',
  description: `bash and curl; ${READS_VARIABLE}`,
  text,
};
