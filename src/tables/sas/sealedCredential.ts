import { TOKEN_VERSION } from '../../core/entra.ts';
import { type Scrub, searchFor } from '../base/signatureScrub.ts';

/** What a request to the account must carry. `raw` is exactly what will be sent: the parameters of a SAS without `?`, or a token. */
type Secret = { readonly kind: 'sas' | 'token'; readonly raw: string };

export interface PlainRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request with the credential. To be sent once and not kept. */
export interface AuthorizedRequest extends PlainRequest {
  /** Removes the credential from the texts of the answer, even if another credential has been sealed here since. */
  readonly clean: Scrub;
}

/**
 * The SAS or the token. It can leave this object only as part of a request that is about to be sent: a SAS in the address, a token in a
 * header. JSON and the console show `[credential]`, and a structured clone is empty.
 */
export class SealedCredential {
  #secret: Secret | undefined;
  #search: ReturnType<typeof searchFor> | undefined;

  constructor(secret: Secret) {
    this.#secret = secret;
  }

  /** Adds the credential to a request. Undefined once the credential was dropped. */
  authorize({ url, headers }: PlainRequest): AuthorizedRequest | undefined {
    if (this.#secret === undefined) return undefined;
    const { kind, raw } = this.#secret;
    const clean = this.scrub();
    if (kind === 'sas') return { url: `${url}${url.includes('?') ? '&' : '?'}${raw}`, headers, clean };
    const own = { authorization: `Bearer ${raw}`, 'x-ms-version': TOKEN_VERSION };
    return { url, headers: { ...headers, ...own }, clean };
  }

  /**
   * Returns a function that removes the credential from texts, even after another one was sealed here. It holds the signature, so keep it
   * for one request only.
   */
  scrub(): Scrub {
    return this.#searched().scrub;
  }

  /** Whether a decoded text contains the signature that is sealed now. Undefined once the credential was dropped. */
  knows(plain: string): boolean | undefined {
    return this.#secret === undefined ? undefined : this.#searched().isIn(plain);
  }

  #searched(): ReturnType<typeof searchFor> {
    this.#search ??= searchFor(signatureOf(this.#secret));
    return this.#search;
  }

  /** Takes over the credential of `other`, which is empty afterwards. */
  takeFrom(other: SealedCredential): void {
    this.#secret = other.#secret;
    this.#search = undefined;
    other.drop();
  }

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

/** The part without which a credential is useless: the `sig` of a SAS, or the text after the last dot of a token. */
function signatureOf(secret: Secret | undefined): string {
  const place = secret?.kind === 'token' ? /\.([^.]*)$/u : /(?:^|&)sig=([^&]*)/u;
  return place.exec(secret?.raw ?? '')?.[1] ?? '';
}
