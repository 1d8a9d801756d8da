import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';

/*
 * npm run recordings -- <folder>: reads recorded exchanges of a live table service with the app's own code, and compares what it read
 * with JSON.parse. Prints counts, the class of every error, and what differs. Ends with 1 if something differs or cannot be read.
 * A recording is a JSON file with `method`, `status`, `responseHeaders`, `body` and, if it is not whole, `partial` (why).
 */

/** @typedef {{ file: string, method: string, status: number, headers: Headers, body: string, isWhole: boolean }} Recording */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// Imported late, because it needs the installed packages.
const { createServer } = await import('vite');

const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
});
/** Loads a module of the app. @param {string} path @returns {Promise<any>} */
const load = (path) => server.ssrLoadModule(`/src/${path}`);
const { decodePage } = await load('core/entities/page/decodePage.ts');
const { pageEntity } = await load('core/entities/page/decodedPage.ts');
const { readAllTables } = await load('tables/connection/tableList.ts');
const { requireJson } = await load('tables/wire/answer.ts');
const { faultOf } = await load('tables/base/tableError.ts');
const { readSasFacts } = await load('tables/sas/sasFacts.ts');
const { diagnose } = await load('tables/diagnosis/diagnosis.ts');
await server.close();

/** Most differences that are printed. */
const MOST_SHOWN = 50;
/** What differs, a line each. @type {string[]} */
const differences = [];
/** How many recordings of each kind there are. @type {Map<string, number>} */
const kinds = new Map();
/** Classes of the errors. @type {Map<string, number>} */
const classes = new Map();
const counts = { rows: 0, values: 0, names: 0 };

/** @param {Map<string, number>} map @param {string} key */
const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);

const [folder] = process.argv.slice(2);
if (folder === undefined) end('Name the folder with the recordings: npm run recordings -- <folder>');
const recordings = readRecordings(folder);
if (recordings.length + differences.length === 0)
  end(`${folder} has no recordings (JSON files with a status and a body).`);
for (const recording of recordings) await look(recording);
report();

/** @param {string} message @returns {never} */
function end(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** @param {string} from @returns {readonly Recording[]} */
function readRecordings(from) {
  /** @type {string[]} */
  let files = [];
  try {
    files = readdirSync(from).filter((file) => file.endsWith('.json'));
  } catch (error) {
    end(`The folder ${from} cannot be read: ${String(error)}`);
  }
  return files.sort().flatMap((file) => {
    try {
      const parsed = JSON.parse(readFileSync(join(from, file), 'utf8'));
      const { method = 'GET', status, responseHeaders = {}, body = '', partial = '' } = parsed;
      if (typeof status !== 'number') count(kinds, 'no recording (no status)');
      else {
        const headers = new Headers();
        // A recording marks a removed part of a header by a character that no header can contain.
        for (const [name, value] of Object.entries(responseHeaders))
          if (value !== 'REDACTED') headers.set(name, String(value).replaceAll(/[^\t -ÿ]/gu, '?'));
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return [{ file, method, status, headers, body: text, isWhole: partial === '' }];
      }
    } catch (error) {
      differences.push(`${file}: no recording. ${String(error)}`);
    }
    return [];
  });
}

/** @param {Recording} recording */
async function look(recording) {
  const { file, status, body } = recording;
  try {
    if (status >= 400) lookAtError(recording);
    else if (!recording.isWhole) count(kinds, 'quoted in part, not read');
    else if (!body.startsWith('{')) count(kinds, body === '' ? 'without a body' : 'XML or Atom, not read');
    else await lookAtJson(file, body, JSON.parse(body));
  } catch (error) {
    differences.push(`${file}: ${String(error)}`);
  }
}

/** @param {string} file @param {string} body @param {any} parsed */
async function lookAtJson(file, body, parsed) {
  const isList = Array.isArray(parsed.value);
  const listed = isList ? parsed.value : [parsed];
  // The app reads only lists, so a single row or table is put into one.
  const list = isList ? body : `{"value":[${body.replace(/^\{"odata\.metadata":"[^"]*",/, '{')}]}`;
  if (/\$metadata#Tables\b/.test(parsed['odata.metadata'] ?? '') || listed[0]?.TableName !== undefined) {
    count(kinds, isList ? 'table lists' : 'single tables');
    await lookAtTables(file, list, listed);
  } else if (listed.some((/** @type {any} */ row) => row.PartitionKey === undefined)) {
    count(kinds, 'rows without keys, which the app never requests');
  } else {
    count(kinds, isList ? 'pages' : 'single rows');
    lookAtPage(file, list, listed);
  }
}

/** @param {string} file @param {string} body @param {readonly any[]} listed */
async function lookAtTables(file, body, listed) {
  const bytes = new TextEncoder().encode(body);
  const { names } = await readAllTables(() => Promise.resolve({ body: bytes, headersExposed: true }));
  counts.names += names.length;
  same(file, 'table names', names, [...new Set(listed.map(({ TableName }) => TableName))]);
}

/** @param {string} file @param {string} text @param {readonly any[]} entities */
function lookAtPage(file, text, entities) {
  const page = decodePage(new TextEncoder().encode(text));
  if (!page.ok) {
    differences.push(`${file}: ${page.error.message}`);
    return;
  }
  same(file, 'number of rows', page.value.rowCount, entities.length);
  for (const [row, entity] of entities.entries()) {
    counts.rows += 1;
    const { partitionKey, rowKey, timestamp, etag, properties } = pageEntity(page.value, row);
    const own = new Map(Object.entries(entity).filter(([name]) => !/^odata\.|@odata\.type$/.test(name)));
    const system = { PartitionKey: partitionKey, RowKey: rowKey, Timestamp: timestamp };
    for (const [name, value] of Object.entries(system)) {
      same(file, `row ${row}, ${name}`, value ?? '', own.get(name) ?? '');
      own.delete(name);
    }
    same(file, `row ${row}, etag`, etag, entity['odata.etag']);
    const names = properties.map((/** @type {{ name: string }} */ { name }) => name);
    same(file, `row ${row}, names`, names, [...own.keys()]);
    for (const property of properties) {
      counts.values += 1;
      const value = own.get(property.name);
      const where = `row ${row}, ${property.name}`;
      same(file, where, valueOf(property), value);
      same(file, `${where}, type`, property.type, typeIn(entity, property));
    }
  }
}

/** @param {{ form: string, text: string }} property */
function valueOf({ form, text }) {
  return form === 'string' ? text : JSON.parse(text);
}

/** @param {any} entity @param {{ name: string, form: string, text: string }} property */
function typeIn(entity, { name, form, text }) {
  const declared = entity[`${name}@odata.type`];
  if (declared !== undefined) return declared;
  if (form === 'boolean') return 'Edm.Boolean';
  if (form === 'number') return /[.eE]/.test(text) ? 'Edm.Double' : 'Edm.Int32';
  return 'Edm.String';
}

/** @param {string} file @param {string} what @param {unknown} found @param {unknown} expected */
function same(file, what, found, expected) {
  const [was, is] = [JSON.stringify(expected), JSON.stringify(found)];
  if (was !== is) differences.push(`${file}: ${what} reads ${is}, recorded is ${was}`);
}

/** @param {Recording} recording */
function lookAtError({ file, method, status, headers, body }) {
  count(kinds, 'errors');
  const nowMs = Date.parse(headers.get('date') ?? /Time:([\d:.TZ-]+)/.exec(body)?.[1] ?? '') || Date.now();
  const bytes = new TextEncoder().encode(body);
  const fault = thrownBy(() => requireJson({ status, headers, body: bytes }, 'recorded', nowMs));
  const code = /"code":"(\w+)"|<(?:m:)?[Cc]ode>(\w+)</.exec(body)?.slice(1).find(Boolean);
  same(file, 'error code', fault?.code, code ?? headers.get('x-ms-error-code') ?? undefined);
  const { id } = diagnose(factsOf(fault, nowMs));
  // The app only reads, so it need not explain a refused write.
  if (id === 'other' && method === 'GET') differences.push(`${file}: a refused read has no class`);
  count(classes, `${status} ${code ?? '(no code)'}: ${fault?.kind}, diagnosis ${id}`);
}

/** @param {() => void} work */
function thrownBy(work) {
  try {
    work();
  } catch (error) {
    return faultOf(error);
  }
  return undefined;
}

/** A connection with a SAS that is valid, so that the error alone decides. @param {unknown} fault @param {number} nowMs */
function factsOf(fault, nowMs) {
  const host = 'contoso.table.core.windows.net';
  const [st, se] = [-1, 1].map((hours) => new Date(nowMs + hours * 3_600_000).toISOString());
  const sas = new Map(
    Object.entries({ sv: '2022-11-02', ss: 't', srt: 'sco', sp: 'rl', spr: 'https', st, se }),
  );
  return {
    endpoint: { url: `https://${host}`, host, account: 'contoso', kind: 'azure', secondary: false },
    credential: readSasFacts(sas, nowMs),
    origin: 'https://keyscope.example',
    fault,
    isUnsent: false,
    isOnline: true,
    nowMs,
    elapsedMs: 0,
    isBlockedByPolicy: false,
  };
}

function report() {
  const lines = [
    `${recordings.length} recordings`,
    ...listed(kinds),
    `read: ${counts.rows} rows with ${counts.values} values, ${counts.names} table names`,
    'errors by class',
    ...listed(classes),
    differences.length === 0 ? 'Nothing differs.' : `${differences.length} differ:`,
    ...differences.slice(0, MOST_SHOWN).map((line) => `  ${line}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

/** @param {Map<string, number>} map */
function listed(map) {
  return [...map]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, n]) => `${String(n).padStart(5)}  ${what}`);
}
