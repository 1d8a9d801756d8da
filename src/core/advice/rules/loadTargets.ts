import { countText, numberText, secondsText, shareText } from '../../words.ts';
import { ACCOUNT_TARGET_PER_SECOND, entityUnits, TARGET_ENTITY_BYTES } from '../../keyspace/target.ts';
import {
  contextOf,
  differentKeys,
  type KeyDesign,
  rowTemplates,
  templatesOf,
} from '../../design/bench/judgeDesign.ts';
import { stepSeconds } from '../../design/bench/keyReach.ts';
import { ENTITY_PROPERTIES, type Workload } from '../../design/bench/workload.ts';
import type { TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { retext } from '../../keys/templates/retext.ts';
import { type AdviceRule, type BetterDesign, SOURCES } from './rule.ts';

const MOST_BYTES = 1024 * 1024;
/**
 * The intervals in seconds whose events can become one row. The shortest comes first, because events that wait in the writer may be lost.
 */
const STEPS = [1, 10, 60, 3600] as const;
const STEP_WORDS: Readonly<Record<number, string>> = { 1: '1s', 10: '10s', 60: '1m', 3600: '1h' };

/** The field "Writes a second" accepts six decimals. */
const FIELD_DIGITS = 1e6;

interface Packed {
  readonly better: BetterDesign;
  readonly events: number;
  readonly seconds: number;
}

/** Some writes as a share of the account's target. */
function shareOf(rowsPerSecond: number, bytes: number): number {
  return (rowsPerSecond * entityUnits({ entityBytes: bytes })) / ACCOUNT_TARGET_PER_SECOND;
}

/** Whether a part differs for each event, so that no two events can share a row. */
function isOfOneEvent({ kind }: TemplatePart): boolean {
  return kind === 'guid';
}

/** Packs several events of one source into a row, one property for each. */
function packed({ partition, row, twin }: KeyDesign, workload: Workload): Packed | undefined {
  const parts = [...partition.parts, ...row.parts];
  const time = row.parts.find((part) => part.kind === 'time');
  if (twin !== undefined || time?.kind !== 'time' || time.style.kind !== 'number') return undefined;
  const { name } = time.style;
  if (name === undefined || parts.some(isOfOneEvent)) return undefined;
  const others = parts.filter((part) => part.kind !== 'time');
  // Each interval has as many rows as there are keys that differ in more than their time.
  const sources = differentKeys({ text: '', parts: others }, contextOf(workload));
  const times = parts.flatMap((part) => (part.kind === 'time' && part !== time ? [stepSeconds(part)] : []));
  for (const seconds of STEPS) {
    // A second time in the keys starts a new row, too.
    if (seconds < stepSeconds(time) || seconds > Math.min(...times)) continue;
    const mean = (workload.writesPerSecond * seconds) / sources;
    const events = Math.ceil(mean);
    if (mean < 2) continue;
    if (events > ENTITY_PROPERTIES || events * workload.entityBytes > MOST_BYTES) break;
    // Rounded down to the decimals that the field accepts, so that there are never more rows than keys.
    const rows = Math.floor((sources / seconds) * FIELD_DIGITS) / FIELD_DIGITS;
    const bytes = Math.ceil(mean * workload.entityBytes);
    if (rows === 0 || shareOf(rows, bytes) > 1) continue;
    const coarser = `{${name}/${STEP_WORDS[seconds]}}`;
    return {
      events,
      seconds,
      better: {
        partition: partition.text,
        row: retext(row, (part, own) => (part === time ? coarser : own)),
        writes: rows,
        bytes,
      },
    };
  }
  return undefined;
}

/** Why no change of the keys helps. */
function whyNot(design: KeyDesign, { writesPerSecond, entityBytes }: Workload): string {
  const rows = rowTemplates(design);
  const bytesAlone =
    (writesPerSecond * rows.length * entityBytes) / TARGET_ENTITY_BYTES / ACCOUNT_TARGET_PER_SECOND;
  if (bytesAlone > 1)
    return `Other keys do not help: the bytes alone are ${shareText(bytesAlone)} of the target, however many events a row holds.`;
  if (rows.length > 1)
    return 'Each event is written twice, so events can share a row only if they share the twin row too.';
  if (templatesOf(design).some(({ parts }) => parts.some(isOfOneEvent)))
    return 'A GUID in the keys gives each event a row of its own; without it, several events could share one.';
  return 'Other keys do not help: one source has too few or too many events for a row with a property for each.';
}

export const accountTarget: AdviceRule = {
  id: 'account-target',
  title: 'One account is not enough',
  source: SOURCES.targets,
  ofDesign: ({ design, write, workload }) => {
    if (write.accountShare <= 1) return undefined;
    const found = packed(design, workload);
    const load = `${countText(write.rowsPerSecond)} writes/s of ${countText(workload.entityBytes)} bytes are ${shareText(write.accountShare)} of an account's target, ${countText(ACCOUNT_TARGET_PER_SECOND)}/s.`;
    return {
      evidence: found === undefined ? `${load} ${whyNot(design, workload)}` : load,
      fix:
        found === undefined
          ? `Spread the rows over ${countText(Math.ceil(write.accountShare))} accounts.`
          : `Write the events of a source in ${secondsText(found.seconds)} (up to ${countText(found.events)}) as one row, with a property for each; or spread the rows over ${countText(Math.ceil(write.accountShare))} accounts. The bench then counts ${numberText(found.better.writes ?? 0)} writes/s of ${countText(found.better.bytes ?? 0)} bytes, in all designs.`,
      better: found?.better,
    };
  },
};

/** The share of a partition's target to aim for. The other half leaves room for bursts. */
const COMFORT = 0.5;
const WASTE = 10;

function prefixes(count: number): string {
  return `${countText(count)} ${count === 1 ? 'prefix' : 'prefixes'}`;
}

/** A part with another number of buckets. It keeps its width, because existing keys have it, unless the numbers need more digits. */
function withBuckets(text: string, buckets: number): string {
  return text.replace(/mod\s+\d+(?:\s*:D(\d+))?/, (_whole, width: string | undefined) => {
    const digits = width === undefined ? '' : `:D${Math.max(Number(width), String(buckets - 1).length)}`;
    return `mod ${buckets}${digits}`;
  });
}

export const fanOut: AdviceRule = {
  id: 'fan-out',
  title: 'The number of prefixes does not fit the load',
  source: SOURCES.targets,
  ofDesign: ({ design, write, workload }) => {
    const part = design.partition.parts.find((each) => each.kind === 'writer' || each.kind === 'hash');
    if (part === undefined || workload.writesPerSecond === 0) return undefined;
    const needed = Math.max(1, Math.ceil((write.partitionShare * write.active) / COMFORT));
    const text = design.partition.text.slice(part.from, part.to);
    const changed = (buckets: number) => ({
      partition: design.partition.text.replace(text, withBuckets(text, Math.min(1000, buckets))),
      row: design.row.text,
    });
    if (write.partitionShare > 1 && needed > part.buckets) {
      return {
        evidence: `${prefixes(part.buckets)}: each partition gets ${shareText(write.partitionShare)} of its target.`,
        fix: `Use ${prefixes(needed)} for this load.`,
        better: changed(needed),
      };
    }
    const isWaste = part.buckets >= WASTE && part.buckets >= WASTE * needed;
    return isWaste
      ? {
          evidence: `${countText(part.buckets)} prefixes, each at ${shareText(write.partitionShare)} of its target: every query over time becomes ${countText(part.buckets)} queries, but ${countText(needed)} would be enough.`,
          fix: `Use ${prefixes(needed)} for this load.`,
          better: changed(needed),
        }
      : undefined;
  },
};
