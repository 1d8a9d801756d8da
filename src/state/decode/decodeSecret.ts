import { isAccountKey, withoutNamedValues } from '../../core/secrets.ts';
import { isCredentialIn } from '../base/secrets.ts';

/** A credential that was pasted into the key field. */
export interface PastedSecret {
  /** The pasted text for the connection, which seals it. It is kept nowhere else. */
  readonly secret: string;
  /** The text without the credential; empty if nothing else is left or not all of it could be removed. */
  readonly rest: string;
}

/** Matches keys or a query, so that there is something to decode besides the credential. */
const HOLDS_KEYS = /PartitionKey|RowKey|\$filter|\n\s*\S/i;

/**
 * The credential in a text that was pasted to be decoded; undefined if it holds none, even if it mentions
 * one. The rest of the text never holds one. A text that only looks like a signature, as every SHA-256 does,
 * is not changed.
 */
export function pastedSecret(text: string): PastedSecret | undefined {
  if (!isAccountKey(text) && !isCredentialIn(text)) return undefined;
  if (!HOLDS_KEYS.test(text.trim())) return { secret: text, rest: '' };
  const rest = withoutNamedValues(text);
  return { secret: text, rest: isAccountKey(rest) || isCredentialIn(rest) ? '' : rest };
}
