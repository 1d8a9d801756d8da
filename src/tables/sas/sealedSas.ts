import { type Scrub, searchFor, type SignatureSearch } from '../base/signatureScrub.ts';

/**
 * A SAS that nobody can print: it only leaves as part of an address about to be sent. In JSON and in the console it is
 * `[SAS]`, in structured clones it is empty.
 */
export class SealedSas {
  #raw: string;
  #search: SignatureSearch | undefined;

  /** `raw`: the parameters as they will be sent, without a leading `?`. */
  constructor(raw: string) {
    this.#raw = raw;
  }

  /** The address with the SAS appended; undefined once dropped. */
  appendTo(url: string): string | undefined {
    if (this.#raw === '') return undefined;
    return `${url}${url.includes('?') ? '&' : '?'}${this.#raw}`;
  }

  /**
   * Removes the signature from an answer's texts, even after another SAS replaced it here. Holds the signature: keep it
   * for one request only.
   */
  scrub(): Scrub {
    return this.#searched().scrub;
  }

  /** Whether a decoded text holds the currently sealed signature; undefined once dropped. */
  knows(plain: string): boolean | undefined {
    return this.#raw === '' ? undefined : this.#searched().isIn(plain);
  }

  #searched(): SignatureSearch {
    this.#search ??= searchFor(/(?:^|&)sig=([^&]*)/u.exec(this.#raw)?.[1] ?? '');
    return this.#search;
  }

  /** Takes over the other's SAS; `other` is empty from then on. */
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
