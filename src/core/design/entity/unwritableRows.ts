import type { Entity } from '../../entities/entity.ts';
import { grouped } from '../../grouped.ts';
import { type KeyTemplate, templateProperties } from '../../keys/grammar/keyTemplate.ts';
import { encodeTemplate } from '../../keys/grammar/writeKey.ts';
import { countText, rowCountWords } from '../../words.ts';
import { type KeyDesign, rowTemplates } from '../bench/judgeDesign.ts';

/** Stand-ins for the time and the GUID, which rows do not supply: only their properties matter here. */
const ANY_TICKS = 639_000_000_000_000_000n;
const ANY_GUID = '00000000-0000-4000-8000-000000000000';
/** How many reasons are given in full; the others are only counted. */
const NAMED = 3;

/** The values of a row by name. A null is not a value. */
function valuesOf({ partitionKey, rowKey, properties }: Entity): ReadonlyMap<string, string> {
  return new Map([
    ...properties.flatMap(({ name, form, text }) => (form === 'null' ? [] : [[name, text] as const])),
    ['PartitionKey', partitionKey] as const,
    ['RowKey', rowKey] as const,
  ]);
}

/** Why a template cannot make the key of a row; undefined if it can. */
function reasonFor(template: KeyTemplate, names: readonly string[], row: Entity): string | undefined {
  const values = valuesOf(row);
  const lacking = names.find((name) => !values.has(name));
  if (lacking !== undefined) {
    const isNull = row.properties.some(({ name }) => name === lacking);
    return isNull ? `${lacking} is null` : `${lacking} is missing`;
  }
  const key = encodeTemplate(template, { ticks: ANY_TICKS, guid: ANY_GUID, writer: 0, fields: values });
  return key.ok ? undefined : key.error.replace(/\.$/, '');
}

/** The reasons why a template cannot make keys, each with the rows that it applies to. */
function reasonsOf(template: KeyTemplate, rows: readonly Entity[]): ReadonlyMap<string, readonly Entity[]> {
  const names = templateProperties(template);
  const found = rows.flatMap((row) => {
    const reason = reasonFor(template, names, row);
    return reason === undefined ? [] : [{ reason, row }];
  });
  return grouped(
    found,
    ({ reason }) => reason,
    ({ row }) => row,
  );
}

function textOf(template: KeyTemplate, part: string, rows: readonly Entity[]): string | undefined {
  const reasons = [...reasonsOf(template, rows)].toSorted((a, b) => b[1].length - a[1].length);
  if (reasons.length === 0) return undefined;
  const unwritable = reasons.reduce((sum, [, some]) => sum + some.length, 0);
  const named = reasons.slice(0, NAMED).map(([reason, [first, ...more]]) => {
    const where = `PartitionKey ${first?.partitionKey ?? ''}, RowKey ${first?.rowKey ?? ''}`;
    return `${reason} in ${countText(more.length + 1)} (first: ${where})`;
  });
  const others = reasons.length > NAMED ? [`and ${countText(reasons.length - NAMED)} more reasons`] : [];
  return `${part} ${template.text} cannot be written for ${countText(unwritable)} of ${rowCountWords(rows.length)}: ${[...named, ...others].join('; ')}.`;
}

/** Says for which sampled rows a design cannot make keys, and why, in one sentence per template; empty if it can for all. */
export function unwritableRows(design: KeyDesign, rows: readonly Entity[]): readonly string[] {
  const texts = [
    textOf(design.partition, 'PartitionKey', rows),
    ...rowTemplates(design).map((row) => textOf(row, 'RowKey', rows)),
  ];
  return texts.filter((text) => text !== undefined);
}
