import { DEMO_SEED, demoTables, demoWindow } from '../demo/demoTables.mjs';
import { isoOf } from '../demo/keyText.mjs';
import { startAzurite } from './azurite.mjs';
import { createAccountSas } from './sas.mjs';

/**
 * @import { DemoTable, TickSpan } from '../demo/rows.mjs'
 * @import { Azurite } from './azurite.mjs'
 */

const READING_RULE = {
  allowedMethods: 'GET,HEAD,OPTIONS',
  allowedHeaders: 'x-ms-*,authorization,accept,dataserviceversion,maxdataserviceversion',
};
const SHARED_RULE = {
  exposedHeaders: 'x-ms-*,Date,Retry-After,Content-Length,WWW-Authenticate',
  maxAgeInSeconds: 3600,
};

/** How long a demo SAS is valid. An open page requests a new one before it ends. */
const SAS_LIFE_MS = 4 * 3_600_000;
/** A SAS begins 15 minutes early, because clocks differ. Microsoft recommends this. */
const SAS_HEAD_START_MS = 15 * 60_000;

/**
 * The rights of the stress lab: read, write, delete, list, add, create, update.
 * https://learn.microsoft.com/rest/api/storageservices/create-account-sas#table-service
 */
const WRITING_PERMISSIONS = 'rwdlacu';

/**
 * What a page gets to know about the demo account: enough to connect. Only the stress lab's SAS can write.
 * @typedef {object} DemoAccount
 * @property {string} endpoint path-style, without a slash at the end
 * @property {string} sas query string, without `?`
 * @property {string} expiresAt ISO 8601; request a new SAS before
 * @property {{ readonly from: string, readonly to: string }} window to open the account with: ISO, 7 digits
 * @property {readonly string[]} tables names, in order
 */

/**
 * @typedef {object} DemoService
 * @property {Azurite} azurite the service, with its key
 * @property {number} nowMs the present for all seeded times, milliseconds since the Unix epoch
 * @property {number} seed of the rows
 * @property {readonly DemoTable[]} tables the seeded tables
 * @property {TickSpan} window to open the account with, ticks
 * @property {(reading: readonly string[], writing?: readonly string[]) => Promise<void>} allowOrigins replaces the CORS rules: one for
 *   pages that read, one for the stress lab
 * @property {(endpoint: string) => DemoAccount} describe makes a new SAS for this address of the service: list tables and read entities
 * @property {(endpoint: string) => DemoAccount} describeWriting the same with a SAS that may write, for the stress lab
 * @property {() => Promise<void>} close ends the service
 */

/**
 * Starts an Azurite and seeds it with the demo account.
 * @param {{ nowMs?: number | undefined, seed?: number | undefined }} [options]
 * @returns {Promise<DemoService>}
 */
export async function startDemoService({ nowMs = Date.now(), seed = DEMO_SEED } = {}) {
  const azurite = await startAzurite();
  const tables = demoTables(nowMs, seed);
  for (const { name, rows } of tables) await azurite.createTable(name, rows);
  const window = demoWindow(nowMs);
  /** @type {(endpoint: string, permissions?: string) => DemoAccount} */
  const describe = (endpoint, permissions) => {
    const startsAt = new Date(Date.now() - SAS_HEAD_START_MS);
    const expiresAt = new Date(Date.now() + SAS_LIFE_MS);
    const { accountName, accountKey } = azurite;
    return {
      endpoint,
      sas: createAccountSas({ accountName, accountKey, startsAt, expiresAt, permissions }),
      expiresAt: `${expiresAt.toISOString().slice(0, 19)}Z`,
      window: spanText(window),
      tables: tables.map((table) => table.name),
    };
  };

  return {
    azurite,
    nowMs,
    seed,
    tables,
    window,
    allowOrigins: (reading, writing) =>
      azurite.setCors([
        {
          ...SHARED_RULE,
          ...READING_RULE,
          allowedOrigins: reading.join(','),
        },
        ...(writing === undefined
          ? []
          : [
              {
                ...SHARED_RULE,
                allowedOrigins: writing.join(','),
                allowedMethods: `${READING_RULE.allowedMethods},POST,PUT,MERGE,DELETE`,
                allowedHeaders: `${READING_RULE.allowedHeaders},content-type,if-match,prefer`,
              },
            ]),
      ]),
    describe: (endpoint) => describe(endpoint),
    describeWriting: (endpoint) => describe(endpoint, WRITING_PERMISSIONS),
    close: azurite.close,
  };
}

/**
 * @param {TickSpan} span
 * @returns {{ from: string, to: string }}
 */
function spanText({ from, to }) {
  return { from: isoOf(from), to: isoOf(to) };
}
