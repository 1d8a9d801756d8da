import {
  ACCOUNT_TARGET_PER_SECOND,
  HISTORICAL_PARTITION_TARGET_PER_SECOND,
  PARTITION_TARGET_PER_SECOND,
} from '../keyspace/target.ts';
import { countText, numberText, secondsText, shareText } from '../words.ts';
import { PERCENTILES } from './latencies.ts';
import { type LoadFacts, loadFacts, type ThrottledFacts } from './loadFacts.ts';
import type { StressPlan } from './stressPlan.ts';
import type { LoadEnd, StressRecord } from './stressRecord.ts';

export interface StressVerdict {
  readonly kind: 'throttled' | 'browser' | 'slow' | 'served' | 'nothing';
  readonly sentence: string;
  readonly evidence: readonly string[];
  /** What to do next. `groups` is the number of prefixes with which Design should open. */
  readonly advice?: { readonly text: string; readonly groups?: number };
  /** The rate at which the service throttled, or that it is proved to take, in entities per second. */
  readonly perSecond: number;
}

type Judgement = Omit<StressVerdict, 'evidence'>;

/** Why a load ended early, in words. Loads with another reason ended as planned. */
const ENDS: Partial<Record<LoadEnd, string>> = {
  stopped: 'You stopped it',
  hidden: 'The tab was hidden, and browsers slow hidden tabs',
  seconds: 'The test reached its time limit',
  rows: 'The test reached its limit of rows',
  bytes: 'The test reached its limit of bytes',
  refused: 'The service refused the credential or the table',
  offline: 'The service stopped answering',
};

/** From this share of served operations on, the whole load counts as served. */
const ALL_SHARE = 0.99;

/** "1 was", "31 were". */
function wereText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'was' : 'were'}`;
}

function perSecondText(rate: number): string {
  return `${countText(rate)}/s`;
}

/** Such as "1 prefix" or "10 prefixes". For templates the word is "group", since the first part of a key need not be a prefix. */
function groupsText(count: number, name = 'prefix'): string {
  if (count === 1) return `1 ${name}`;
  return `${countText(count)} ${name === 'prefix' ? 'prefixes' : `${name}s`}`;
}

/** Such as "on one partition" or "over 10 prefixes". */
function placeText({ target, keys }: StressPlan): string {
  if (target === 'one partition') return 'on one partition';
  return `over ${groupsText(keys.groups, keys.kind === 'scheme' ? 'prefix' : 'group')}`;
}

function throttledVerdict(plan: StressPlan, { asked }: LoadFacts, throttled: ThrottledFacts): Judgement {
  const { perSecond, perGroup, groups } = throttled;
  const found = `Throttled at ${countText(perSecond)} entities/s ${placeText(plan)}`;
  const base = { kind: 'throttled', perSecond } as const;
  // If several groups are throttled far below the oldest documented target of a partition, something that they share is full.
  if (groups > 1 && perGroup < HISTORICAL_PARTITION_TARGET_PER_SECOND)
    return {
      ...base,
      sentence: `${found} (${perSecondText(perGroup)} each): not the limit of one partition, but of their server or of the account.`,
      advice: {
        text: 'Run a longer test: a new table starts on one server, and the service spreads it over others only after minutes of load.',
      },
    };
  const needed = Math.ceil(asked / Math.max(1, perGroup));
  const prefixes = groupsText(needed);
  const many = groups > 1 ? ` ${perSecondText(perGroup)} for each` : '';
  const aim = `the ${perSecondText(asked)} you asked for`;
  if (needed <= plan.keys.groups)
    return {
      ...base,
      sentence: `${found}${many}; ${prefixes} would do for ${aim}, and your keys have ${countText(plan.keys.groups)}.`,
      advice: {
        text: 'Check that writers use all prefixes evenly, or spread this load over them and run it again.',
      },
    };
  return {
    ...base,
    sentence: `${found}${many}: keys too coarse for ${aim}; ${prefixes} would do.`,
    advice: { text: `Open these keys in Design with ${prefixes}.`, groups: needed },
  };
}

function evidenceOf(record: StressRecord, plan: StressPlan, facts: LoadFacts): readonly string[] {
  const { totals, fromDue, fromSent, drainMs } = record;
  const { throttled, heldBack } = facts;
  const texts = [
    endText(record),
    throttled &&
      `From ${secondsText(throttled.sinceSeconds)} on, ${countText(totals.throttled)} of ${countText(totals.attempts)} requests got 503 or 429.`,
    throttled &&
      `In ${countText(throttled.seconds)} throttled seconds, half of them served ${countText(throttled.low)} to ${perSecondText(throttled.high)}: ${shareText(throttled.perGroup / PARTITION_TARGET_PER_SECOND)} of the documented ${perSecondText(PARTITION_TARGET_PER_SECOND)} of a partition, ${shareText(throttled.perSecond / ACCOUNT_TARGET_PER_SECOND)} of the account's ${perSecondText(ACCOUNT_TARGET_PER_SECOND)}.`,
    facts.movedSeconds > 0
      ? `For ${countText(facts.movedSeconds)} s almost nothing was served and requests got 503, as while a partition is split or moved to another server.`
      : undefined,
    heldBack &&
      `From ${secondsText(heldBack.atSeconds)} on, at ${perSecondText(heldBack.perSecond)}, requests waited because all ${countText(plan.limits.lanes)} connections were in use. Answers took ${numberText(heldBack.tookMs)} ms${heldBack.quietMs === undefined ? '' : `, and ${numberText(heldBack.quietMs)} ms before`}.`,
    facts.isLate
      ? `The page itself was late: 1 % of requests left more than ${numberText(record.scheduleError.at(0.99))} ms after they were due, 5 % of its timers fired more than ${numberText(record.timerError.at(0.95))} ms late.`
      : undefined,
    `Latency from due: ${quantiles(fromDue)}; from sent: ${quantiles(fromSent)}.`,
    `${countText(totals.served)} of ${countText(totals.operations)} operations were served, ${wereText(totals.lost)} lost after their retries, ${wereText(totals.unanswered + totals.unsent)} not answered or not sent before the end.`,
    totals.attempts > totals.operations
      ? `Retries: ${numberText(record.amplification)} requests for each operation${drainMs === undefined ? '; some operations of the peak had not ended when the test did' : `; the last operation of the peak ended ${secondsText(drainMs / 1000)} after it`}.`
      : undefined,
    answersText(record),
  ];
  return texts.filter((text) => text !== undefined);
}

/** Why a load ended before its schedule did; undefined if it did not. */
function endText({ endedBy, endedMs, refusal }: StressRecord): string | undefined {
  const why = endedBy && ENDS[endedBy];
  if (why === undefined) return undefined;
  const answer = refusal === undefined ? '' : ` (${[refusal.status, refusal.code].join(' ').trim()})`;
  return `${why}${answer} after ${secondsText(endedMs / 1000)}.`;
}

function answersText({ answers }: StressRecord): string {
  const texts = [...answers].map(([name, count]) => `${name} ${countText(count)}`);
  return `Answers: ${texts.length === 0 ? 'none' : texts.join(', ')}.`;
}

function quantiles(of: StressRecord['fromDue']): string {
  const [p50, p95, p99] = PERCENTILES.map((share) => numberText(of.at(share)));
  return `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`;
}

/** How much of what was asked for was served, if the service did not throttle. */
function servedText(record: StressRecord, { shares }: StressPlan, asked: number): string {
  const { served, operations, throttled, attempts } = record.totals;
  const isAll = endText(record) === undefined && served >= operations * ALL_SHARE;
  const aim = `the ${perSecondText(asked)} you asked for`;
  if (!isAll) return `, but not all of ${aim} was served. ${endText(record) ?? answersText(record)}`;
  // A range may find fewer rows than it asks for, so the rate that was asked for need not have been reached.
  const hasRanges = (shares['row range'] ?? 0) + (shares['partition range'] ?? 0) > 0;
  const all = hasRanges ? ': all that you asked for was served.' : `: ${aim} were served.`;
  return throttled === 0
    ? all
    : `${all} ${countText(throttled)} of ${countText(attempts)} requests got 503 or 429.`;
}

/** What a load proves, and what to do next. An emulator never throttles, so its rate says nothing about Azure. */
export function verdictOf(
  record: StressRecord,
  plan: StressPlan,
  { isEmulator = false }: { readonly isEmulator?: boolean } = {},
): StressVerdict {
  const facts = loadFacts(record, plan);
  const judged = judge(record, plan, facts, isEmulator);
  const evidence = evidenceOf(record, plan, facts).filter((text) => !judged.sentence.includes(text));
  return { ...judged, evidence };
}

function judge(record: StressRecord, plan: StressPlan, facts: LoadFacts, isEmulator: boolean): Judgement {
  const { throttled, heldBack, proved, asked, isLate } = facts;
  if (throttled !== undefined) return throttledVerdict(plan, facts, throttled);
  if (proved === 0) {
    const what = record.totals.served > 0 ? 'No whole second was measured.' : 'Nothing was served.';
    const sentence = `${what} ${endText(record) ?? answersText(record)}`;
    return { kind: 'nothing', sentence, perSecond: 0 };
  }
  const found = `Not throttled at ${countText(proved)} entities/s ${placeText(plan)}`;
  const emulator = isEmulator ? ' An emulator never throttles: this says nothing about Azure.' : '';
  const limitedBy = (what: string): string =>
    `${found}: ${what}, so this proves at least ${perSecondText(proved)}.${emulator}`;
  // If the page itself is late, it reads answers late too, and slow answers say nothing about the service.
  if (heldBack?.isSlow === true && !isLate)
    return {
      kind: 'slow',
      sentence: limitedBy(`slow answers were the limit (${numberText(heldBack.tookMs)} ms each)`),
      advice: {
        text: 'Run it again from a computer near the account. If answers become slow only under load, the service is near its limit.',
      },
      perSecond: proved,
    };
  if (heldBack !== undefined || isLate)
    return {
      kind: 'browser',
      sentence: limitedBy('the browser was the limit'),
      advice: {
        text: isLate
          ? 'Close other tabs and programs and run it again: this page could not send on time.'
          : 'Send larger transactions: a browser has six connections, and one request can store up to 100 entities.',
      },
      perSecond: proved,
    };
  return {
    kind: 'served',
    sentence: `${found}${servedText(record, plan, asked)}${emulator}`,
    ...(!isEmulator && { advice: { text: 'Raise the rate to find where the service throttles.' } }),
    perSecond: proved,
  };
}
