import { describe, expect, it } from 'vitest';
import type { QueryPlan } from '../../../../core/plan/queryPlan.ts';
import { REQUEST_FIELDS, requestCsv, requestText, tokenWords } from './requestFields.ts';
import { answered, throttled } from './requestLog.fixture.ts';
import { requestLog } from './requestLog.ts';

const plan = {
  request: { tableName: 'Events' },
  queries: [{ index: 0, label: 'prefix 0', tableName: 'Events' }],
  guards: [],
} as unknown as QueryPlan;
const ENDPOINT = 'https://contoso.table.core.windows.net';

const { requests } = requestLog({
  plan,
  requests: [
    throttled(0, { filter: '=PartitionKey ge \'a,"b"\'' }),
    answered(1, {
      attempt: 1,
      preflight: true,
      filter: 'x',
      token: { nextPartitionKeyChars: 24, nextRowKeyChars: 0 },
      sentToken: { nextPartitionKeyChars: 20 },
    }),
  ],
});

describe('the CSV of requests', () => {
  const csv = new TextDecoder().decode(requestCsv(requests, { endpoint: ENDPOINT }));
  const lines = csv.split('\r\n');

  it('has a line for each request under the names of its facts', () => {
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(REQUEST_FIELDS.map(({ name }) => name).join(','));
    expect(lines[2]).toBe(
      `2026-11-20T21:00:00.001Z,,answered,200,,,,,${ENDPOINT},Events,query,prefix 0,1,1,2,primary,yes,200,5000,100.0,0.0,40.0,5.0,2.0,NextPartitionKey 20 characters,"NextPartitionKey 24, NextRowKey 0 characters",x`,
    );
    expect(lines[3]).toBe('');
  });

  it('says of a throttled one how long it waits, and why', () => {
    expect(lines[1]).toContain(',b5a1,throttled,503,ServerBusy,');
    expect(lines[1]).toContain(',420.0,HTTP 503 ServerBusy,');
  });

  it('keeps what a spreadsheet would run from being run', () => {
    expect(lines[1]).toContain(`,"'=PartitionKey ge 'a,""b""'"`);
  });
});

describe('a request as text', () => {
  it('names what support asks for, and leaves out what it has not', () => {
    const [busy] = requests;
    const words = busy === undefined ? '' : requestText(busy, { endpoint: ENDPOINT });
    expect(words).toContain('SentAt: 2026-11-20T21:00:00.000Z');
    expect(words).toContain(`Endpoint: ${ENDPOINT}`);
    expect(words).toContain('RequestId: b5a1');
    expect(words).not.toContain('Rows:');
  });

  it('shows the shape of a token only', () => {
    expect(tokenWords(undefined)).toBe('');
    expect(tokenWords({ nextPartitionKeyChars: 12 })).toBe('NextPartitionKey 12 characters');
  });
});
