/**
 * Holds the unfinished end of a text that arrives in parts. It is looked at again only when it has doubled. So each character is
 * looked at only a few times, however small the parts are.
 */
export class RestText {
  private parts: string[] = [];
  private length = 0;
  private wanted = 0;
  private readonly most: number;

  /** A rest longer than `most` is always looked at. */
  constructor(most: number) {
    this.most = most;
  }

  /** Returns everything that waits plus the new part; undefined if it is too early to look at it. */
  add(text: string): string | undefined {
    this.parts.push(text);
    this.length += text.length;
    return this.length < this.wanted ? undefined : this.take();
  }

  /** Returns everything that waits. */
  take(): string {
    const text = this.parts.length === 1 ? (this.parts[0] ?? '') : this.parts.join('');
    this.parts = [];
    this.length = 0;
    return text;
  }

  /** Keeps the unfinished end of a text that was looked at. */
  keep(rest: string): void {
    this.parts = rest === '' ? [] : [rest];
    this.length = rest.length;
    this.wanted = Math.min(rest.length * 2, this.most + 1);
  }
}
