import type { NamedLink, NamedLinks } from '../address/namedLinks.ts';
import { defaultQuery, savedForm } from './savedQueries.ts';

/** The largest file of saved queries that is read, in bytes. */
export const MOST_FILE_BYTES = 2_000_000;
/** The kind of the file, and its version. A file of a later version is not read. */
const FILE = { keyscope: 'saved queries', version: 1 } as const;

/** Makes a saved query the only default of its table, or with `isDefault` false no longer its default. */
export function withDefault(
  links: readonly NamedLink[],
  name: string,
  isDefault: boolean,
): readonly NamedLink[] {
  const of = links.find((one) => one.name === name);
  const table = of && savedForm(of).table;
  return links.map(({ isDefault: was, ...link }): NamedLink => {
    const isIt = link.name === name ? isDefault : was === true && savedForm(link).table !== table;
    return isIt ? { ...link, isDefault: true } : link;
  });
}

/** The content of a file that shares saved queries. */
export function printSaved(links: readonly NamedLink[]): string {
  return `${JSON.stringify({ ...FILE, queries: links }, undefined, 2)}\n`;
}

/** The links with those taken from a file, and a message about what was taken and why the rest was not. */
export interface TakenQueries {
  readonly links: readonly NamedLink[];
  readonly words: string;
}

/**
 * Adds the queries of a file, which may contain anything. Only what this page could have saved is taken, and no saved query is replaced.
 */
export function takeSaved(saved: NamedLinks, text: string): TakenQueries {
  const before = saved.get();
  const members = membersOf(text);
  const queries = members.get('queries');
  const version = members.get('version');
  if (members.get('keyscope') !== FILE.keyscope || !Array.isArray(queries) || typeof version !== 'number')
    return { links: before, words: 'This file holds no saved queries of Keyscope.' };
  if (version !== FILE.version)
    return {
      links: before,
      words: 'A later version of Keyscope wrote this file. Reload the page to get it.',
    };
  const counts = { taken: 0, same: 0, named: 0, refused: 0, full: 0 };
  let links = before;
  for (const item of queries as readonly unknown[]) {
    const link = saved.read(item);
    const other = link && links.find(({ name }) => name === link.name);
    if (link === undefined) counts.refused += 1;
    else if (other !== undefined) counts[other.address === link.address ? 'same' : 'named'] += 1;
    else if (links.length >= saved.most) counts.full += 1;
    else {
      counts.taken += 1;
      const { table } = savedForm(link);
      const keeps = link.isDefault === true && Object.keys(defaultQuery(links, table)).length === 0;
      links = [...links, keeps ? link : { name: link.name, address: link.address }];
    }
  }
  return { links, words: takenWords(counts, saved.most) };
}

function membersOf(text: string): ReadonlyMap<string, unknown> {
  try {
    const file: unknown = JSON.parse(text);
    return new Map(typeof file === 'object' && file !== null ? Object.entries(file) : []);
  } catch {
    return new Map();
  }
}

function takenWords(
  {
    taken,
    same,
    named,
    refused,
    full,
  }: Readonly<Record<'taken' | 'same' | 'named' | 'refused' | 'full', number>>,
  most: number,
): string {
  const words: readonly (readonly [number, string])[] = [
    [same, 'saved here already'],
    [named, 'not added: another one has the name'],
    [full, `not added: there is room for ${most}`],
    [refused, 'refused: not a query that this Keyscope can keep, or it looks like a secret'],
  ];
  const rest = words.flatMap(([count, why]) => (count === 0 ? [] : [`${count} ${why}`]));
  return [`${taken} added`, ...rest].join('. ');
}
