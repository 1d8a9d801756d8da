/** The label of one part of a range that other ranges of the plan split. */
export function partLabel(label: string, part: number, count: number): string {
  return count === 1 ? label : `${label}, part ${part} of ${count}`;
}

/** The label of the whole range, since users see its parts as one prefix. */
export function wholeLabel(label: string): string {
  return label.replace(/, part \d+ of \d+$/, '');
}
