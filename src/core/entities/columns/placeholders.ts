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
