import { templateProperties } from '../../../core/keys/templates/keyTemplate.ts';
import { parseTemplate } from '../../../core/keys/templates/parseTemplate.ts';
import type { DesignKeys } from '../../../state/design/designForm.ts';

/** The properties that templates name, as lines of the field "Properties". */
export function propertiesOf({ partition, row, twin = '' }: DesignKeys): string {
  const names = [partition, row, twin].flatMap((text) => {
    const parsed = parseTemplate(text);
    return parsed.ok ? templateProperties(parsed.value) : [];
  });
  return [...new Set(names)].map((name) => `${name}: String`).join('\n');
}
