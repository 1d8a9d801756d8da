import { describe, expect, it } from 'vitest';
import { TableError, type TableFault } from '../base/tableError.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';
import { DEFAULT_LIMITS } from './deadline.ts';
import { sendGet } from './sendGet.ts';

const REQUEST = {
  url: 'https://h/T',
  headers: {},
  asked: 'page of table T',
  limits: DEFAULT_LIMITS,
  maxBytes: 4,
};

/** The outcome of a single GET, whose answer is made when it is sent. */
async function sent(respond: (abort: () => void) => Response): Promise<TableFault | string> {
  const controller = new AbortController();
  const clock = createVirtualClock(() => Promise.resolve(respond(() => controller.abort())));
  try {
    const answer = await clock.run(sendGet(REQUEST, clock.env, controller.signal));
    expect(clock.timers()).toBe(0);
    return `${answer.status}: ${new TextDecoder().decode(answer.body)}`;
  } catch (caught) {
    if (caught instanceof TableError) return caught.fault;
    throw caught;
  }
}

describe('a request', () => {
  it('that was cancelled has no answer, also if one came', async () => {
    expect(await sent(() => new Response(undefined, { status: 204 }))).toBe('204: ');
    const cancelled = await sent((abort) => {
      abort();
      return new Response(undefined, { status: 204 });
    });
    expect(cancelled).toMatchObject({ kind: 'cancelled' });
    let calls = 0;
    const clock = createVirtualClock(() => {
      calls += 1;
      return Promise.resolve(new Response('{}'));
    });
    await expect(sendGet(REQUEST, clock.env, AbortSignal.abort())).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect([calls, clock.timers()]).toEqual([0, 0]);
  });

  it.each([
    [true, 'page of table T: no answer that the page may read.', /^Check the CORS rule/],
    [false, 'page of table T: this computer is offline.', /^Connect to the network/],
  ])('that gets no answer says what to do; online: %s', async (isOnline, message, nextStep) => {
    const env = { ...createVirtualClock().env, isOnline: () => isOnline };
    await expect(sendGet(REQUEST, env, new AbortController().signal)).rejects.toMatchObject({
      fault: { kind: 'network', message, nextStep: expect.stringMatching(nextStep) as string },
    });
  });

  it('that was redirected is refused: the SAS must not go to another host', async () => {
    const redirect = () => Object.defineProperty(new Response('{}'), 'type', { value: 'opaqueredirect' });
    expect(await sent(redirect)).toMatchObject({ kind: 'redirected' });
  });

  it.each([
    [{ 'content-type': 'text/html' }, 200, '<p>', undefined],
    [{ 'content-type': 'text/html' }, 503, '<html><title>Busy</title></html>', undefined],
    [{ 'content-type': 'application/json' }, 200, '{}', -3600],
    [{ 'content-type': 'text/html', 'x-ms-request-id': '5c21e7ed' }, 503, '', -3600],
    [{ 'content-type': 'application/xml', 'x-ms-version': '2019-02-02' }, 403, '', -3600],
    [
      { 'content-type': 'application/xml' },
      403,
      '<Error><Message>No.\nRequestId:5\nTime:2026-11-21T02:00:00.0000000Z</Message></Error>',
      -7200,
    ],
  ])(
    'tells the time of the service, and not that of a proxy: %j %i %s',
    async (headers, status, body, aheadSeconds) => {
      const date = 'Sat, 21 Nov 2026 01:00:00 GMT';
      const answer = () => new Response(body, { status, headers: { ...headers, date } });
      const clock = createVirtualClock(() => Promise.resolve(answer()));
      await clock.run(sendGet(REQUEST, clock.env, new AbortController().signal));
      const { aheadMs } = clock.env.clock.reading() ?? {};
      expect(aheadMs === undefined ? undefined : aheadMs / 1000).toBe(aheadSeconds);
    },
  );

  it('is answered with all pieces of the body, in their order', async () => {
    const inPieces = (...pieces: readonly string[]) =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
            controller.close();
          },
        }),
      );
    expect(await sent(() => inPieces('1', '23', '', '4'))).toBe('200: 1234');
    expect(await sent(() => inPieces('12', '3', '45'))).toMatchObject({ kind: 'too-large' });
  });

  it('has at most so many bytes in its page; an error may lose its tail', async () => {
    expect(await sent(() => new Response('1234'))).toBe('200: 1234');
    expect(await sent(() => new Response('12345'))).toMatchObject({ kind: 'too-large' });
    expect(await sent(() => new Response('12345', { status: 400 }))).toBe('400: 12345');
  });
});
