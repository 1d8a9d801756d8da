import type { PageReader } from '../wire/pageReader.ts';
import type { UnprovenWhy } from '../../core/plan/unreadRanges.ts';
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
  /** Set: it looks too full and was not read on from, so no token proves it. Why not. */
  readonly doubt?: UnprovenWhy;
}

/**
 * Tracks which ends of a run are proven. A page without a token looks the same whether it is the last or CORS hides the
 * header, and the CORS rule may change during a run. So an end counts only if a request sent after its last page
 * arrived brought a token, by the same path.
 */
export interface EndProofs {
  /** Call just before sending a request. */
  readonly sending: () => number;
  /** Records an answer; returns its arrival number. */
  readonly answered: (path: AnswerPath, sent: number, hasToken: boolean) => number;
  readonly end: (of: EndOf, page: LastPage) => void;
  /** An end that looks too full and is not read on from: no later token proves it. False: nothing new. */
  readonly doubt: (of: EndOf, why: UnprovenWhy) => boolean;
  readonly open: () => readonly OpenEnd[];
}

export function createEndProofs(): EndProofs {
  let events = 0;
  const next = (): number => {
    events += 1;
    return events;
  };
  /** By path: when the last request that brought a token was sent. */
  const tokens = new Map<string, number>();
  const ends = new Map<string, OpenEnd>();
  const wayOf = ({ replica, transport }: AnswerPath): string => `${replica} ${transport}`;
  return {
    sending: next,
    answered: (path, sent, hasToken) => {
      const way = wayOf(path);
      if (hasToken) tokens.set(way, Math.max(sent, tokens.get(way) ?? 0));
      return next();
    },
    end: (of, page) => void ends.set(JSON.stringify(of), { of, page }),
    doubt: (of, why) => {
      const name = JSON.stringify(of);
      const end = ends.get(name);
      if (end === undefined || end.doubt !== undefined) return false;
      ends.set(name, { ...end, doubt: why });
      return true;
    },
    open: () =>
      [...ends.values()].filter(
        ({ page, doubt }) =>
          doubt !== undefined || page.headersHidden || page.arrived > (tokens.get(wayOf(page)) ?? -1),
      ),
  };
}
