import { TOKEN_VERSION } from '../../entra.ts';
import { bashQuoted, curlQuery } from '../curl.ts';
import { NEEDED, READS_VARIABLE, type SnippetLanguage, type SnippetPlan, VARIABLE } from '../snippet.ts';

/** Passes the secret to curl by standard input, so that the process list does not show it. */
const CONFIG: Readonly<Record<SnippetPlan['credential'], string>> = {
  sas: String.raw`printf 'url = "%s"\n' "$endpoint/$table()?$${VARIABLE.sas}"`,
  token: String.raw`printf 'url = "%s"\nheader = "Authorization: Bearer %s"\nheader = "x-ms-version: ${TOKEN_VERSION}"\n' "$endpoint/$table()" "$${VARIABLE.token}"`,
};

function text({ endpoint, queries, credential, sharesRows }: SnippetPlan): string | undefined {
  // The script could not drop a row that two queries return.
  if (sharesRows === true) return undefined;
  const table = queries[0]?.tableName ?? 'rows';
  return String.raw`#!/usr/bin/env bash
# Needs curl and jq. Reads each query to its last page: one entity a line, types kept, as Keyscope's NDJSON.
# jq cannot write Parquet; the Python job does.
# Interrupted? Run it again: each query continues after its last whole page. To read all rows anew, delete the folder of pages first.
set -euo pipefail
: "${'${'}${VARIABLE[credential]}:?${NEEDED[credential]}}"
endpoint=${bashQuoted(endpoint)}
folder=${bashQuoted(`${table}.pages`)}
file=${bashQuoted(`${table}.ndjson`)}
mkdir -p "$folder"
pages=()

# Prints a header of the last answer; exits with 1 if there is none. The file also holds the headers of answers that curl retried.
header() {
  awk -v name="$1:" '/^HTTP/ { found = 0 } tolower($1) == name { sub(/^[^:]*: */, ""); sub(/\r$/, ""); value = $0; found = 1 }
    END { if (!found) exit 1; print value }' "$2"
}

# ask <file of headers> <file of the page> [curl options]: fails unless the page is whole.
ask() {
  local headers=$1 page=$2
  shift 2
  ${CONFIG[credential]} |
    curl --config - --globoff --get --fail --silent --show-error --retry 8 --max-time 120 \
      --header 'Accept: application/json;odata=minimalmetadata' --dump-header "$headers" --output "$page" "$@" &&
    jq --exit-status '.value | type == "array"' "$page" > /dev/null
}

# read_query <number> <table> [curl options]: a page is a file; the headers of the last one tell where to continue.
read_query() {
  local query="$folder/$1" table=$2 at=0 next partition row asked tries status
  shift 2
  asked=$(printf '%q ' "$endpoint" "$table" "$@")
  if [ "$(cat "$query.query" 2>/dev/null)" != "$asked" ]; then
    rm -f "$query".*
    printf '%s\n' "$asked" > "$query.query"
  fi
  while [ -e "$query.$at.page" ]; do
    pages+=("$query.$at.page")
    at=$((at + 1))
  done
  while :; do
    next=()
    if [ "$at" -gt 0 ]; then
      partition=$(header x-ms-continuation-nextpartitionkey "$query.$((at - 1)).headers") || {
        [ $? = 1 ] && return 0
        exit 1
      }
      next=(--data-urlencode "NextPartitionKey=$partition")
      row=$(header x-ms-continuation-nextrowkey "$query.$((at - 1)).headers") || row=''
      if [ -n "$row" ]; then next+=(--data-urlencode "NextRowKey=$row"); fi
    fi
    tries=0
    # curl itself retries 503 and other transient errors. 22: the service refused; any other status: a broken connection.
    until ask "$query.$at.headers" "$query.part" "$@" ${'${next[@]+"${next[@]}"}'}; do
      status=$?
      tries=$((tries + 1))
      if [ "$status" = 22 ] || [ "$tries" = 6 ]; then exit "$status"; fi
      sleep $((2 ** tries))
    done
    mv "$query.part" "$query.$at.page"
    pages+=("$query.$at.page")
    at=$((at + 1))
  done
}

${queries.map((query, at) => `read_query ${String(at).padStart(4, '0')} ${curlQuery(query)}`).join('\n')}

# jq 1.6 rounds a Double of more than 17 digits; jq 1.7 keeps each digit.
printf '%s\0' "${'${pages[@]}'}" |
  xargs -0 jq --compact-output '.value[] | {PartitionKey, RowKey} + del(.["odata.etag"])' > "$file.part"
mv "$file.part" "$file"
echo "$file: $(wc -l < "$file") rows" >&2
`;
}

/** Documentation: curl.se/docs/manpage.html, jqlang.org/manual; Query timeout and pagination (learn.microsoft.com). */
export const shellJob: SnippetLanguage = {
  id: 'job-shell',
  title: 'bash job',
  description: `curl and jq, all rows to an NDJSON file (jq writes no Parquet), continues if interrupted; ${READS_VARIABLE}`,
  text,
};
