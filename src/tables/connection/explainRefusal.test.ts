import { expect, it } from 'vitest';
import { faultFrom } from '../wire/pageReader.fixture.ts';
import { FAKE_SAS, FAKE_SIGNATURE, jsonResponse } from '../wire/scriptedFetch.fixture.ts';
import { ACCOUNT, connect } from './connect.fixture.ts';
import { fakeToken } from '../sas/accessToken.fixture.ts';

const LOCAL = 'http://127.0.0.1:10002/devstoreaccount1';

/** How a run explains AuthorizationFailure, the one code that the service has for everything that a SAS does not allow. */
async function said(endpoint: string, fields: string, tableName: string) {
  const value = 'This request is not authorized to perform this operation.';
  const refused = { 'odata.error': { code: 'AuthorizationFailure', message: { value } } };
  const pasted = `${endpoint}?sv=2019-02-02&sp=r&${fields}&sig=${FAKE_SIGNATURE}`;
  const { connection, clock } = connect(() => jsonResponse(refused, {}, 403), pasted);
  const page = connection.reader.readPage(
    { tableName, filter: "PartitionKey eq 'c'" },
    new AbortController().signal,
  );
  const { message, nextStep } = await clock.run(faultFrom(page));
  return [message.split(':')[0], nextStep];
}

const NETWORK = 'Ask an administrator of the account to add your address, then try again.';

it.each([
  [
    'another table',
    ACCOUNT,
    'tn=Orders',
    'Returns',
    ['The SAS is for another table', 'Choose the table of the SAS, or connect with a SAS for the account.'],
  ],
  [
    'keys outside its range',
    ACCOUNT,
    'tn=Orders&spk=a&epk=b',
    'orders',
    [
      'The SAS does not reach these keys',
      'Read keys within the range of the SAS, or connect with a SAS without a key range.',
    ],
  ],
  ['neither', ACCOUNT, 'tn=Orders', 'orders', ['page of table orders', NETWORK]],
  // Azurite uses this code for a wrong signature, so nothing may be said of the table.
  ['Azurite', LOCAL, 'tn=Orders&spk=a', 'Returns', ['page of table Returns', NETWORK]],
])('says what of the SAS does not reach a table: %s', async (_name, endpoint, fields, tableName, words) => {
  expect(await said(endpoint, fields, tableName)).toEqual(words);
});

it.each(['a SAS', 'a token'])('says that an account has no secondary: %s', async (credential) => {
  const value = 'The account being accessed does not have sufficient permissions.';
  const refused = { 'odata.error': { code: 'InsufficientAccountPermissions', message: { value } } };
  const pasted = credential === 'a token' ? `${ACCOUNT} ${fakeToken()}` : `${ACCOUNT}?${FAKE_SAS}`;
  const { connection, clock } = connect(() => jsonResponse(refused, {}, 403), pasted, { useSecondary: true });
  const { reader, secondary } = connection;
  const from = async (host: typeof reader | undefined) => {
    const page = host?.readPage({ tableName: 'Orders' }, new AbortController().signal);
    const { message, nextStep } = await clock.run(faultFrom(page ?? Promise.reject(new Error('none'))));
    return [message.split(':')[0], nextStep];
  };
  expect(await from(secondary?.reader)).toEqual([
    'This account has no readable secondary',
    'Read the primary only: connect to the address without -secondary.',
  ]);
  // From the primary, this code says nothing about a secondary, the SAS or a role.
  expect((await from(reader))[1]).toBe('Ask the owner of the account, or Azure support.');
});

const TENANT_OF_ACCOUNT = '11111111-2222-3333-4444-555555555555';
const CHALLENGE = `Bearer authorization_uri=https://login.microsoftonline.com/${TENANT_OF_ACCOUNT}/oauth2/authorize resource_id=https://storage.azure.com`;

/** How a run explains a page that the service refuses to a token. */
async function saidOfToken(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>>,
  detail = '',
) {
  const refused = { 'odata.error': { code, message: { value: `Refused. ${detail}` } } };
  const { connection, clock } = connect(
    () => jsonResponse(refused, headers, status),
    `${ACCOUNT} ${fakeToken()}`,
  );
  const page = connection.reader.readPage({ tableName: 'Orders' }, new AbortController().signal);
  const { kind, message, nextStep, tenantId } = await clock.run(faultFrom(page));
  return { kind, said: message.split(':')[0], nextStep, tenantId };
}

it('says what a token lacks: a role, the right tenant, time', async () => {
  expect(await saidOfToken(403, 'AuthorizationPermissionMismatch', {})).toMatchObject({
    kind: 'auth',
    said: 'The role Storage Table Data Reader is missing',
    nextStep: 'Ask an owner of the account to assign you the role Storage Table Data Reader, then try again.',
  });
  const challenge = { 'www-authenticate': CHALLENGE };
  expect(await saidOfToken(401, 'InvalidAuthenticationInfo', challenge)).toMatchObject({
    kind: 'auth',
    said: 'The access token is from another tenant',
    nextStep: `Sign in to the tenant ${TENANT_OF_ACCOUNT}, which owns the account, and get a token there.`,
    tenantId: TENANT_OF_ACCOUNT,
  });
  expect(await saidOfToken(401, 'InvalidAuthenticationInfo', {})).toMatchObject({
    said: 'The service does not accept the access token',
    tenantId: undefined,
  });
  const late = 'Lifetime validation failed. The token is expired.';
  expect(await saidOfToken(401, 'InvalidAuthenticationInfo', {}, late)).toMatchObject({ kind: 'expired' });
  expect(await saidOfToken(503, 'ServerBusy', {})).toMatchObject({ kind: 'throttled' });
});
