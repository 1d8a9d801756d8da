import { countText } from '../../words.ts';
import { valuesOf } from '../../design/bench/keyReach.ts';
import { contextOf, type KeyDesign, rowTemplates } from '../../design/bench/judgeDesign.ts';
import { ENTITY_PROPERTIES, type Workload } from '../../design/bench/workload.ts';
import { templateProperties } from '../../keys/grammar/keyTemplate.ts';
import { appended, changedRows } from './rowKeys.ts';
import { type AdviceRule, type BetterDesign, demoDesign, SOURCES } from './rule.ts';

/** Scalability targets: 1 MiB for an entity. */
const MOST_BYTES = 1024 * 1024;
/** What fits into one row, with a margin for the names and keys that every part repeats. */
const ROOM_BYTES = 1000 * 1024;
/** The number of a part of an entity, as the last part of the RowKey. */
const PART = 'Part';
const MOST_PARTS = 999;

/** Into how many rows the keys already split an entity. */
function partsOf(design: KeyDesign, workload: Workload): number {
  return rowTemplates(design).every((row) => templateProperties(row).includes(PART))
    ? valuesOf(PART, contextOf(workload))
    : 1;
}

/** Splits each entity over several rows of one partition, so that one entity group transaction writes them; none if there are too many. */
function split(design: KeyDesign, workload: Workload, parts: number): BetterDesign | undefined {
  if (parts > MOST_PARTS || rowTemplates(design).some((row) => templateProperties(row).includes(PART)))
    return undefined;
  return {
    partition: design.partition.text,
    // Both twin rows of an entity are split into the same number of parts.
    ...changedRows(design, ({ text }) => appended(text, `{${PART}:D3}`)),
    properties: `${PART}: Int32, ${parts} values`,
    writes: Math.ceil(workload.writesPerSecond * parts),
    bytes: Math.ceil(workload.entityBytes / parts),
  };
}

export const largeEntities: AdviceRule = {
  id: 'large-entities',
  title: 'Rows are larger than the service stores',
  source: SOURCES.targets,
  ofDesign: ({ design, workload }) => {
    const { entityBytes, properties } = workload;
    const own = properties.filter(({ name }) => name !== PART).length;
    const isLong = entityBytes > MOST_BYTES;
    const isWide = own > ENTITY_PROPERTIES * partsOf(design, workload);
    if (!isLong && !isWide) return undefined;
    const parts = Math.max(Math.ceil(entityBytes / ROOM_BYTES), Math.ceil(own / ENTITY_PROPERTIES));
    const better = split(design, workload, parts);
    return {
      evidence: isLong
        ? `${countText(entityBytes)} bytes a row; an entity has at most ${countText(MOST_BYTES)} (1 MiB).`
        : `${countText(own)} properties; an entity has at most ${countText(ENTITY_PROPERTIES)} besides its keys and Timestamp.`,
      fix:
        better === undefined
          ? 'Store the large part as a blob and its address in the row: it is too large for rows.'
          : `Split each over ${countText(parts)} rows of one partition, or store the large part as a blob and its address in the row. The bench then counts ${countText(better.writes ?? 0)} writes/s of ${countText(better.bytes ?? 0)} bytes, in all designs.`,
      better,
    };
  },
  demo: demoDesign('{DeviceId}', '{Ticks}', { bytes: 2_000_000 }),
};
