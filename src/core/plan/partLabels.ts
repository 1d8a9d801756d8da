/** The label of one part of a range that the plan reads in several parts. */
export function partLabel(label: string, part: number, count: number): string {
  return count === 1 ? label : `${label}, part ${part} of ${count}`;
}

/** The label of the whole range, without the number of the part: users see all parts as one prefix. */
export function wholeLabel(label: string): string {
  return label.replace(/, part \d+ of \d+$/, '');
}
