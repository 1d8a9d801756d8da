import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { exactKey, isInSpan } from '../../keys/base/keySpan.ts';
import type { KeyTemplate, TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { pairOfSchemeId, templateSchemes } from '../../keys/templates/templateScheme.ts';
import type { FoundGroup } from './groupState.ts';
import type { ProbeRow } from './probeTypes.ts';

type Time = Extract<TemplatePart, { kind: 'time' }>;

/** How the keys of a pair of templates follow time. */
interface TimeOrder {
  /** A scheme for only the key that holds this time, because the other key may run the other way or be finer. */
  readonly scheme: KeyScheme;
  readonly isInRow: boolean;
  /** Key times are whole multiples of this many ticks. */
  readonly grain: bigint;
  /** True if something that varies follows the time, so that several partitions can have the same time. */
  readonly hasTail: boolean;
}

/** The only time of a template; undefined if there is none, or several, or months, whose length varies. */
function timeOf(template: KeyTemplate | undefined): Time | undefined {
  const [time, more] = template?.parts.filter((part) => part.kind === 'time') ?? [];
  const isMonths = time?.style.kind === 'date' && !time.style.layout.includes('dd');
  return more === undefined && !isMonths ? time : undefined;
}

/** Whether something that varies follows the time. */
function hasTail({ parts }: KeyTemplate, time: Time): boolean {
  return parts.slice(parts.indexOf(time) + 1).some(({ kind }) => kind !== 'literal');
}

function orderOf({ id }: KeyScheme): TimeOrder | undefined {
  const { partition, row } = pairOfSchemeId(id) ?? {};
  const left = timeOf(partition);
  if (partition !== undefined && left !== undefined) {
    const [scheme] = templateSchemes([{ partition: partition.text, row: '{Row}' }]);
    return scheme && { scheme, isInRow: false, grain: left.codec.step, hasTail: hasTail(partition, left) };
  }
  const right = timeOf(row);
  // After a text that varies, the rows of a partition are in order of that text, not of time.
  const isFirst = row?.parts.find(({ kind }) => kind !== 'literal') === right;
  if (row === undefined || right === undefined || !isFirst) return undefined;
  const [scheme] = templateSchemes([{ partition: '{Partition}', row: row.text }]);
  return scheme && { scheme, isInRow: true, grain: right.codec.step, hasTail: false };
}

/** A text before the time, without its separator. */
function labelOf(text: string | undefined): string | undefined {
  const label = text?.replace(/[^\p{L}\p{N}]+$/u, '');
  return label === '' ? text : label;
}

/** Groups of rows by the user's own templates: one for each text before the time in the PartitionKey, or one for each partition. */
export class TemplateGroups {
  readonly schemes: readonly KeyScheme[];
  private readonly orders: ReadonlyMap<string, TimeOrder | undefined>;

  constructor(schemes: readonly KeyScheme[]) {
    this.schemes = schemes;
    this.orders = new Map(schemes.map((scheme) => [scheme.id, orderOf(scheme)]));
  }

  /** The group that a row begins; undefined if its scheme is not one of these. */
  groupOf(scheme: KeyScheme, { partitionKey }: ProbeRow): FoundGroup | undefined {
    if (!this.orders.has(scheme.id)) return undefined;
    const order = this.orders.get(scheme.id);
    const own = { schemeId: scheme.id, grain: order?.grain };
    const single: FoundGroup = {
      ...own,
      label: partitionKey,
      kind: 'partition',
      partition: exactKey(partitionKey),
      scheme: order?.scheme ?? scheme,
      isTimeInRow: order?.isInRow === true,
    };
    if (order === undefined || order.isInRow) return single;
    const text = order.scheme.textBefore?.(partitionKey);
    const home = order.scheme
      .homes(text === undefined ? {} : { textBefore: text })
      ?.find(({ partition }) => partition.to !== undefined && isInSpan(partitionKey, partition));
    if (home === undefined) return single;
    return {
      ...own,
      // As the map of a run names it; what follows the time differs within the group.
      label: order.hasTail ? (labelOf(text) ?? 'all') : order.scheme.groupOf(partitionKey, ''),
      kind: 'run',
      partition: home.partition,
      scheme: order.scheme,
      isTimeInRow: false,
      textBefore: text,
    };
  }
}
