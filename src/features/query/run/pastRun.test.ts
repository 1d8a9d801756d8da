import { describe, expect, it } from 'vitest';
import type { Session } from '../../../state/connection/session.ts';
import { EMPTY_FORM, type QueryForm } from '../../../state/run/queryForm.ts';
import { isPast } from './pastRun.ts';

const CONTOSO = 'https://contoso.table.core.windows.net/';

describe('a result beside the form', () => {
  const ran: QueryForm = { ...EMPTY_FORM, table: 'Rows', filter: 'Level le 2' };

  it('is the answer to the form that it was read with, whichever view is open', () => {
    expect(isPast({ form: ran, endpoint: CONTOSO }, { ...ran }, undefined)).toBe(false);
    expect(isPast({ form: ran, endpoint: CONTOSO }, { ...ran, tab: 'chart' }, undefined)).toBe(false);
  });

  it('is of an earlier question once another account is connected', () => {
    const session = (account: string): Session =>
      ({
        connection: { endpoint: { url: `https://${account}.table.core.windows.net/` } },
      }) as Partial<Session> as Session;
    // A link may name no account. Its query then reads the connected one.
    for (const named of ['', CONTOSO, 'demo']) {
      const form = { ...ran, endpoint: named };
      const of = { form, endpoint: CONTOSO };
      expect(isPast(of, form, session('contoso'))).toBe(false);
      expect(isPast(of, form, session('fabrikam'))).toBe(true);
      expect(isPast(of, form, undefined)).toBe(false);
    }
  });

  it('is of an earlier question once any field has changed, one that refuses the form too', () => {
    const changed: readonly Partial<QueryForm>[] = [
      { filter: 'Level le' },
      { from: 'no time' },
      { table: 'Other' },
      { scheme: 'ticks19' },
    ];
    for (const change of changed)
      expect(isPast({ form: ran, endpoint: CONTOSO }, { ...ran, ...change }, undefined)).toBe(true);
  });
});
