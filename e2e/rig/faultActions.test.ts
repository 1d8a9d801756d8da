// Every action has the same effect on a socket and in memory, so the thousands of runs in memory meet what a browser would meet.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryFetch, PAGE_ORIGIN } from '../faults/memoryFetch.ts';
import { createVirtualTime } from '../faults/virtualTime.ts';
import { recommendedRule } from './corsRules.ts';
import type { FaultAction } from './faultActions.ts';
import type { FaultRule } from './faultRules.ts';
import { createFaultLayer } from './faultLayer.ts';
import { type FaultProxy, startFaultProxy } from './faultProxy.ts';
import { grid, rigRow } from './rig.fixture.ts';
import { arrayRows } from './rowSource.ts';
import { createTableService, startTableService, type TableService } from './tableService.ts';

const rows = [...grid(3, 4), rigRow('p03', '000', [['Real', 'Double', '5']])];
const keys = rows.map((row) => `${row.partitionKey}/${row.rowKey}`);
const OPTIONS = {
  tables: new Map([['Grid', arrayRows(rows)]]),
  cors: [recommendedRule(PAGE_ORIGIN)],
  paging: { rowsPerPage: 5 },
};

type Read = { readonly status: number; readonly keys: readonly string[] | string; readonly text: string };
type Fetch = (url: string, init: RequestInit) => Promise<Response>;
interface Rig {
  readonly fetch: Fetch;
  readonly base: string;
  readonly sas: string;
  readonly setRules: (rules: readonly FaultRule[]) => void;
  readonly drive: <T>(work: Promise<T>) => Promise<T>;
}

async function readOne(rig: Rig, query: string): Promise<Read & { readonly headers: Headers }> {
  const response = await rig.fetch(`${rig.base}/Grid()?${query}${rig.sas}`, {
    headers: { accept: 'application/json', ...(rig.base.includes('memory') ? {} : { origin: PAGE_ORIGIN }) },
    redirect: 'error',
  });
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { status: response.status, keys: keysOf(text), text, headers: response.headers };
}

function keysOf(text: string): readonly string[] | string {
  try {
    const { value } = JSON.parse(text) as { value: { PartitionKey: string; RowKey: string }[] };
    return value.map(({ PartitionKey, RowKey }) => `${PartitionKey}/${RowKey}`);
  } catch {
    return 'no page';
  }
}

/** Follows tokens for a few pages, and returns what each brought or how it failed. */
async function readPages(rig: Rig, query = ''): Promise<readonly (readonly string[] | string)[]> {
  const pages: (readonly string[] | string)[] = [];
  let token = '';
  for (let page = 0; page < 6; page += 1) {
    try {
      const { status, keys: found, headers } = await readOne(rig, `${query}${token}`);
      pages.push(status === 200 ? found : `status ${status}`);
      const next = headers.get('x-ms-continuation-nextpartitionkey');
      const row = headers.get('x-ms-continuation-nextrowkey');
      if (next === null) break;
      token = `NextPartitionKey=${encodeURIComponent(next)}&${row === null || row === '' ? '' : `NextRowKey=${encodeURIComponent(row)}&`}`;
    } catch (error) {
      pages.push(error instanceof TypeError ? 'broken' : String(error));
      break;
    }
  }
  return pages;
}

const PAGES = [keys.slice(0, 5), keys.slice(5, 10), keys.slice(10)];
const second = (action: FaultAction): readonly FaultRule[] => [{ action, nth: { from: 2, to: 2 } }];

describe('fault actions', () => {
  let service: TableService;
  let proxy: FaultProxy;
  const rigs: Rig[] = [];
  beforeAll(async () => {
    service = await startTableService(OPTIONS);
    proxy = await startFaultProxy(service.endpoint);
    const time = createVirtualTime();
    const core = createTableService({ ...OPTIONS, nowMs: time.serviceNowMs });
    const layer = createFaultLayer({ seed: 1, clockMs: time.monotonicMs, nowMs: time.serviceNowMs });
    rigs.push(
      {
        fetch: (url, init) => fetch(url, init),
        base: proxy.endpoint,
        sas: service.accountSas(),
        setRules: proxy.setRules,
        drive: (work) => work,
      },
      {
        fetch: createMemoryFetch({ service: core, layer, time, wireMs: 1 }),
        base: 'http://memory/scripted',
        sas: core.accountSas(),
        setRules: layer.setRules,
        drive: time.run,
      },
    );
  });
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });
  afterEach(() => {
    for (const rig of rigs) rig.setRules([]);
  });

  it.each<[string, FaultAction, readonly (readonly string[] | string)[]]>([
    ['reset', { kind: 'reset' }, [PAGES[0] as string[], 'broken']],
    ['html', { kind: 'html' }, [PAGES[0] as string[], 'no page']],
    ['cut by reset', { kind: 'cut', bytes: 30 }, [PAGES[0] as string[], 'broken']],
    ['cut by an early end', { kind: 'cut', bytes: 30, how: 'fin' }, [PAGES[0] as string[], 'broken']],
    ['cut chunks', { kind: 'cut', bytes: 30, how: 'chunked' }, [PAGES[0] as string[], 'broken']],
    ['truncate', { kind: 'truncate', bytes: 30 }, [PAGES[0] as string[], 'no page', PAGES[2] as string[]]],
    ['not gzip', { kind: 'notGzip' }, [PAGES[0] as string[], 'broken']],
    ['trickle', { kind: 'trickle', bytes: 200, everyMs: 1 }, PAGES],
    ['delay', { kind: 'delay', delayMs: 3 }, PAGES],
    [
      'redirect',
      { kind: 'redirect', to: 'http://127.0.0.1:9/', status: 302 },
      [PAGES[0] as string[], 'broken'],
    ],
    ['503', { kind: 'status', status: 503, code: 'ServerBusy' }, [PAGES[0] as string[], 'status 503']],
    ['expired', { kind: 'expired' }, [PAGES[0] as string[], 'status 403']],
    ['empty pages', { kind: 'empties', count: 2 }, [PAGES[0] as string[], [], [], ...PAGES.slice(1)]],
    ['same token', { kind: 'sameToken' }, [PAGES[0] as string[], PAGES[1] as string[], ...PAGES.slice(1)]],
    ['rows again', { kind: 'replay' }, [PAGES[0] as string[], PAGES[0] as string[], PAGES[2] as string[]]],
    [
      'overlap',
      { kind: 'overlap', rows: 2 },
      [PAGES[0] as string[], keys.slice(3, 10), PAGES[2] as string[]],
    ],
    [
      'opposite order',
      { kind: 'reverse' },
      [PAGES[0] as string[], keys.slice(5, 10).toReversed(), PAGES[2] as string[]],
    ],
    [
      'a row that nobody asked for',
      { kind: 'foreign', entity: '{"PartitionKey":"x","RowKey":"y"}' },
      [PAGES[0] as string[], [...keys.slice(5, 10), 'x/y'], PAGES[2] as string[]],
    ],
    [
      'intruder',
      { kind: 'intruder', properties: '"Index":99' },
      [PAGES[0] as string[], [...keys.slice(5, 10), `${keys[9] ?? ''}!`], PAGES[2] as string[]],
    ],
    [
      'short page',
      { kind: 'shortPage', rows: 1 },
      [PAGES[0] as string[], keys.slice(5, 6), keys.slice(6, 11), keys.slice(11)],
    ],
  ])('%s', async (_name, action, expected) => {
    for (const rig of rigs) {
      rig.setRules(second(action));
      expect({ at: rig.base, pages: await rig.drive(readPages(rig)) }).toEqual({
        at: rig.base,
        pages: expected,
      });
    }
  });

  it('an old token on the third page goes back to the second', async () => {
    for (const rig of rigs) {
      rig.setRules([{ action: { kind: 'oldToken' }, nth: { from: 3, to: 3 } }]);
      expect(await rig.drive(readPages(rig))).toEqual([...PAGES, PAGES[1], PAGES[2]]);
    }
  });

  it('of a filter, the bounds of keys alone are heard', async () => {
    for (const rig of rigs) {
      const query = "$filter=PartitionKey eq 'p01' and Index lt 5&";
      expect((await rig.drive(readPages(rig, query)))[0]).toEqual(keys.slice(4, 5));
      rig.setRules([{ action: { kind: 'keysOnly' } }]);
      expect((await rig.drive(readPages(rig, query)))[0]).toEqual(keys.slice(4, 8));
      expect((await rig.drive(readPages(rig, '$filter=Index lt 5&')))[0]).toEqual(keys.slice(0, 5));
    }
  });

  it('bytes are moved exactly: a mark in front, one that is not UTF-8', async () => {
    for (const rig of rigs) {
      const read = async (action?: FaultAction) => {
        rig.setRules(action === undefined ? [] : [{ action }]);
        return (await rig.drive(readOne(rig, "$filter=PartitionKey eq 'p03'&"))).text;
      };
      const true_ = await read();
      expect(true_).toContain('"Real":5.0');
      expect(await read({ kind: 'body', body: '[]' })).toBe('[]');
      expect(await read({ kind: 'bom' })).toBe(`\u00ef\u00bb\u00bf${true_}`);
      expect(await read({ kind: 'badUtf8' })).toContain('\u00ff');
      expect(await read({ kind: 'reverse' })).toBe(true_);
    }
  });

  it('hides headers from the page: all, or Retry-After alone', async () => {
    for (const rig of rigs) {
      const exposed = async (action: FaultAction) => {
        rig.setRules([{ action }]);
        const { headers } = await rig.drive(readOne(rig, ''));
        return ['x-ms-request-id', 'x-ms-continuation-nextpartitionkey', 'retry-after'].filter(
          (name) =>
            headers.has(name) &&
            // Node shows every header, so the list by which a browser decides is examined instead.
            (rig.base.includes('memory') ||
              (headers.get('access-control-expose-headers') ?? '').toLowerCase().includes(name)),
        );
      };
      const busy = { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: '1' } as const;
      expect(await exposed({ kind: 'delay', delayMs: 0 })).toEqual([
        'x-ms-request-id',
        'x-ms-continuation-nextpartitionkey',
      ]);
      expect(await exposed({ kind: 'hideHeaders' })).toEqual([]);
      expect(await exposed(busy)).toEqual(['x-ms-request-id', 'retry-after']);
      expect(await exposed({ ...busy, retryAfterExposed: false })).toEqual(['x-ms-request-id']);
    }
  });
});
