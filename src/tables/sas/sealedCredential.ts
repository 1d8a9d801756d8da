import { TOKEN_VERSION } from '../../core/entra.ts';
import { type Scrub, searchFor, type SignatureSearch } from '../base/signatureScrub.ts';

/** What a request to the account carries. `raw` as it will be sent: the parameters of a SAS without `?`, or a token. */
type Secret = { readonly kind: 'sas' | 'token'; readonly raw: string };

export interface PlainRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request that carries the credential. For one sending only. */
export interface AuthorizedRequest extends PlainRequest {
  /** Removes the credential from the texts of its answer, even after another one took its place here. */
  readonly clean: Scrub;
}

/**
 * The SAS or the token, which nobody can print: it only leaves as part of a request about to be sent. A SAS is in its
 * address, a token in a header. In JSON and in the console it is `[credential]`, in structured clones it is empty.
 */
export class SealedCredential {
  #secret: Secret | undefined;
  #search: SignatureSearch | undefined;

  constructor(secret: Secret) {
    this.#secret = secret;
  }

  /** The request with the credential; undefined once dropped. */
  authorize({ url, headers }: PlainRequest): AuthorizedRequest | undefined {
    if (this.#secret === undefined) return undefined;
    const { kind, raw } = this.#secret;
    const clean = this.scrub();
    if (kind === 'sas') return { url: `${url}${url.includes('?') ? '&' : '?'}${raw}`, headers, clean };
    const own = { authorization: `Bearer ${raw}`, 'x-ms-version': TOKEN_VERSION };
    return { url, headers: { ...headers, ...own }, clean };
  }

  /**
   * Removes the credential from an answer's texts, even after another one replaced it here. Holds its signature: keep
   * it for one request only.
   */
  scrub(): Scrub {
    return this.#searched().scrub;
  }

  /** Whether a decoded text holds the currently sealed signature; undefined once dropped. */
  knows(plain: string): boolean | undefined {
    return this.#secret === undefined ? undefined : this.#searched().isIn(plain);
  }

  #searched(): SignatureSearch {
    this.#search ??= searchFor(signatureOf(this.#secret));
    return this.#search;
  }

  /** Takes over the other's credential; `other` is empty from then on. */
  takeFrom(other: SealedCredential): void {
    this.#secret = other.#secret;
    this.#search = undefined;
    other.drop();
  }

  /** Forgets the credential. */
  drop(): void {
    this.#secret = undefined;
    this.#search = undefined;
  }

  toJSON(): string {
    return '[credential]';
  }

  toString(): string {
    return '[credential]';
  }
}

/** The part without which a credential is useless: the `sig` of a SAS, or what follows the last dot of a token. */
function signatureOf(secret: Secret | undefined): string {
  const place = secret?.kind === 'token' ? /\.([^.]*)$/u : /(?:^|&)sig=([^&]*)/u;
  return place.exec(secret?.raw ?? '')?.[1] ?? '';
}
