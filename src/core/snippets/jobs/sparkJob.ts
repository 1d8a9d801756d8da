import { pythonQuoted } from '../python.ts';
import { READS_VARIABLE, type SnippetLanguage, type SnippetPlan } from '../snippet.ts';
import { PYTHON_COLUMNS, pythonPages, pythonPlan } from './pythonPages.ts';

function text(plan: SnippetPlan): string {
  const table = plan.queries[0]?.tableName ?? 'rows';
  return `# PySpark 3.4 or later; the workers need no further package. OUTPUT may be any path that Spark writes to, such as abfss://...
# Keyscope's tests run this with a stand-in for Spark, not on a cluster.
# Reads each query in a task of its own, to its last page, then writes Parquet with the columns that Keyscope's export has.
# Spark's times have six digits of the second: if one has a seventh, a column <name>@ticks holds all (100 ns since 0001-01-01).
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

from pyspark import StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql import types as T

OUTPUT = os.environ.get("OUTPUT", ${pythonQuoted(`${table}.parquet`)})
${pythonPlan(plan)}

${pythonPages(plan)}


${PYTHON_COLUMNS}


def read(query):
    token = {}
    while token is not None:
        text, token = page(query, token)
        for entity in parsed(text)["value"]:
            yield (query[0], entity["PartitionKey"], entity["RowKey"]), dict(cells(entity))


def is_inexact(cell, value):
    return cell[1:] == ("Edm.DateTime", False) and value % 10 != 0


def spark_value(kind, value):
    if value is None or kind != "Edm.DateTime":
        return value
    return datetime.datetime.min + datetime.timedelta(microseconds=value // 10)


KINDS = {
    "Edm.Int32": T.IntegerType(), "Edm.Int64": T.LongType(), "ticks": T.LongType(), "Edm.Double": T.DoubleType(),
    "Edm.Boolean": T.BooleanType(), "Null": T.BooleanType(), "Edm.DateTime": T.TimestampNTZType(), "Edm.Binary": T.BinaryType(),
}

spark = SparkSession.builder.getOrCreate()
read_rows = spark.sparkContext.parallelize(QUERIES, len(QUERIES)).flatMap(read)
${
  plan.sharesRows === true
    ? '# Some queries match the same rows.\nread_rows = read_rows.reduceByKey(lambda row, same: row)\n'
    : ''
}rows = read_rows.values().persist(StorageLevel.DISK_ONLY)
counts = rows.flatMap(lambda row: row.keys()).countByValue()
inexact = set(rows.flatMap(lambda row: [cell for cell, value in row.items() if is_inexact(cell, value)]).distinct().collect())
columns = columns_of(counts, inexact)
schema = T.StructType([
    T.StructField(name, KINDS.get(kind, T.StringType()), name not in ("PartitionKey", "RowKey")) for name, _, kind in columns
])
# Names of columns may differ by case alone.
spark.conf.set("spark.sql.caseSensitive", "true")
values = rows.map(lambda row: [spark_value(kind, row.get(cell)) for _, cell, kind in columns])
spark.createDataFrame(values, schema).write.mode("errorifexists").parquet(OUTPUT)
print(f"{OUTPUT}: {sum(count for cell, count in counts.items() if cell[0] == 'PartitionKey')} rows")
`;
}

/** Documentation: pyspark.SparkContext.parallelize, RDD.countByValue, pyspark.sql.types (spark.apache.org). */
export const sparkJob: SnippetLanguage = {
  id: 'job-pyspark',
  title: 'PySpark job',
  description: `A cluster, one task for each query, all rows to Parquet; tested with a stand-in for Spark; ${READS_VARIABLE}`,
  text,
};
