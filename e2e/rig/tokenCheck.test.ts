import { describe, expect, it } from 'vitest';
import { arrayRows } from './rowSource.ts';
import type { TableServiceOptions } from './serviceOptions.ts';
import { createTableService } from './tableService.ts';
import { RIG_TENANT } from './tokenCheck.ts';
import { headerOf } from './wireExchange.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const TENANT = '11111111-2222-4333-8444-555555555555';

function rig(tokens: TableServiceOptions['tokens'] = { tenantId: RIG_TENANT, hasRole: true }) {
  const service = createTableService({
    tables: new Map(['Orders', 'Returns'].map((name) => [name, arrayRows([])])),
    nowMs: NOW_MS,
    ...(tokens === undefined ? {} : { tokens }),
  });
  const ask = (authorization: string, path = 'Orders()', version = '2020-12-06') => {
    const answered = service.answer({
      method: 'GET',
      target: `/${service.account.name}/${path}`,
      headers: {
        accept: 'application/json;odata=minimalmetadata',
        authorization,
        ...(version === '' ? {} : { 'x-ms-version': version }),
      },
    });
    const code = /"code":"(\w+)"/.exec(answered.body.toString('utf8'))?.[1];
    return { status: answered.status, code, challenge: headerOf(answered.headers, 'www-authenticate') };
  };
  return { ask, bearer: (claims?: object) => `Bearer ${service.token({ ...claims })}` };
}

describe('the service and access tokens', () => {
  it('takes one of its tenant, for storage, in time, whose user has the role', () => {
    const { ask, bearer } = rig();
    expect([ask(bearer()).status, ask(bearer(), 'Tables').status]).toEqual([200, 200]);
  });

  it('refuses any other with 401, and names its tenant', () => {
    const { ask, bearer } = rig({ tenantId: TENANT, hasRole: true });
    const own = { tid: TENANT };
    const refused = [
      ask(bearer()),
      ask(bearer({ ...own, aud: 'https://management.azure.com' })),
      ask(bearer({ ...own, exp: NOW_MS / 1000 })),
      ask(`${bearer(own)}x`),
      ask(bearer(own), 'Orders()', '2019-02-02'),
      ask(bearer(own), 'Orders()', ''),
      ask('Bearer'),
    ];
    for (const { status, code, challenge } of refused) {
      expect([status, code]).toEqual([401, 'InvalidAuthenticationInfo']);
      expect(challenge).toBe(
        `Bearer authorization_uri=https://login.microsoftonline.com/${TENANT}/oauth2/authorize resource_id=https://storage.azure.com`,
      );
    }
    expect(ask(bearer(own)).status).toBe(200);
  });

  it('refuses a user without the role with 403', () => {
    const without = rig({ tenantId: RIG_TENANT, hasRole: false });
    expect(without.ask(without.bearer())).toMatchObject({
      status: 403,
      code: 'AuthorizationPermissionMismatch',
    });
  });
});
