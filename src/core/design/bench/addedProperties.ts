import { templateProperties } from '../../keys/grammar/keyTemplate.ts';
import { parseTemplate } from '../../keys/grammar/parseTemplate.ts';
import type { BenchTexts } from './readBench.ts';

/** A design as the user types it, with lines for the properties that a change describes. */
type AddedDesign = BenchTexts['designs'][number] & { readonly properties?: string };

/**
 * Lines of the field "Properties" that a design needs when it is added: first those that it describes itself, then one for each property
 * that its templates name, as text. A name may occur twice or be in the field already, because `withProperties` takes each only once.
 */
export function addedProperties({ partition, row, twin = '', properties = '' }: AddedDesign): string {
  const names = [partition, row, twin].flatMap((text) => {
    const parsed = parseTemplate(text);
    return parsed.ok ? templateProperties(parsed.value) : [];
  });
  const named = [...new Set(names)].map((name) => `${name}: String`);
  return [...(properties === '' ? [] : [properties]), ...named].join('\n');
}
