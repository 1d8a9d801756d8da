import { bashQuoted } from './bash.ts';
import {
  SAS_NEEDED,
  SAS_VARIABLE,
  type SnippetLanguage,
  type SnippetPlan,
  type SnippetQuery,
} from './snippet.ts';

function call({ tableName, filter, select }: SnippetQuery): string {
  const options = [
    ...(filter === undefined ? [] : [`$filter=${filter}`]),
    ...(select === undefined || select.length === 0 ? [] : [`$select=${select.join(',')}`]),
  ];
  const words = options.flatMap((option) => ['--data-urlencode', bashQuoted(option)]);
  return ['read_query', bashQuoted(tableName), ...words].join(' ');
}

function text({ endpoint, queries }: SnippetPlan): string {
  return `#!/usr/bin/env bash
# Reads every page of each query; one JSON answer a line on standard output.
set -euo pipefail
: "\${${SAS_VARIABLE}:?${SAS_NEEDED}}"
endpoint=${bashQuoted(endpoint)}
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT

# The last value of a header; fails if the answer has none.
header() {
  awk -v name="$1:" 'tolower($1) == name { sub(/^[^:]*: */, ""); sub(/\\r$/, ""); value = $0; found = 1 }
    END { if (!found) exit 1; print value }' "$headers"
}

# read_query <table> [curl options]
read_query() {
  local url="$endpoint/$1()?$${SAS_VARIABLE}" next=() partition row
  shift
  while :; do
    # The address comes by standard input, so that the SAS is not in the list of processes.
    printf 'url = "%s"\\n' "$url" | curl --config - --globoff --get --fail --silent --show-error --retry 5 \\
      --header 'Accept: application/json;odata=minimalmetadata' --dump-header "$headers" \\
      "$@" \${next[@]+"\${next[@]}"}
    echo
    partition=$(header x-ms-continuation-nextpartitionkey) || break
    next=(--data-urlencode "NextPartitionKey=$partition")
    row=$(header x-ms-continuation-nextrowkey) || row=''
    if [ -n "$row" ]; then next+=(--data-urlencode "NextRowKey=$row"); fi
  done
}

${queries.map(call).join('\n')}
`;
}

/** Documentation: curl.se/docs/manpage.html; Query timeout and pagination (learn.microsoft.com). */
export const curlSnippet: SnippetLanguage = {
  id: 'curl',
  title: 'curl',
  description: `bash and curl; the SAS is read from ${SAS_VARIABLE}`,
  text,
};
