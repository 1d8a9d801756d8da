import type { TimeCodec } from '../base/timeCodec.ts';
import { findForbiddenInKey } from '../../keyText.ts';
import { fail, ok, type Result } from '../../result.ts';
import { padNumber } from '../base/digits.ts';
import { utf8Bytes } from '../base/utf8.ts';
import type { KeyTemplate, TemplatePart } from './keyTemplate.ts';
import { compiled, cutKey } from './keyForm.ts';
import { LONGEST_KEY } from '../base/entityKey.ts';
import { textOfTime } from './timeSpans.ts';

/** What a writer knows when it makes a key. */
export interface TemplateInput {
  readonly ticks?: bigint;
  readonly fields?: ReadonlyMap<string, string>;
  /** The number that this writer has among all writers. */
  readonly writer?: number;
  readonly guid?: string;
}

/**
 * FNV-1a, 32 bits, over UTF-8. It was chosen because it is short to write in every language. Source: Fowler, Noll, Vo, draft-eastlake-fnv.
 */
export function templateHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of utf8Bytes(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

type Encoded = Result<string, string>;

export function propertyText(
  part: Extract<TemplatePart, { kind: 'property' }>,
  value: string | undefined,
): Encoded {
  if (value === undefined || value === '')
    return fail(`{${part.name}} has no value: a row without it would get no key.`);
  if (part.values?.includes(value) === false)
    return fail(`{${part.name}} has a value that is not in its list.`);
  if (part.write !== undefined) {
    const text = part.write(value);
    return text === undefined ? fail(`{${part.name}} is escaped in a way that cannot be undone.`) : ok(text);
  }
  if (part.width === undefined) return ok(value);
  if (!/^\d+$/.test(value))
    return fail(`{${part.name}} is padded, so it must be a whole number of 0 or more.`);
  return value.length > part.width
    ? fail(`{${part.name}} has more than ${part.width} digits.`)
    : ok(value.padStart(part.width, '0'));
}

function timeText(codec: TimeCodec, ticks: bigint | undefined): Encoded {
  if (ticks === undefined) return fail('The time is missing.');
  const text = textOfTime(codec, ticks);
  return text === undefined
    ? fail('The time is before or after all times that this key can hold.')
    : ok(text);
}

/** What a writer puts into a key for a part. */
export function partText(part: TemplatePart, input: TemplateInput): Encoded {
  switch (part.kind) {
    case 'literal':
      return ok(part.text);
    case 'property':
      return propertyText(part, input.fields?.get(part.name));
    case 'time':
      return timeText(part.codec, input.ticks);
    case 'hash': {
      const value = input.fields?.get(part.name);
      if (value === undefined || value === '') return fail(`{${part.name}} has no value to hash.`);
      return ok(padNumber(templateHash(value) % part.buckets, part.width));
    }
    case 'writer':
      return ok(padNumber(Math.abs(Math.trunc(input.writer ?? 0)) % part.buckets, part.width));
    case 'guid':
      return input.guid !== undefined && new RegExp(`^${part.pattern}$`).test(input.guid)
        ? ok(input.guid)
        : fail('The GUID is missing.');
    default:
      return ok('');
  }
}

/** The key that a writer makes, or the reason why it cannot. It refuses a key that would be read back to other values. */
export function encodeTemplate(template: KeyTemplate, input: TemplateInput): Encoded {
  const texts: string[] = [];
  for (const part of template.parts) {
    const text = partText(part, input);
    if (!text.ok) return text;
    texts.push(text.value);
  }
  const key = texts.join('');
  const bad = findForbiddenInKey(key);
  if (bad !== undefined) return fail(`The key would hold ${bad.name}, which keys cannot hold.`);
  if (key.length > LONGEST_KEY)
    return fail(`The key would have ${key.length} characters; keys have at most ${LONGEST_KEY}.`);
  const back = cutKey(compiled(template), key);
  return back?.pieces.every((text, at) => text === texts[at]) === true
    ? ok(key)
    : fail('The key could not be read back: a value holds the separator that follows it.');
}
