import type { KeyDesign } from '../bench/judgeDesign.ts';
import { type CodeNames, codeNames } from './codeNames.ts';

/** C# keywords, which need an @ as names (C# language reference, "C# keywords"). */
const KEYWORDS: ReadonlySet<string> = new Set(
  `abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event
  explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null
  object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string
  struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while`.split(
    /\s+/,
  ),
);

/** Members that every C# record has, and the name of the record itself. */
const TAKEN: ReadonlySet<string> = new Set([
  'Ticks',
  'Writer',
  'Guid',
  'KeyValues',
  'Clone',
  'Deconstruct',
  'EqualityContract',
  'Equals',
  'Finalize',
  'GetHashCode',
  'GetType',
  'MemberwiseClone',
  'PrintMembers',
  'ReferenceEquals',
  'ToString',
]);

/** The names of the properties of a design in C#, without the @ that a keyword needs. */
export function csharpNames(design: KeyDesign): CodeNames {
  return codeNames(design, TAKEN);
}

/** A name as C# code writes it. */
export function csharpName(name: string): string {
  return KEYWORDS.has(name) ? `@${name}` : name;
}
