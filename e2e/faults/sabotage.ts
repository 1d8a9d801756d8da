// Engines that each do one thing wrong. The judge must detect every one of them.
import { ok } from '../../src/core/result.ts';
import type { Page, PageReader } from '../../src/tables/wire/pageReader.ts';
import type { PageSink } from '../../src/tables/progress/runTypes.ts';
import type { Sabotage } from './sabotageTypes.ts';

/** Applies to every nth page. */
function atEvery(nth: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % nth === 0;
  };
}

function otherReader(change: (inner: PageReader) => PageReader['readPage']): Sabotage {
  return { reader: (inner) => ({ ...inner, readPage: change(inner) }) };
}

function otherSink(change: (inner: PageSink) => PageSink): Sabotage {
  return { sink: change };
}

/** The sabotages by name. The name says what goes wrong. */
export const SABOTAGES: ReadonlyMap<string, () => Sabotage> = new Map([
  [
    'drops a page and counts it',
    () => {
      const isNow = atEvery(5);
      return otherSink((inner) => async (...given) => {
        if (!isNow()) return inner(...given);
        const { value } = JSON.parse(Buffer.from(given[1].body).toString('utf8')) as {
          value: readonly unknown[];
        };
        return ok({ rows: value.length });
      });
    },
  ],
  [
    'drops a page and counts nothing',
    () => {
      const isNow = atEvery(5);
      return otherSink(
        (inner) =>
          (...given) =>
            isNow() ? Promise.resolve(ok({ rows: 0 })) : inner(...given),
      );
    },
  ],
  [
    'counts a page twice',
    () => {
      const isNow = atEvery(5);
      return otherSink((inner) => async (...given) => {
        const receipt = await inner(...given);
        return receipt.ok && isNow() ? ok({ ...receipt.value, rows: receipt.value.rows * 2 }) : receipt;
      });
    },
  ],
  [
    'loses a row of a page',
    () =>
      otherReader((inner) => async (query, signal) => {
        const page = await inner.readPage(query, signal);
        const body = JSON.parse(Buffer.from(page.body).toString('utf8')) as { value: unknown[] };
        if (body.value.length > 2) body.value.splice(1, 1);
        return withBody(page, JSON.stringify(body));
      }),
  ],
  [
    'ignores a token',
    () => {
      const isNow = atEvery(5);
      return otherReader((inner) => async (query, signal) => {
        const page = await inner.readPage(query, signal);
        const { continuation: _lost, ...last } = page;
        return isNow() ? last : page;
      });
    },
  ],
  [
    'takes a failure for an empty table',
    () =>
      otherReader((inner) => async (query, signal) => {
        const timing = { startedAtMs: 0, headersAtMs: 0, endedAtMs: 0 };
        return inner
          .readPage(query, signal)
          .catch(() => withBody({ body: new Uint8Array(0), headersExposed: true, timing }, '{"value":[]}'));
      }),
  ],
  [
    'asks everything twice at once',
    () =>
      otherReader((inner) => async (query, signal) => {
        inner.readPage(query, signal).catch(() => undefined);
        return inner.readPage(query, signal);
      }),
  ],
  [
    'goes on asking after the end',
    () =>
      otherReader((inner) => async (query, signal) => {
        const page = await inner.readPage(query, signal);
        let left = 10;
        const again = (): Promise<unknown> => {
          left -= 1;
          const work = inner.readPage(query, new AbortController().signal);
          return left < 0 ? work.catch(() => undefined) : work.then(again, again);
        };
        if (page.continuation === undefined) void again();
        return page;
      }),
  ],
  [
    'tries again at once, whatever Retry-After says',
    () => ({
      reader: (inner, lanes) => {
        // The connection itself would hold back the second try.
        Object.assign(lanes, { heldMs: () => 0 });
        return {
          ...inner,
          readPage: async (query, signal) =>
            inner.readPage(query, signal).catch(() => inner.readPage(query, signal)),
        };
      },
    }),
  ],
]);

function withBody(page: Page, text: string): Page {
  return { ...page, body: new TextEncoder().encode(text) };
}
