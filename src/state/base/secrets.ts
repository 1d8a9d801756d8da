import { holdsCredential, type SecretLook, secretLook } from '../../core/secrets.ts';

/**
 * Whether a decoded text holds the signature of a connection; undefined once the signature is forgotten. Reads the
 * sealed SAS each time and keeps nothing.
 */
export type KnowsSignature = (plain: string) => boolean | undefined;

/**
 * One list for the whole page rather than an argument, so that no caller can forget to pass it: every address, link,
 * bookmark and file name is checked against it.
 */
const known = new Set<KnowsSignature>();

/** From now on, no text that holds this signature in any encoding gets into an address. */
export function recognise(knows: KnowsSignature): void {
  known.add(knows);
}

/** Why a text must stay out of addresses, storage and file names; undefined if it may be there. */
export function lookOf(text: string): SecretLook | undefined {
  return text === '' ? undefined : secretLook(text, isKnown);
}

export function holdsSecret(text: string): boolean {
  return lookOf(text) !== undefined;
}

/** Whether a text contains an actual credential, not just a name or a look-alike. It is then removed from a field. */
export function isCredentialIn(text: string): boolean {
  return text !== '' && holdsCredential(text, isKnown);
}

/** Shown next to a field whose text is left out of links. */
export const NOT_IN_LINK = 'Not in the link: looks like a signature.';
export const TOO_LONG_TO_CHECK = 'Not in the link: too long to check.';

function isKnown(plain: string): boolean {
  let isHeld = false;
  for (const knows of known) {
    const answer = knows(plain);
    if (answer === undefined) known.delete(knows);
    isHeld ||= answer === true;
  }
  return isHeld;
}
