import { TOKEN_VERSION } from '../../entra.ts';
import { pythonQuoted } from '../python.ts';
import { NEEDED, type SnippetPlan, VARIABLE } from '../snippet.ts';

/**
 * Python code without packages, which the jobs share: it reads pages as this page does (`tables/wire`, `tables/pacing`), and names columns
 * as the Parquet export does (`entities/parquet`). A client library would refuse values that do not have the form that their type promises.
 */

function query({ tableName, filter, select = [] }: SnippetPlan['queries'][number]): string {
  const columns = select.length === 0 ? 'None' : pythonQuoted(select.join(','));
  return `    (${pythonQuoted(tableName)}, ${filter === undefined ? 'None' : pythonQuoted(filter)}, ${columns}),`;
}

/** What is read: the endpoint, its credential from the environment, and one query for each planned range. */
export function pythonPlan({ endpoint, queries, credential }: SnippetPlan): string {
  return `ENDPOINT = ${pythonQuoted(endpoint)}
# Table, $filter, $select: one for each range of the plan.
QUERIES = [
${queries.map(query).join('\n')}
]

CREDENTIAL = os.environ.get("${VARIABLE[credential]}", "").strip() or sys.exit(${pythonQuoted(NEEDED[credential])})`;
}

const HEADERS: Readonly<Record<SnippetPlan['credential'], string>> = {
  sas: '',
  token: `, "Authorization": "Bearer " + CREDENTIAL, "x-ms-version": "${TOKEN_VERSION}"`,
};

/** `page(query, token)`: one page and the token of the next. It retries with backoff, and no error text holds the credential. */
export function pythonPages({ credential }: SnippetPlan): string {
  return String.raw`TRIES = 8
RETRIED = {408, 429, 500, 502, 503, 504}


class Number(str):
    """A number of JSON, digit for digit."""


def first(pairs):
    """An object of JSON; of a name that occurs twice, the first value counts."""
    entity = {}
    for name, value in pairs:
        entity.setdefault(name, value)
    return entity


def parsed(text):
    return json.loads(text, parse_int=Number, parse_float=Number, object_pairs_hook=first)


def page(query, token):
    """One page as text, and the token of the next page: {} before the first page, None after the last."""
    table, query_filter, select = query
    options = {"$filter": query_filter, "$select": select, **token}
    words = urllib.parse.urlencode({n: v for n, v in options.items() if v}, quote_via=urllib.parse.quote)
    url = ENDPOINT + "/" + table + "()?" + words${credential === 'sas' ? ' + "&" + CREDENTIAL' : ''}
    headers = {"Accept": "application/json;odata=minimalmetadata"${HEADERS[credential]}}
    for attempt in range(TRIES):
        wait = min(60, 2 ** attempt) * (0.5 + random.random() / 2)
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as answer:
                text = answer.read().decode("utf-8-sig").replace("\r", " ").replace("\n", " ")
                body = json.loads(text)
                if not isinstance(body.get("value"), list) or "odata.error" in body or "error" in body:
                    raise ValueError("no page")
                names = ("NextPartitionKey", "NextRowKey")
                found = {n: answer.headers["x-ms-continuation-" + n] for n in names}
                return text, {n: v for n, v in found.items() if v} or None
        except urllib.error.HTTPError as error:
            why = f"HTTP {error.code} {error.headers.get('x-ms-error-code', '')}"
            if error.code not in RETRIED:
                break
            if (error.headers.get("Retry-After") or "").isdigit():
                wait = max(wait, int(error.headers["Retry-After"]))
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
            why = type(getattr(error, "reason", error)).__name__
            if why == "SSLCertVerificationError":
                break
        if attempt + 1 < TRIES:
            time.sleep(wait)
    raise RuntimeError(f"{table}, {query_filter}: {why}")`;
}

/** `cells(entity)` and `columns_of(kinds)`: how the Parquet export of the page names and types its columns. */
export const PYTHON_COLUMNS = String.raw`SYSTEM = {"PartitionKey": "Edm.String", "RowKey": "Edm.String", "Timestamp": "Edm.DateTime"}
TYPES = ["Edm.String", "Edm.Int32", "Edm.Int64", "Edm.Double", "Edm.Boolean", "Edm.DateTime", "Edm.Guid", "Edm.Binary", "Json"]
SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
INSTANT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?Z", re.ASCII)
EPOCH = 621355968000000000


def ticks_of(text):
    """100 ns since 0001-01-01."""
    match = INSTANT.fullmatch(text)
    if not match:
        return None
    try:
        since = datetime.datetime.fromisoformat(match[1]) - datetime.datetime.min
    except ValueError:
        return None
    return (since.days * 86400 + since.seconds) * 10_000_000 + int((match[2] or "0").ljust(7, "0"))


def is_int32(value):
    return re.fullmatch(r"-?\d{1,10}", value) is not None and str(int(value)) == value and -2**31 <= int(value) < 2**31


def native(kind, value):
    """The value as Parquet holds it; None if it is not what its type promises."""
    is_number, is_text = isinstance(value, Number), type(value) is str
    if kind == "Edm.Boolean":
        return value if isinstance(value, bool) else None
    if kind == "Edm.Int32":
        return int(value) if is_number and is_int32(value) else None
    if kind == "Edm.Int64":
        whole = (is_number or is_text) and re.fullmatch(r"-?[0-9]{1,19}", value)
        return int(value) if whole and str(int(value)) == value and -2**63 <= int(value) < 2**63 else None
    if kind == "Edm.Double":
        if not is_number:
            return SPECIAL.get(value) if is_text else None
        double = float(value)
        is_whole = re.fullmatch(r"-?\d+", value) and len(value) > 15
        return None if math.isinf(double) or (is_whole and int(double) != int(value)) else double
    if kind == "Edm.DateTime":
        return ticks_of(value) if is_text else None
    if kind == "Edm.Binary":
        try:
            data = base64.b64decode(value, validate=True) if is_text else None
        except ValueError:
            return None
        return data if data is not None and base64.b64encode(data).decode() == value else None
    if kind in ("Edm.String", "Edm.Guid"):
        return utf8(value) if is_text else None
    return utf8(text_of(value))


def utf8(text):
    """Half of a surrogate pair is no text in UTF-8."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def text_of(value):
    return str(value) if isinstance(value, str) else json.dumps(value)


def cells(entity):
    """Each value as ((property, type, whether it is not what its type promises), value). An instant is ticks."""
    for name, value in entity.items():
        if name in ("odata.etag", "odata.type", "odata.id", "odata.editLink") or name.endswith("@odata.type"):
            continue
        kind = SYSTEM.get(name) or entity.get(name + "@odata.type")
        if value is None:
            yield (name, "Null", False), True
            continue
        if kind is None and isinstance(value, Number):
            kind = "Edm.Int32" if is_int32(value) else "Edm.Double"
        elif kind is None:
            kind = "Edm.Boolean" if isinstance(value, bool) else "Edm.String" if isinstance(value, str) else "Json"
        held = native(kind, value)
        yield (name, kind, held is None), utf8(text_of(value)) if held is None else held


def columns_of(counts, inexact):
    """Columns as (name, cell, type) from how often each cell occurs, in order; inexact: cells with instants that the time type cannot hold."""
    found = []
    by_property = {name: {} for name in SYSTEM}
    for (name, kind, misfit), count in counts.items():
        by_property.setdefault(name, {})[kind, misfit] = count
    types = TYPES + [kind for _, kind, _ in counts if kind not in TYPES]
    for name, kinds in by_property.items():
        own = [(kind, misfit) for kind, misfit in kinds if kind != "Null" and not misfit]
        main = (SYSTEM[name], False) if name in SYSTEM else max(own, key=kinds.get, default=None)
        rest = [each for each in kinds if each != main]
        rest.sort(key=lambda each: -1 if each[0] == "Null" else types.index(each[0]) * 2 + each[1], reverse=True)
        for kind, misfit in ([main] if main else []) + rest:
            holds = kind + "@text" if misfit else kind
            suffix = "" if (kind, misfit) == main else holds
            cell = (name, kind, misfit)
            found.append((name, suffix, cell, "text" if misfit else kind))
            if cell in inexact:
                found.append((name, suffix + "@ticks" if suffix else "ticks", cell, "ticks"))
    names, taken = [None] * len(found), set()
    for at, (name, suffix, _, _) in enumerate(found):
        if suffix == "" and utf8(name) == name and name not in taken:
            names[at] = name
            taken.add(name)
    for at, (name, suffix, _, _) in enumerate(found):
        if names[at] is None:
            mark = "@" if suffix else ""
            while utf8(name) + mark + utf8(suffix) in taken:
                mark += "@"
            names[at] = utf8(name) + mark + utf8(suffix)
            taken.add(names[at])
    return [(name, cell, kind) for name, (_, _, cell, kind) in zip(names, found)]`;
