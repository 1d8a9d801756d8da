import type { PageReader } from '../wire/pageReader.ts';
import type { Replica } from '../pacing/hostHolds.ts';

/** How an answer came: the CORS rule that hides a header may concern only one host or one transport. */
export interface AnswerPath {
  readonly replica: Replica;
  readonly transport: PageReader['transport'];
}

/** A page without a continuation token. */
export interface LastPage extends AnswerPath {
  /** Its arrival, counted among all requests and answers of this run. */
  readonly arrived: number;
  /** Not even x-ms-request-id was readable. */
  readonly headersHidden: boolean;
}

/** Whose last page it is: a part of a query, or a coverage check. */
export type EndOf =
  | { readonly kind: 'query'; readonly index: number; readonly order: number }
  | { readonly kind: 'guard'; readonly index: number };

/** An end that is not proven yet. */
export interface OpenEnd {
  readonly of: EndOf;
  readonly page: LastPage;
  /** Set: no later token proves it. */
  readonly doubt?: EndDoubt;
  /** A request that was sent after the page arrived brought a token, by the same path. */
  readonly hasLaterToken: boolean;
}

/**
 * Why no later token proves an end. `hidden`: the answer to a coverage check, whose token CORS may have hidden.
 * `cannot-read-on`: it may continue, and no filter can ask for what follows: the rows do not tell where to read on, or
 * the filter would have too many comparisons. `not-read-on`: it looks too full, and the run or its query ended before
 * it was read on from.
 */
export type EndDoubt = 'hidden' | 'cannot-read-on' | 'not-read-on';

/**
 * Tracks which ends of a run are proven. A page without a token looks the same whether it is the last or CORS hides the
 * header, and the CORS rule may change during a run. So an end counts only if a request sent after its last page
 * arrived brought a token, by the same path.
 */
export function createEndProofs() {
  let events = 0;
  const next = (): number => {
    events += 1;
    return events;
  };
  /** By path: when the last request that brought a token was sent. */
  const tokens = new Map<string, number>();
  const ends = new Map<string, Omit<OpenEnd, 'hasLaterToken'>>();
  const wayOf = ({ replica, transport }: AnswerPath): string => `${replica} ${transport}`;
  return {
    /** Call just before sending a request. */
    sending: next,
    /** Records an answer; returns its arrival number. */
    answered: (path: AnswerPath, sent: number, hasToken: boolean): number => {
      const way = wayOf(path);
      if (hasToken) tokens.set(way, Math.max(sent, tokens.get(way) ?? 0));
      return next();
    },
    end: (of: EndOf, page: LastPage): void => void ends.set(JSON.stringify(of), { of, page }),
    /** An end that looks too full and is not read on from: no later token proves it. False: nothing new. */
    doubt: (of: EndOf, why: EndDoubt): boolean => {
      const name = JSON.stringify(of);
      const end = ends.get(name);
      if (end === undefined || end.doubt !== undefined) return false;
      ends.set(name, { ...end, doubt: why });
      return true;
    },
    open: (): readonly OpenEnd[] =>
      [...ends.values()]
        .map((end) => ({ ...end, hasLaterToken: end.page.arrived <= (tokens.get(wayOf(end.page)) ?? -1) }))
        .filter(
          ({ page, doubt, hasLaterToken }) => doubt !== undefined || page.headersHidden || !hasLaterToken,
        ),
  };
}

export type EndProofs = ReturnType<typeof createEndProofs>;
