/**
 * A text that comes in parts, of which the end of each may have to wait for the next. What waits is looked at again only
 * when it has doubled, so that each character is looked at a few times at most, however small the parts are.
 */
export class RestText {
  private parts: string[] = [];
  private length = 0;
  private wanted = 0;
  private readonly most: number;

  /** `most`: a longer rest is looked at whatever it holds. */
  constructor(most: number) {
    this.most = most;
  }

  /** All that waits and the new part; undefined: it is not worth a look yet. */
  add(text: string): string | undefined {
    this.parts.push(text);
    this.length += text.length;
    return this.length < this.wanted ? undefined : this.take();
  }

  /** What waits, whole. */
  take(): string {
    const text = this.parts.length === 1 ? (this.parts[0] ?? '') : this.parts.join('');
    this.parts = [];
    this.length = 0;
    return text;
  }

  /** The end of a text that was looked at has to wait. */
  keep(rest: string): void {
    this.parts = rest === '' ? [] : [rest];
    this.length = rest.length;
    this.wanted = Math.min(rest.length * 2, this.most + 1);
  }
}
