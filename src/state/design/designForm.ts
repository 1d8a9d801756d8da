import { fail, ok, type Result } from '../../core/result.ts';
import { hasConstantText } from '../../core/keys/templates/retext.ts';
import type { BenchTexts } from '../../core/design/bench/readBench.ts';
import { KNOWN_PATTERNS } from '../../core/design/bench/knownPatterns.ts';

/** Keys of one design as typed. */
export interface DesignKeys {
  readonly partition: string;
  readonly row: string;
  /** Template of the second row of each entity, in the same partition; absent: one row per entity. */
  readonly twin?: string | undefined;
  /** True if it was made from pasted or sampled keys, so that its literal texts are parts of those keys. */
  readonly isFromKeys?: boolean;
}

/** Whether a design contains texts of sampled keys. It is then omitted from links; "Save as file" includes it. */
export function isOnlyInFile({ partition, row, twin = '', isFromKeys }: DesignKeys): boolean {
  return isFromKeys === true && [partition, row, twin].some((text) => hasConstantText(text));
}

/** The bench as typed. It is part of the address, so it contains names, types, counts and templates, but never a value of a row. */
export interface DesignForm extends BenchTexts {
  /** One to four. */
  readonly designs: readonly DesignKeys[];
}

const LETTERS = 'ABCD';

/** The letters of the designs that were made from pasted or sampled keys. */
export function sampledLetters({ designs }: DesignForm): ReadonlySet<string> {
  return new Set(designs.flatMap(({ isFromKeys }, at) => (isFromKeys === true ? [LETTERS.charAt(at)] : [])));
}

export const MOST_DESIGNS = 4;
/** The value of `own1`, `own2` and so on if the design was made from keys. */
const FROM_KEYS = 'keys';
/** The value of `open1`, `open2` and so on if the design has a twin row without a template yet. */
const OPEN_TWIN = 'twin';
const TEXTS = ['properties', 'patterns', 'writes', 'days', 'bytes', 'ms'] as const;

/** A known pattern as the fields of the bench; the first pattern if none has this id. */
export function formOfPattern(id: string): DesignForm {
  const known = KNOWN_PATTERNS.find((each) => each.id === id) ?? KNOWN_PATTERNS[0];
  if (known === undefined)
    return { properties: '', patterns: '', writes: '', days: '', bytes: '', ms: '', designs: [] };
  const { properties, patterns, writes, days, bytes, designs } = known;
  return { properties, patterns, writes, days, bytes, ms: '', designs };
}

export const DEFAULT_DESIGN: DesignForm = formOfPattern('series');

export function isSameDesign(a: DesignForm, b: DesignForm): boolean {
  return JSON.stringify(paramsOfForm(a)) === JSON.stringify(paramsOfForm(b));
}

/** The parameters of a design, in order. */
export function paramsOfForm(form: DesignForm): [string, string][] {
  return [
    ...TEXTS.map((name): [string, string] => [name, form[name]]),
    ...form.designs.flatMap(({ partition, row, twin, isFromKeys }, at): [string, string][] => [
      [`pk${at + 1}`, partition],
      [`rk${at + 1}`, row],
      ...(twin === undefined ? [] : [[`twin${at + 1}`, twin] satisfies [string, string]]),
      // An address drops empty values, which would lose the empty field of a twin row.
      ...(twin === '' ? [[`open${at + 1}`, OPEN_TWIN] satisfies [string, string]] : []),
      ...(isFromKeys === true ? [[`own${at + 1}`, FROM_KEYS] satisfies [string, string]] : []),
    ]),
  ];
}

/** The parameters of a link: without the designs that hold texts of sampled keys. */
export function linkParamsOfForm(form: DesignForm): [string, string][] {
  return paramsOfForm({ ...form, designs: form.designs.filter((each) => !isOnlyInFile(each)) });
}

/** Reads the parameters of a design; undefined if there is none among them. */
export function formOfParams(params: ReadonlyMap<string, string>): DesignForm | undefined {
  const names = [...TEXTS, 'pk1', 'rk1'];
  if (!names.some((name) => params.has(name))) return undefined;
  const designs = [1, 2, 3, 4].flatMap((number): DesignKeys[] => {
    const [partition, row] = [params.get(`pk${number}`), params.get(`rk${number}`)];
    const twin = params.get(`twin${number}`) ?? (params.get(`open${number}`) === OPEN_TWIN ? '' : undefined);
    return partition === undefined && row === undefined
      ? []
      : [
          {
            partition: partition ?? '',
            row: row ?? '',
            twin,
            ...(params.get(`own${number}`) === FROM_KEYS && { isFromKeys: true }),
          },
        ];
  });
  return {
    properties: params.get('properties') ?? '',
    patterns: params.get('patterns') ?? '',
    writes: params.get('writes') ?? '',
    days: params.get('days') ?? '',
    bytes: params.get('bytes') ?? '',
    ms: params.get('ms') ?? '',
    designs: designs.length === 0 ? [{ partition: '', row: '' }] : designs,
  };
}

/** Version of the file that holds a design too long for a link. */
const FILE_KIND = 'keyscope-design';
const MOST_FILE_CHARS = 200_000;

export function fileOfForm(form: DesignForm): string {
  return `${JSON.stringify({ kind: FILE_KIND, version: 1, ...Object.fromEntries(paramsOfForm(form)) }, undefined, 2)}\n`;
}

/** Reads a design from a file; the error is a message. */
export function formOfFile(text: string): Result<DesignForm, string> {
  if (text.length > MOST_FILE_CHARS) return fail('This file is too long to be a design.');
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || !('kind' in read) || read.kind !== FILE_KIND) {
      return fail('This file holds no design. Choose one that "Save as file" wrote.');
    }
    if (!('version' in read) || read.version !== 1)
      return fail('A newer version wrote this file. Reload the page and try again.');
    const texts = Object.entries(read).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const form = formOfParams(new Map(texts));
    return form === undefined ? fail('This file holds no design.') : ok(form);
  } catch {
    return fail('This file is not JSON. Choose one that "Save as file" wrote.');
  }
}
