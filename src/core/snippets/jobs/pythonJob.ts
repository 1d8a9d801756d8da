import { pythonQuoted } from '../python.ts';
import { READS_VARIABLE, type SnippetLanguage, type SnippetPlan } from '../snippet.ts';
import { PYTHON_COLUMNS, pythonPages, pythonPlan } from './pythonPages.ts';

/** Reads all queries in parallel. */
const READ_ALL = `async def read_all():
    lanes = asyncio.Semaphore(LANES)
    done = 0

    async def one(at, query):
        nonlocal done
        async with lanes:
            await asyncio.to_thread(read, at, query)
        done += 1
        print(f"{done} of {len(QUERIES)} queries read", file=sys.stderr)

    # All are read as far as they can be; then the first error ends the job.
    for outcome in await asyncio.gather(*(one(at, query) for at, query in enumerate(QUERIES)), return_exceptions=True):
        if isinstance(outcome, BaseException):
            sys.exit(f"Not all rows were read. {outcome} Run it again to continue.")`;

/** Goes through the pages that were read twice: once to find the columns, and once to write their values. */
const WRITE = `def nanoseconds(ticks):
    value = (ticks - EPOCH) * 100
    return value if -2**63 <= value < 2**63 else None


def write():
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {
        "Edm.Int32": pa.int32(), "Edm.Int64": pa.int64(), "ticks": pa.int64(), "Edm.Double": pa.float64(),
        "Edm.Boolean": pa.bool_(), "Null": pa.bool_(), "Edm.DateTime": pa.timestamp("ns"), "Edm.Binary": pa.binary(),
    }
    counts, inexact = Counter(), set()
    for row in entities():
        counts.update(row.keys())
        inexact.update(cell for cell, value in row.items() if cell[1:] == ("Edm.DateTime", False) and nanoseconds(value) is None)
    columns = columns_of(counts, inexact)
    schema = pa.schema([
        pa.field(name, kinds.get(kind, pa.string()), nullable=name not in ("PartitionKey", "RowKey"))
        for name, _, kind in columns
    ])

    def batch(rows):
        arrays = []
        for (_, cell, kind), field in zip(columns, schema):
            values = [row.get(cell) for row in rows]
            if kind == "Edm.DateTime":
                values = [None if value is None else nanoseconds(value) for value in values]
                arrays.append(pa.array(values, pa.int64()).cast(field.type))
            else:
                arrays.append(pa.array(values, field.type))
        return pa.record_batch(arrays, schema=schema)

    # Under another name until it is whole.
    with pq.ParquetWriter(FILE + ".part", schema, version="2.6") as writer:
        rows = []
        for row in entities():
            rows.append(row)
            if len(rows) == 10_000:
                writer.write_batch(batch(rows))
                rows = []
        if rows:
            writer.write_batch(batch(rows))
    os.replace(FILE + ".part", FILE)
    print(f"{FILE}: {sum(count for cell, count in counts.items() if cell[0] == 'PartitionKey')} rows", file=sys.stderr)`;

function text(plan: SnippetPlan): string {
  const table = plan.queries[0]?.tableName ?? 'rows';
  return `# python3 -m pip install pyarrow
# Reads each query to its last page, then writes one Parquet file with the columns that Keyscope's export has.
# Interrupted? Run it again: each query continues after its last whole page. To read all rows anew, delete the folder of pages first.
import asyncio
import base64
import datetime
import http.client
import json
import math
import os
import random
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter

FOLDER = ${pythonQuoted(`${table}.pages`)}
FILE = ${pythonQuoted(`${table}.parquet`)}
LANES = 16
${pythonPlan(plan)}

${pythonPages(plan)}


def read(at, query):
    """Adds the pages of a query to its file, one a line; beside it is what was read so far."""
    path = os.path.join(FOLDER, f"{at:04}")
    so_far = {"query": [ENDPOINT, *query], "bytes": 0, "token": {}}
    try:
        with open(path + ".json") as file:
            known = json.load(file)
        if known["query"] == so_far["query"]:
            so_far = known
    except (OSError, ValueError):
        pass
    with open(path + ".pages", "ab") as file:
        file.truncate(so_far["bytes"])
        while so_far["token"] is not None:
            text, so_far["token"] = page(query, so_far["token"])
            file.write(text.encode() + b"\\n")
            file.flush()
            os.fsync(file.fileno())
            so_far["bytes"] = file.tell()
            with open(path + ".next", "w") as state:
                json.dump(so_far, state)
            os.replace(path + ".next", path + ".json")


${READ_ALL}


${PYTHON_COLUMNS}


def entities():
    ${plan.sharesRows === true ? '# Some queries match the same rows.\n    seen = set()\n    ' : ''}for at, query in enumerate(QUERIES):
        with open(os.path.join(FOLDER, f"{at:04}.pages"), encoding="utf-8") as file:
            for line in file:
                for entity in parsed(line)["value"]:
${
  plan.sharesRows === true
    ? `                    key = (query[0], entity["PartitionKey"], entity["RowKey"])
                    if key in seen:
                        continue
                    seen.add(key)
`
    : ''
}                    yield dict(cells(entity))


${WRITE}


os.makedirs(FOLDER, exist_ok=True)
asyncio.run(read_all())
write()
`;
}

/** Documentation: asyncio.to_thread, urllib.request, json (docs.python.org); pyarrow.parquet.ParquetWriter (arrow.apache.org). */
export const pythonJob: SnippetLanguage = {
  id: 'job-python',
  title: 'Python job',
  description: `One machine, all rows to a Parquet file, continues if interrupted; needs pyarrow; ${READS_VARIABLE}`,
  text,
};
