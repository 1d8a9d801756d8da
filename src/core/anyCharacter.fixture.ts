import fc from 'fast-check';

/** Any Unicode character. fast-check's own `unit: 'binary'` gives the same, but takes seconds to make. */
export const anyCharacter = fc
  .nat(0x10_f7_ff)
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
