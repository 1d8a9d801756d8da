import { type SecretLook, secretLook } from '../../core/secrets.ts';

/**
 * Tells whether a decoded text holds the signature of a connection; undefined once that has been forgotten. It looks at the
 * seal each time and keeps nothing of its own.
 */
export type KnowsSignature = (plain: string) => boolean | undefined;

/**
 * One list for the page, and not an argument: every address, link, bookmark and file name is checked against it, and no
 * caller can forget to pass it on.
 */
const known = new Set<KnowsSignature>();

/** From now on no text with this signature gets into an address, however it is written. */
export function recognise(knows: KnowsSignature): void {
  known.add(knows);
}

/** Why a text stays out of addresses, storage and names of files; undefined: it may go there. */
export function lookOf(text: string): SecretLook | undefined {
  return text === '' ? undefined : secretLook(text, isKnown);
}

export function holdsSecret(text: string): boolean {
  return lookOf(text) !== undefined;
}

/** What the page says beside a field whose text `holdsSecret`. */
export const NOT_IN_LINK = 'Not in the link: looks like a signature.';

function isKnown(plain: string): boolean {
  let isHeld = false;
  for (const knows of known) {
    const answer = knows(plain);
    if (answer === undefined) known.delete(knows);
    isHeld ||= answer === true;
  }
  return isHeld;
}
