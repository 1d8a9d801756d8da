import type { KeyPart, KeyScheme, KeySpan, TableKeyRange, TickSpan } from '../keys/base/scheme.ts';
import { MAX_TICKS } from '../time/ticks.ts';

/** All the time that keys can hold. */
const EVER: TickSpan = { from: 0n, to: MAX_TICKS + 1n };

/** The time at a bound. A trailing U+0000 only says on which side of the key the bound is. */
function edgeTime(scheme: KeyScheme, edge: string | undefined, part: KeyPart): TickSpan | undefined {
  if (edge === undefined) return undefined;
  const reading = scheme.read(edge.endsWith('\u0000') ? edge.slice(0, -1) : edge, part, {});
  if (reading?.window !== undefined) return reading.window;
  return reading?.ticks === undefined ? undefined : { from: reading.ticks, to: reading.ticks + 1n };
}

function spanTime(scheme: KeyScheme, span: KeySpan, part: KeyPart): TickSpan | undefined {
  const [low, high] = [edgeTime(scheme, span.from, part), edgeTime(scheme, span.to, part)];
  if (low === undefined && high === undefined) return undefined;
  if (scheme.order === 'descending') return { from: high?.from ?? EVER.from, to: low?.to ?? EVER.to };
  const isIncluded = span.to?.endsWith('\u0000') === true;
  return { from: low?.from ?? EVER.from, to: (isIncluded ? high?.to : high?.from) ?? EVER.to };
}

/**
 * The time that rows in a key range may have: half-open, and never too narrow. A bound without a time counts as open.
 * Undefined if the keys do not tell.
 */
export function timeOfRange(
  scheme: KeyScheme,
  { partition, row = {} }: Pick<TableKeyRange, 'partition' | 'row'>,
): TickSpan | undefined {
  if (scheme.order === 'none') return undefined;
  const { timeSource } = scheme;
  const ofPartition = timeSource === 'partition' || timeSource === 'both';
  const ofRow = timeSource === 'row' || timeSource === 'both';
  return (
    (ofPartition ? spanTime(scheme, partition, 'partition') : undefined) ??
    (ofRow ? spanTime(scheme, row, 'row') : undefined)
  );
}
