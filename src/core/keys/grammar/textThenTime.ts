import type { KeyScheme, SchemeEntry } from '../base/keyScheme.ts';
import { newRowTime } from '../base/digits.ts';
import { TEXT_FIRST } from '../base/schemeSpec.ts';
import { formsOf } from './compileForms.ts';
import type { InKey } from './compileRanges.ts';
import { NOTE, schemeOf } from './compileScheme.ts';
import type { KeyForm } from './keyForm.ts';
import { templateOf } from './parseTemplate.ts';
import { type PartForm, partFormOf, readBeside, segmentsBeside, timeBeside } from './timeBeside.ts';

const [TEXT] = templateOf('{:all}').parts;

/** The form with text before and after its time, which is where times stand among the parts of a key. */
function afterText(part: PartForm): KeyForm {
  const parts = [TEXT, ...part.form.parts, TEXT].filter((each) => each !== undefined);
  const match = (text: string): readonly string[] | undefined => {
    const place = timeBeside(part, text, 'after', newRowTime());
    return place && [text.slice(0, place.from), text.slice(place.from, place.to), text.slice(place.to)];
  };
  return { ...part.form, parts, timeIndex: 1, match };
}

/** A time behind text that differs from key to key. */
function textScheme(entry: SchemeEntry, part: PartForm, source: InKey): KeyScheme {
  const form = afterText(part);
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
      segments: (key) => segmentsBeside(part, key, 'after'),
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
  const forms = { partition: isRow ? [] : own, row: isRow ? own : [], table: [] };
  return schemeOf({ ...name, entry: text, forms, own, isRow, source, isAlike: false });
}

/** The schemes of entries whose time may follow text, in which it does. */
export function textThenTimeSchemes(entries: readonly SchemeEntry[]): readonly KeyScheme[] {
  return entries.flatMap((entry) => {
    const part = partFormOf(entry, formsOf(entry.partition ?? entry.row));
    return part === undefined ? [] : [textScheme(entry, part, 'partition'), textScheme(entry, part, 'row')];
  });
}
