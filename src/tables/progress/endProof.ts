import type { PageReader } from '../wire/pageReader.ts';
import type { Replica } from '../pacing/hostHolds.ts';

/** The host and the transport of an answer. A CORS rule that hides a header may concern only one of them. */
export interface AnswerPath {
  readonly replica: Replica;
  readonly transport: PageReader['transport'];
}

/** A page without a continuation token. */
export interface LastPage extends AnswerPath {
  /** Its number among all requests and answers of this run, in the order in which they happened. */
  readonly arrived: number;
  /** Whether not even x-ms-request-id was readable. */
  readonly headersHidden: boolean;
}

/** What ends with the page: a part of a query, or a coverage check. */
export type EndOf =
  | { readonly kind: 'query'; readonly index: number; readonly order: number }
  | { readonly kind: 'guard'; readonly index: number };

/** An end that nothing proves so far. */
export interface OpenEnd {
  readonly of: EndOf;
  readonly page: LastPage;
  /** If set, no later token can prove the end. */
  readonly doubt?: EndDoubt;
  /** Whether a request that was sent after the page arrived brought a token by the same path. */
  readonly hasLaterToken: boolean;
}

/**
 * Why no later token can prove an end.
 * `hidden`: it is the answer to a coverage check, whose token CORS may have hidden.
 * `cannot-read-on`: more rows may follow, but no filter can ask for them, because the rows do not tell where to read on, or because the
 * filter would have too many comparisons.
 * `not-read-on`: the page is as full as pages that continue, or came while tokens were hidden, and the run or its query ended before
 * anything asked for what follows.
 */
export type EndDoubt = 'hidden' | 'cannot-read-on' | 'not-read-on';

/**
 * Tracks which ends of a run are proven. A last page looks the same as a page whose token CORS hides, and the CORS rule may change during a
 * run. So an end counts only if a request that was sent after its last page arrived brought a token by the same path.
 */
export function createEndProofs() {
  let events = 0;
  const next = (): number => {
    events += 1;
    return events;
  };
  /** For each path, when the last request that brought a token was sent. */
  const tokens = new Map<string, number>();
  const ends = new Map<string, Omit<OpenEnd, 'hasLaterToken'>>();
  const wayOf = ({ replica, transport }: AnswerPath): string => `${replica} ${transport}`;
  return {
    /** Call this just before a request is sent. Returns its number. */
    sending: next,
    /** Records an answer and returns its number. */
    answered: (path: AnswerPath, sent: number, hasToken: boolean): number => {
      const way = wayOf(path);
      if (hasToken) tokens.set(way, Math.max(sent, tokens.get(way) ?? 0));
      return next();
    },
    end: (of: EndOf, page: LastPage): void => void ends.set(JSON.stringify(of), { of, page }),
    /** Notes why no later token proves an end. Only the first reason is kept; returns false if there was one, or no such end. */
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
