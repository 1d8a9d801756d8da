import { parameterTitle, templateParts } from './placeholders.ts';

/** A placeholder of a template, counted from 0: what the texts of a property have in its place. */
export type Parameter = `parameter ${number} of ${string}`;

/** A part of a key, counted from 0: what is between two of its separators. */
export type KeyPart = `part ${number} at ${string}`;

/**
 * Says which column is meant: a property by name, PartitionKey, RowKey or Timestamp; or a fact that no property holds: the best known time
 * of a row, the hour that it is in, its prefix, the template of one of its texts, a parameter of a template, or a part of a key (for these
 * three, `name` is the property). A property may also be called Prefix, so a fact has a field of its own.
 */
export interface ColumnRef {
  readonly name: string;
  readonly fact?: 'time' | 'hour' | 'prefix' | 'template' | Parameter | KeyPart;
}

const PARAMETER = /^parameter (\d{1,4}) of (.*)$/su;

/** Reads a fact as a parameter; undefined: it is another fact. */
export function readParameter(
  fact: string | undefined,
): { readonly place: number; readonly template: string } | undefined {
  const [, place, template] = PARAMETER.exec(fact ?? '') ?? [];
  return template === undefined ? undefined : { place: Number(place), template };
}

const PART = /^part (\d{1,2}) at (.+)$/su;

/** Reads a fact as a part of a key; undefined: it is another fact. */
export function readKeyPart(
  fact: string | undefined,
): { readonly place: number; readonly separator: string } | undefined {
  const [, place, separator] = PART.exec(fact ?? '') ?? [];
  return separator === undefined ? undefined : { place: Number(place), separator };
}

/** Returns one column for each placeholder of a template (`<n>`, `<time>`): its values in the texts. */
export function parametersOf(name: string, template: string): readonly ColumnRef[] {
  const count = (templateParts(template).length - 1) / 2;
  return Array.from({ length: count }, (_, place) => ({ name, fact: `parameter ${place} of ${template}` }));
}

/** Whether a column is a parameter of numbers. */
export function isNumberParameter({ fact }: ColumnRef): boolean {
  const parameter = readParameter(fact);
  return parameter !== undefined && templateParts(parameter.template)[2 * parameter.place + 1] === '<n>';
}

export function columnTitle({ name, fact }: ColumnRef): string {
  const parameter = readParameter(fact);
  if (parameter !== undefined) return `${name}: ${parameterTitle(parameter)}`;
  const part = readKeyPart(fact);
  if (part !== undefined) return `${name} part ${part.place + 1}`;
  return fact === 'template' ? `${name}, as a template` : name;
}

/** A text that stands for a column, equal only for the same one. */
export function columnRefName({ name, fact }: ColumnRef): string {
  // Templates and separators have no line breaks, so the two parts cannot be confused.
  if (fact === 'template' || readParameter(fact) !== undefined || readKeyPart(fact) !== undefined)
    return `${fact}\n${name}`;
  return fact === undefined ? `property ${name}` : fact;
}

/** Only the column, without what a sort or a filter adds to it. */
export function pickRef({ name, fact }: ColumnRef): ColumnRef {
  return fact === undefined ? { name } : { name, fact };
}

/** A name without case and punctuation: "severityLevel" and "Severity_Level" become the same. */
export function plainName(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Numbers with such a name are ids, not quantities. */
const ID_NAME = /(id|pid|tid|index|key|version|code|ticks|ticket|number|no)$/u;

/** Whether the name of a property says that its numbers are ids, not quantities. */
export function isIdName(name: string): boolean {
  return ID_NAME.test(plainName(name));
}
