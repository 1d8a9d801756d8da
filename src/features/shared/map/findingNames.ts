import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';

/** The name of a finding in a link: its title, and where it begins, because findings may share a title. */
export function nameOfFinding({ title, cells }: Finding): string {
  const [first] = cells;
  return first === undefined ? title : `${title} @${String(first.from)}`;
}

export function titleOf(name: string): string {
  return name.replace(/ @\d+$/u, '');
}

/** The finding with this name. If there is none, the first one with its title: late rows may have moved its beginning. */
export function findingNamed(findings: readonly Finding[], name: string): Finding | undefined {
  const title = titleOf(name);
  return (
    findings.find((finding) => nameOfFinding(finding) === name) ??
    findings.find((finding) => finding.title === title)
  );
}
