/** In place of a word that varies by no form. */
export const ANY_WORD = '<text>';

/** What stands for a part of a text that varies, and how such a part is written. */
export const PLACEHOLDERS: Readonly<Record<string, string>> = {
  '<n>': String.raw`[-+]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?`,
  '<id>': String.raw`[\w-]+`,
  '<time>': String.raw`\d[\d\-/.:,]*(?:[T ][\d:.,]+)?(?: ?(?:Z|UTC|[+-]\d+(?::\d+)?))?`,
  '<host>': String.raw`\[?[\w.:%-]+\]?(?::\d+)?`,
  '<version>': String.raw`\d[\w.+-]*`,
  '<path>': String.raw`\S+?`,
  [ANY_WORD]: String.raw`\S+`,
};

const EACH = new RegExp(`(${Object.keys(PLACEHOLDERS).join('|')})`, 'u');

/** A template in parts: words, and at odd places what stands for what varies. */
export function templateParts(template: string): readonly string[] {
  return template.split(EACH);
}

/** "after <n> ms": a placeholder of a template with the words beside it. */
export function parameterTitle({
  template,
  place,
}: {
  readonly template: string;
  readonly place: number;
}): string {
  const words = template.split(' ');
  let left = place;
  const at = words.findIndex((word) => {
    left -= (templateParts(word).length - 1) / 2;
    return left < 0;
  });
  return words.slice(Math.max(0, at - 1), at + 2).join(' ');
}
