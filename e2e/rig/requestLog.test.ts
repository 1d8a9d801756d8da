import { describe, expect, it } from 'vitest';
import { createRequestLog } from './requestLog.ts';

describe('strays of a request log', () => {
  const log = createRequestLog(() => 0);
  const send = (method: string, headers: Readonly<Record<string, string>> = {}) =>
    log.begin({ method, target: '/account/Orders()?sig=x', headers });

  it('are methods that write, announced or sent, and headers that tell too much; forgotten only once taken', () => {
    send('MERGE');
    send('OPTIONS', { 'access-control-request-method': 'DELETE' });
    send('OPTIONS');
    send('GET', { referer: 'http://127.0.0.1:1/', cookie: 'a=b' });
    log.clear();
    expect(log.takeStrays()).toEqual([
      'MERGE Orders',
      'DELETE Orders',
      'OPTIONS Orders',
      'referer with Orders',
      'cookie with Orders',
    ]);
  });
});
