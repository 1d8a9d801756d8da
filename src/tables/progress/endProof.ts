import type { PageReader } from '../wire/pageReader.ts';
import type { Unproven } from './runTypes.ts';
import type { Replica } from '../pacing/hostHolds.ts';

/** Which way an answer came: the CORS rule that hides a header may be that of one host, or of one transport, alone. */
export interface AnswerPath {
  readonly replica: Replica;
  readonly transport: PageReader['transport'];
}

/** A page that came without a continuation. */
export interface LastPage extends AnswerPath {
  /** When it arrived, in the order of all that this run sent and received; below 0: in an earlier run. */
  readonly arrived: number;
  /** Not even x-ms-request-id could be read. */
  readonly headersHidden: boolean;
}

/** Whose last page it is: a part of a query, or a guard. */
export type EndOf =
  | { readonly kind: 'query'; readonly index: number; readonly order: number }
  | { readonly kind: 'guard'; readonly index: number };

/** An end that nothing proves so far. */
export interface OpenEnd {
  readonly of: EndOf;
  readonly page: LastPage;
}

/**
 * Which ends of a run are proven. A page without a continuation looks the same whether it is the last or CORS hides the
 * header, and a rule may change while the page is open. So an end counts only if a request that was sent after its last
 * page arrived brought a continuation, the same way.
 */
export interface EndProofs {
  /** To be called just before a request is sent. */
  readonly sending: () => number;
  /** Takes an answer to a request; returns when it arrived. */
  readonly answered: (path: AnswerPath, sent: number, hasToken: boolean) => number;
  readonly end: (of: EndOf, page: LastPage) => void;
  readonly open: () => readonly OpenEnd[];
}

export function createEndProofs(): EndProofs {
  let events = 0;
  const next = (): number => {
    events += 1;
    return events;
  };
  /** When the last request was sent that brought a continuation, by the way it came. */
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
    open: () =>
      [...ends.values()].filter(
        ({ page }) => page.headersHidden || page.arrived > (tokens.get(wayOf(page)) ?? -2),
      ),
  };
}

/**
 * Whether the rest behind an unproven end has to be asked for, when the run is continued. A later continuation proves
 * nothing of a page that came while the header was hidden, nor of one that came another way.
 */
export function isAskedAnew({ why, replica, transport }: Unproven, reader: PageReader): boolean {
  return why === 'hidden' || replica === 'secondary' || transport !== reader.transport;
}
