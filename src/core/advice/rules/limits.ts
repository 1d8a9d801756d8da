import { countText, numberText, rowCountWords } from '../../words.ts';
import {
  contextOf,
  keptRows,
  type KeyDesign,
  rowTemplates,
  templatesOf,
} from '../../design/bench/judgeDesign.ts';
import { isShortOfKeys, shortRows } from '../../design/bench/writeCost.ts';
import { appended, changedRows, type AdviceRule, type BetterDesign, type Found, SOURCES } from './rule.ts';
import { valuesOf } from '../../design/bench/keyReach.ts';
import { ENTITY_PROPERTIES, type Workload } from '../../design/bench/workload.ts';
import { type KeyTemplate, type TemplatePart, templateProperties } from '../../keys/grammar/keyTemplate.ts';
import { LONGEST_KEY } from '../../keys/base/entityKey.ts';
import { retext } from '../../keys/templates/retext.ts';

export const tooFewKeys: AdviceRule = {
  id: 'too-few-keys',
  title: 'The keys cannot be unique',
  source: SOURCES.model,
  ofDesign: ({ design, write, workload }) =>
    isShortOfKeys(write, workload)
      ? {
          evidence: `At most ${countText(write.differentKeys)} different keys for ${rowCountWords(keptRows(workload))}: later rows overwrite earlier ones, or are refused.`,
          fix: 'Add a finer time or {Guid} to the RowKey.',
          better: {
            partition: design.partition.text,
            ...changedRows(design, (row) =>
              shortRows(design, workload).includes(row) ? appended(row.text, '{Guid}') : row.text,
            ),
          },
        }
      : undefined,
};

/** Scalability targets: 1 MiB for an entity. */
const MOST_BYTES = 1024 * 1024;
/** How much of an entity goes into one row. The rest is a margin for the names and keys that every row repeats. */
const ROOM_BYTES = 1000 * 1024;
/** The property with the number of a part of an entity, which becomes the last part of the RowKey. */
const PART = 'Part';
const MOST_PARTS = 999;

/** How many rows the keys already split an entity into. */
function partsOf(design: KeyDesign, workload: Workload): number {
  return rowTemplates(design).every((row) => templateProperties(row).includes(PART))
    ? valuesOf(PART, contextOf(workload))
    : 1;
}

/**
 * Splits each entity over several rows of one partition, so that one entity group transaction can write them; undefined if there would be
 * too many.
 */
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
          ? 'Store the large part as a blob, and its address in the row.'
          : `Split each over ${countText(parts)} rows of one partition, or store the large part as a blob, and its address in the row. The bench then counts ${countText(better.writes ?? 0)} writes/s of ${countText(better.bytes ?? 0)} bytes, in all designs.`,
      better,
    };
  },
};

/**
 * Keys with more bytes than this are long. Every row, answer and index page contains both keys, so they cost more than the values of most
 * rows.
 */
const LONG_BYTES = 256;

/** A literal longer than this is cut to its first letters. A separator at its end is kept. */
const LONG_TEXT = 16;
const SHORT_TEXT = 8;
/** Digits of the largest Int64. */
const MOST_DIGITS = 19;

function shortened(part: TemplatePart, own: string): string {
  if (part.kind === 'literal')
    return own.length <= LONG_TEXT
      ? own
      : own.slice(0, SHORT_TEXT) + (/[^\p{L}\p{N}]+$/u.exec(own)?.[0].slice(0, 3) ?? '');
  return part.kind === 'property' && part.width !== undefined && part.width > MOST_DIGITS
    ? `{${part.name}:D${MOST_DIGITS}}`
    : own;
}

/** Shorter templates; empty if the keys are long because of values, which only the writer can shorten. */
function changed(design: KeyDesign): Pick<Found, 'better'> {
  const short = (template: KeyTemplate): string => retext(template, shortened);
  const better = { partition: short(design.partition), ...changedRows(design, short) };
  return templatesOf(design).every((template) => short(template) === template.text) ? {} : { better };
}

export const longKeys: AdviceRule = {
  id: 'long-keys',
  title: 'Keys are long',
  source: SOURCES.model,
  ofDesign: ({ design, write, workload }) =>
    write.keyBytes <= LONG_BYTES
      ? undefined
      : {
          evidence: `Both keys take ${countText(write.keyBytes)} bytes, ${numberText((write.keyBytes * keptRows(workload)) / 1e9)} GB of the table's rows.`,
          fix: 'Shorten fixed texts and padding; keep descriptions as properties.',
          ...changed(design),
        },
  ofKeys: ({ partitionKeys, rowKeys }) => {
    const longest = Math.max(0, ...[...partitionKeys, ...rowKeys].map((key) => key.length));
    if (longest * 2 <= LONG_BYTES) return undefined;
    return longest > LONGEST_KEY
      ? {
          evidence: `The longest key has ${countText(longest)} characters; the service refuses more than ${LONGEST_KEY} (1 KiB).`,
          fix: 'Shorten it, or write a hash of the long part. A template cannot do that: change the writer.',
        }
      : {
          evidence: `The longest key has ${countText(longest)} characters, ${countText(longest * 2)} bytes in every row.`,
          fix: 'Shorten it, and keep descriptions as properties. A template cannot do that: change the writer.',
        };
  },
};
