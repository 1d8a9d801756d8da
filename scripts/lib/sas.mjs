import { createHmac } from 'node:crypto';

/** The service version of the demo SAS. Its string-to-sign has no field for the encryption scope. */
const SIGNED_VERSION = '2019-02-02';

/**
 * Makes an account SAS for the table service that can only list tables and read entities. String-to-sign:
 * https://learn.microsoft.com/rest/api/storageservices/create-account-sas
 * @param {object} options
 * @param {string} options.accountName
 * @param {string} options.accountKey Base64
 * @param {Date} options.startsAt
 * @param {Date} options.expiresAt
 * @param {string | undefined} [options.permissions] default `rl`
 * @param {string | undefined} [options.resourceTypes] default `co`: tables (c) to list, entities (o) to read
 * @returns {string} the query string, without `?`
 */
export function createAccountSas({
  accountName,
  accountKey,
  startsAt,
  expiresAt,
  permissions = 'rl',
  resourceTypes = 'co',
}) {
  const start = toSeconds(startsAt);
  const expiry = toSeconds(expiresAt);
  const stringToSign = `${[
    accountName,
    permissions,
    't',
    resourceTypes,
    start,
    expiry,
    '',
    'https,http',
    SIGNED_VERSION,
  ].join('\n')}\n`;
  const signature = createHmac('sha256', Buffer.from(accountKey, 'base64'))
    .update(stringToSign, 'utf8')
    .digest('base64');
  return [
    ['sv', SIGNED_VERSION],
    ['ss', 't'],
    ['srt', resourceTypes],
    ['spr', 'https,http'],
    ['st', start],
    ['se', expiry],
    ['sp', permissions],
    ['sig', signature],
  ]
    .map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/**
 * @param {Date} date
 * @returns {string} ISO 8601 without fraction, as in SAS fields
 */
function toSeconds(date) {
  return `${date.toISOString().slice(0, 19)}Z`;
}
