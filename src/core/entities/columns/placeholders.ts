/** Stands for a word that varies and has no known form. */
export const ANY_WORD = '<text>';

const TIME = String.raw`\d[\d\-/.:,]*(?:[T ][\d:.,]+)?(?: ?(?:Z|UTC|[+-]\d+(?::\d+)?))?`;

/** The placeholders of templates, each with a pattern of the texts that it stands for. */
export const PLACEHOLDERS: Readonly<Record<string, string>> = {
  '<n>': String.raw`[-+]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?`,
  // GUIDs and addresses of network adapters come first. Any other id takes only as many parts as the rest of the template leaves to it.
  '<id>': String.raw`[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}|[\da-fA-F]+(?::[\da-fA-F]+){5}|\w+(?:-\w+)*?`,
  '<time>': TIME,
  '<host>': String.raw`\[?[\w.:%-]+\]?(?::\d+)?`,
  '<version>': String.raw`\d[\w.+-]*`,
  '<path>': String.raw`\S+?`,
  // A time may be such a word, although it can contain spaces.
  [ANY_WORD]: String.raw`${TIME}(?!\S)|\S+`,
};

const EACH = new RegExp(`(${Object.keys(PLACEHOLDERS).join('|')})`, 'u');

/** A template in parts: words at even places, placeholders at odd ones. */
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
