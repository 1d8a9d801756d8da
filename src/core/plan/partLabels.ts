/** The label of one part of a range that is read in parts, since other ranges of the plan lie within it. */
export function partLabel(label: string, part: number, count: number): string {
  return count === 1 ? label : `${label}, part ${part} of ${count}`;
}

/** The label of the whole range: to a person its parts are one prefix. */
export function wholeLabel(label: string): string {
  return label.replace(/, part \d+ of \d+$/, '');
}
