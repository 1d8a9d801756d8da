import { describe, expect, it } from 'vitest';
import { createRunLog } from './runLog.ts';
import type { RunEvent } from './runTypes.ts';

const QUERY = { index: 0, label: 'all', tableName: 'Orders' };
const SENT = {
  kind: 'query',
  queryIndex: 0,
  page: 0,
  attempt: 0,
  lane: 0,
  queuedAtMs: 1,
  startedAtMs: 2,
  sentAtUnixMs: 3,
} as const;

describe('the log of a run', () => {
  it('tells of every request when it is sent, and again when it ends, each in a record of its own', () => {
    const events: RunEvent[] = [];
    const log = createRunLog([QUERY], [], {}, (event) => events.push(event));
    const [first, second] = [log.openRequest(SENT), log.openRequest({ ...SENT, page: 1 })];
    log.closeRequest(second, { endedAtMs: 9, status: 200 });
    const sent = [
      { ...SENT, id: first },
      { ...SENT, id: second, page: 1 },
    ];
    const ended = { ...SENT, id: second, page: 1, endedAtMs: 9, status: 200 };
    expect(events.map((event) => (event.kind === 'request' ? event.request : event))).toEqual([
      ...sent,
      ended,
    ]);
    expect(log.requests()).toEqual([sent[0], ended]);
    expect(() => log.closeRequest(7, {})).toThrow(RangeError);
  });

  it('tells of every change of a query, and keeps the states of before as they were', () => {
    const events: RunEvent[] = [];
    const log = createRunLog([QUERY], [], {}, (event) => events.push(event));
    const before = log.progress(0);
    log.update(0, { pages: 3 });
    expect([before.pages, log.progress(0).pages]).toEqual([0, 3]);
    expect(events).toEqual([{ kind: 'query', query: log.progress(0) }]);
    expect(log.queries()).toEqual([log.progress(0)]);
    expect(() => log.progress(1)).toThrow(RangeError);
  });
});
