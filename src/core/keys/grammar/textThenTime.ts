import type { KeyScheme, SchemeEntry } from '../base/keyScheme.ts';
import { TEXT_FIRST } from '../base/schemeSpec.ts';
import { formsOf } from './compileForms.ts';
import type { InKey } from './compileRanges.ts';
import { NOTE, schemeOf } from './compileScheme.ts';
import { formSegments } from './keyForm.ts';
import { besideForm, type PartForm, partFormOf, readBeside, timeBeside } from './timeBeside.ts';

/** The scheme for keys with a time after text that differs from key to key. */
function textScheme(entry: SchemeEntry, part: PartForm, source: InKey): KeyScheme {
  const form = besideForm(part, 'after');
  const own = [form];
  const { writer: _any, ...facts } = entry;
  const isRow = source === 'row';
  const id = `${TEXT_FIRST}${entry.id}`;
  const title = `Text, then ${entry.title.replace(NOTE, '')}`;
  const text: SchemeEntry = {
    ...facts,
    id,
    title,
    code: {
      shapes: {},
      read: (key, asPart, hint) =>
        asPart === 'table' ? undefined : readBeside(part, text, key, 'after', hint),
      segments: (key) => formSegments(form, entry.title, key),
      textBefore: (key) => form.match(key)?.[0],
      rowTime: (partitionKey, rowKey, into) =>
        timeBeside(part, isRow ? rowKey : partitionKey, 'after', into) !== undefined,
      groupOf: (partitionKey) => {
        if (isRow) return partitionKey;
        const [before] = form.match(partitionKey) ?? [];
        return before === undefined ? 'other' : before.replace(/[^\p{L}\p{N}]+$/u, '');
      },
    },
  };
  const name = isRow ? { id: `${id}-row`, title: `${title}, in RowKey` } : { id, title };
  const forms = { partition: own, row: own, table: [] };
  return schemeOf({ ...name, entry: text, forms, own, isRow, source, isAlike: true });
}

/** The schemes for keys with a time after text, for all entries that allow it. */
export function textThenTimeSchemes(entries: readonly SchemeEntry[]): readonly KeyScheme[] {
  return entries.flatMap((entry) => {
    const part = partFormOf(entry, formsOf(entry.partition ?? entry.row));
    return part === undefined ? [] : [textScheme(entry, part, 'partition'), textScheme(entry, part, 'row')];
  });
}
