/** What marks a credential in a text: a SAS signature, a connection string with a SAS, an account key. */
const MARKS = ['sig=', 'sharedaccesssignature', 'accountkey'];

/** How often a text is percent-decoded when it is searched for a credential: links get encoded twice on their way. */
const DECODING_DEPTH = 3;

/** Whether a text holds, or may hold, a credential; such a text never enters an address. */
export function holdsSecret(text: string): boolean {
  let current = text;
  for (let depth = 0; depth <= DECODING_DEPTH; depth += 1) {
    const lower = current.toLowerCase();
    if (MARKS.some((mark) => lower.includes(mark))) return true;
    const decoded = decodeLoosely(current);
    if (decoded === current) return false;
    current = decoded;
  }
  return false;
}

/** Decodes %XX of ASCII one by one, so that one malformed sequence cannot hide the rest. */
function decodeLoosely(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
