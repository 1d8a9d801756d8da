import { type Scrub, searchFor, type SignatureSearch } from '../base/signatureScrub.ts';

/**
 * A SAS that nobody can print: it leaves only as part of an address that is about to be sent.
 * JSON, console and structured clones of it are empty.
 */
export class SealedSas {
  #raw: string;
  #search: SignatureSearch | undefined;

  /** `raw`: the parameters as they are to be sent, without a leading `?`. */
  constructor(raw: string) {
    this.#raw = raw;
  }

  /** The address with the SAS behind it; undefined once dropped. */
  appendTo(url: string): string | undefined {
    if (this.#raw === '') return undefined;
    return `${url}${url.includes('?') ? '&' : '?'}${this.#raw}`;
  }

  /**
   * What takes the signature out of an answer's texts, also after another SAS has taken its place here. It holds the
   * signature: to be kept for one request, never longer.
   */
  scrub(): Scrub {
    return this.#searched().scrub;
  }

  /** Whether a decoded text holds the signature that is sealed here now; undefined once dropped. */
  knows(plain: string): boolean | undefined {
    return this.#raw === '' ? undefined : this.#searched().isIn(plain);
  }

  #searched(): SignatureSearch {
    this.#search ??= searchFor(/(?:^|&)sig=([^&]*)/u.exec(this.#raw)?.[1] ?? '');
    return this.#search;
  }

  /** Takes the place of what was sealed here; `other` is empty from then on. */
  takeFrom(other: SealedSas): void {
    this.#raw = other.#raw;
    this.#search = undefined;
    other.drop();
  }

  /** Forgets the SAS. */
  drop(): void {
    this.#raw = '';
    this.#search = undefined;
  }

  toJSON(): string {
    return '[SAS]';
  }

  toString(): string {
    return '[SAS]';
  }
}
