import { diagnose } from '../diagnosis/diagnose.ts';
import { phrase } from '../diagnosis/phrase.ts';
import type { Finding } from '../diagnosis/finding.ts';
import { ACCOUNT_TARGET_PER_SECOND, entityUnits, partitionTargetOf } from '../target.ts';
import { countText, secondsText, shareText } from '../../words.ts';
import type { ModelInput, ModelLimit, ModelResult } from './modelTypes.ts';
import { DEFAULT_SERVERS } from './servers.ts';

/** A simulated design with the findings about it; losses of writes come first. */
export interface ModelAnswer {
  readonly result: ModelResult;
  readonly findings: readonly Finding[];
}

export function modelAnswer(result: ModelResult): ModelAnswer {
  const { grid, labels, diagnosis } = result;
  const found = diagnose({ grid, labels, ...diagnosis });
  return { result, findings: [...lossFindings(result), ...checkedAdvice(found, result)] };
}

type Loss = Pick<
  ModelResult,
  | 'offered'
  | 'givenUp'
  | 'waiting'
  | 'recovered'
  | 'refusals'
  | 'refusedBy'
  | 'firstRefusalSeconds'
  | 'input'
  | 'labels'
>;

/** The limit that refused the most writes; undefined if nothing was refused. */
export function mainLimit({
  refusals,
  refusedBy,
}: Pick<Loss, 'refusals' | 'refusedBy'>): ModelLimit | undefined {
  if (refusals === 0) return undefined;
  const limits = ['account', 'partition', 'server', 'offline'] as const;
  return limits.toSorted((a, b) => refusedBy[b] - refusedBy[a])[0];
}

/** Says what happened to the writes: "Throttled from the start: 87,394 of 17,995,701 writes (0.5 %) were lost after 3 retries." */
export function outcomeText(loss: Loss): string {
  const { offered, givenUp, waiting, recovered, firstRefusalSeconds, input } = loss;
  if (firstRefusalSeconds === undefined) return `All ${countText(offered)} writes are stored, none refused.`;
  const onset =
    Math.round(firstRefusalSeconds) === 0
      ? 'from the start'
      : `after ${secondsText(Math.round(firstRefusalSeconds))}`;
  const { retries } = input;
  const after =
    retries === 0
      ? ', since clients do not retry'
      : ` after ${retries === 1 ? '1 retry' : `${countText(retries)} retries`}`;
  const share = shareText(givenUp / Math.max(1, offered));
  const lost =
    givenUp === 0
      ? 'no write was lost'
      : `${countText(givenUp)} of ${countText(offered)} writes (${share}) ${givenUp === 1 ? 'was' : 'were'} lost${after}`;
  const rest = [
    ...(recovered === 0
      ? []
      : [`${countText(recovered)} ${recovered === 1 ? 'was' : 'were'} stored late, by a retry`]),
    ...(waiting === 0
      ? []
      : [`${countText(waiting)} still ${waiting === 1 ? 'waits' : 'wait'} for a retry at the end`]),
  ];
  return `Throttled ${onset}: ${[lost, ...rest].join('; ')}.`;
}

function accountTargetOf(input: ModelInput): number {
  return ACCOUNT_TARGET_PER_SECOND / entityUnits(input);
}

/** Names the target, in entities of this design per second. */
function limitText(limit: ModelLimit, input: ModelInput): string {
  const rate = (perSecond: number): string => `${countText(Math.round(perSecond))} entities/s`;
  if (limit === 'account') return `The limit is the account target of ${rate(accountTargetOf(input))}.`;
  if (limit === 'partition')
    return `The limit is the target of one partition, ${rate(partitionTargetOf(input))}.`;
  if (limit === 'offline')
    return 'Writes were refused while a range was offline for a split or a move (assumed duration).';
  return `The limit is one server, ${rate(DEFAULT_SERVERS.targetPerSecond / entityUnits(input))} (assumed): a new table starts on one.`;
}

/** Whether more prefixes or buckets would spread the writes further. */
function canSpread({ scheme, writers, prefixes }: ModelInput): boolean {
  return scheme === 'hash' || (scheme === 'prefixed ticks' && writers > prefixes);
}

/** Returns advice that helps against this limit. */
function adviceAgainst(limit: ModelLimit, input: ModelInput): string {
  if (limit === 'account')
    return 'Use several storage accounts, or fewer or smaller entities: more prefixes or partitions change nothing.';
  if (limit === 'server')
    return 'Spread the keys before the load rises: splits take minutes, and until then more prefixes change nothing.';
  if (limit === 'offline') return 'Let clients retry for longer than a split or a move takes.';
  const then =
    input.eventsPerSecond > accountTargetOf(input)
      ? ` Above ${countText(Math.round(accountTargetOf(input)))} entities/s the account target is the next limit.`
      : '';
  if (input.scheme === 'ticks' || input.scheme === 'inverted ticks')
    return `Put a prefix before the ticks, so that writes go to several partitions.${then}`;
  if (canSpread(input)) return `Use more ${input.scheme === 'hash' ? 'buckets' : 'prefixes'}.${then}`;
  return `Each partition holds the writes of one writer: more prefixes change nothing. Add a part to the key that splits a writer.${then}`;
}

/** Reports writes that were lost or stored late, so that a loss is never "nothing unusual". */
export function lossFindings(loss: Loss): readonly Finding[] {
  const limit = mainLimit(loss);
  if (limit === undefined) return [];
  const isLost = loss.givenUp > 0;
  return [
    {
      id: 'throttled',
      title: isLost ? 'Lost writes' : 'Throttled writes',
      sentence: phrase`${outcomeText(loss)} ${limitText(limit, loss.input)}`,
      confidence: 1,
      severity: isLost || loss.waiting > 0 ? 'fault' : 'note',
      cells: [],
      advice: adviceAgainst(limit, loss.input),
    },
  ];
}

/**
 * Replaces the advice of findings about hot prefixes and partitions by advice for this design, because spreading the keys does not
 * always help: not against the account target, for example.
 */
export function checkedAdvice(findings: readonly Finding[], loss: Loss): readonly Finding[] {
  const limit = mainLimit(loss);
  return findings.map((finding) => {
    const isHot = finding.id === 'hot-prefix' || finding.id === 'hot-partition';
    if (!isHot || finding.severity === 'note') return finding;
    return { ...finding, advice: adviceAgainst(limit === 'account' ? limit : 'partition', loss.input) };
  });
}
