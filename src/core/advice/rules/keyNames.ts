import type { EntityProperty } from '../../design/bench/workload.ts';

/** Matches names that suggest data that changes during the life of a row. */
const CHANGES =
  /^(?:.*(?:status|state|price|balance|count|total|modified|updated|lastseen|progress|priority|assignee))$/i;

/** Whether a key should not hold this property: its name sounds like data that changes, or it is a measured value. */
export function isChanging(name: string, properties: readonly EntityProperty[]): boolean {
  return CHANGES.test(name) || properties.some((each) => each.name === name && each.type === 'Double');
}

/** The names that suit a key: properties of the entity that are neither its keys nor data that changes. */
export function stableNames(
  names: readonly string[],
  properties: readonly EntityProperty[],
): readonly string[] {
  const described = new Set(properties.map(({ name }) => name));
  return names.filter(
    (name) =>
      described.has(name) && name !== 'PartitionKey' && name !== 'RowKey' && !isChanging(name, properties),
  );
}
