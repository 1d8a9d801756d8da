import { percentDecoded } from '../../core/percentText.ts';
import { fail, ok, type Result, type TextFault } from '../../core/result.ts';

/** A parsed SAS, exactly as pasted except for the repairs that are listed. */
export interface ReadSas {
  /** The parameters as they will be sent, without a leading `?`. Secret. */
  readonly raw: string;
  /** Known parameters, decoded, without the signature. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly repairs: readonly string[];
}

/** The parameters that may be shown. Source: the references of account, service and user delegation SAS. */
const KNOWN = new Set(
  'sv ss srt sp st se spr sip ses tn si spk srk epk erk sr skoid sktid skt ske sks skv saoid suoid scid sduoid'.split(
    ' ',
  ),
);

/** Options of a request, not of the SAS. They come along with addresses that were copied from traces. */
const REQUEST_OPTION = /^(?:\$|%24)|^(?:next(?:partitionkey|rowkey|tablename)|timeout|restype|comp)$/iu;

/** The values of these parameters never contain a space, so a space in one comes from a line break. */
const HOLDS_NO_SPACE = new Set('sv ss srt sp st se spr sip ses sr skoid sktid skt ske sks skv'.split(' '));

/** Length of an HMAC-SHA256 in base64. */
const SIGNATURE_CHARS = 44;

interface Part {
  readonly name: string;
  /** Still percent-encoded, without line breaks. A signature keeps its white space until it is repaired. */
  readonly value: string;
  /** Whether it is an unknown name without `=`. */
  readonly isFlag: boolean;
  /** Half-open range in the given text. */
  readonly from: number;
  readonly to: number;
}

function faultAt(
  part: Pick<Part, 'from' | 'to'>,
  message: string,
  nextStep?: string,
): Result<never, TextFault> {
  return fail({ message, from: part.from, to: part.to, nextStep });
}

const PASTE_AGAIN = 'Copy the SAS again, whole, with the copy button.';

/** Reads a bare SAS, or the part of an address after the `?`. White space inside is ignored. Positions in a fault refer to `text`. */
export function readSas(text: string): Result<ReadSas, TextFault> {
  const cut = cutParts(text);
  if (!cut.ok) return cut;
  const repairs: string[] = [];
  const own = cut.value.filter((part) => !REQUEST_OPTION.test(part.name));
  if (own.length < cut.value.length) repairs.push('Options of a request in the address were left out.');
  const scope = scopeFault(own, text.length);
  if (scope !== undefined) return fail(scope);
  const mended = mend(own, repairs);
  if (!mended.ok) return mended;
  const parameters = new Map<string, string>();
  for (const part of mended.value) {
    if (!KNOWN.has(part.name)) continue;
    const decoded = percentDecoded(part.value);
    if (decoded === undefined) return faultAt(part, `${part.name} is not valid UTF-8.`, PASTE_AGAIN);
    parameters.set(part.name, decoded);
  }
  const raw = mended.value.map((part) => (part.isFlag ? part.name : `${part.name}=${part.value}`)).join('&');
  return ok({ raw, parameters, repairs });
}

/**
 * Removes trailing characters that match a pattern for one character. A pattern for several of them would scan each run again from each of
 * its positions.
 */
function withoutEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes blanks and tabs next to a line break. */
function withoutBlanks(text: string, atStart: boolean, atEnd: boolean): string {
  const tight = atEnd ? withoutEnd(text, /[ \t]/u) : text;
  return atStart ? tight.replace(/^[ \t]+/u, '') : tight;
}

function cutParts(text: string): Result<readonly Part[], TextFault> {
  // Punctuation around the address does not belong to the SAS. After a known parameter it is removed too, because the value of one hardly
  // ever ends like this.
  const lead = /^[\s?&"'`<]*/u.exec(text)?.[0].length ?? 0;
  const tight = withoutEnd(text.slice(lead), /[\s"'`>&]/u);
  const last = /^\s*([^&=\s]*)/u.exec(tight.slice(tight.lastIndexOf('&') + 1))?.[1] ?? '';
  const isOurs = last === 'sig' || KNOWN.has(last) || REQUEST_OPTION.test(last);
  const body = isOurs ? withoutEnd(tight, /[\s;,"'`>)\]&]/u) : tight;
  const parts: Part[] = [];
  const names = new Set<string>();
  let from = lead;
  for (const piece of body.split('&')) {
    const to = from + piece.length;
    if (piece.trim() !== '') {
      const part = readPart(piece, from);
      if (!part.ok) return part;
      if (names.has(part.value.name)) {
        return faultAt(part.value, `${part.value.name} appears twice.`, 'Paste one SAS only.');
      }
      names.add(part.value.name);
      parts.push(part.value);
    }
    from = to + 1;
  }
  return ok(parts);
}

function readPart(piece: string, from: number): Result<Part, TextFault> {
  const span = { from, to: from + piece.length };
  const equals = piece.indexOf('=');
  const name = (equals < 0 ? piece : piece.slice(0, equals)).replace(/\s+/gu, '');
  if ((equals < 0 && !isFlag(name)) || !/^[A-Za-z$%][\w.$%-]*$/u.test(name)) {
    return faultAt(span, `"${shown(piece, name)}" is not a SAS parameter (name=value).`, PASTE_AGAIN);
  }
  if (equals < 0) return ok({ name, value: '', isFlag: true, ...span });
  const value = piece.slice(equals + 1);
  const odd = /…|\.\.\.|#|\p{Cc}|\uFFFD/u.exec(value.replace(/[\r\n]/gu, ' '));
  if (odd !== null) {
    const at = from + equals + 1 + odd.index;
    const what =
      odd[0] === '#' ? 'a #, which ends an address' : 'a mark that a SAS cannot hold: was it cut off?';
    return faultAt({ from: at, to: at + odd[0].length }, `${name} holds ${what}`, PASTE_AGAIN);
  }
  const percent = /%(?!\s*[0-9a-f]\s*[0-9a-f])/iu.exec(value);
  if (percent !== null) {
    const at = from + equals + 1 + percent.index;
    return faultAt({ from: at, to: at + 1 }, `${name} holds a % without two hex digits.`, PASTE_AGAIN);
  }
  return ok({ name, value: name === 'sig' ? value : unwrap(name, value), isFlag: false, ...span });
}

/**
 * Whether a name without a value may be a parameter that is unknown here. The beginning of a known name is not, because that is a SAS which
 * was cut off.
 */
function isFlag(name: string): boolean {
  return name !== '' && !'sig'.startsWith(name) && ![...KNOWN].some((known) => known.startsWith(name));
}

/** Removes line breaks from a value, as terminals and mail programs insert them, but keeps the spaces inside it. */
function unwrap(name: string, value: string): string {
  const line = value
    .split(/[\r\n]+/u)
    .map((piece, at, all) => withoutBlanks(piece, at > 0, at < all.length - 1))
    .join('')
    .trim();
  return HOLDS_NO_SPACE.has(name) ? line.replace(/\s+/gu, '') : line;
}

/** Never quotes a value, because it may be the signature. */
function shown(piece: string, name: string): string {
  return piece.includes('=') || name.length > 20 ? `${name.slice(0, 8)}...` : name;
}

function scopeFault(parts: readonly Part[], end: number): TextFault | undefined {
  const names = new Map(parts.map((part) => [part.name, part]));
  const missing = (name: string, what: string): TextFault => ({
    message: `The SAS has no ${what} (${name}).`,
    from: end,
    to: end,
    nextStep: PASTE_AGAIN,
  });
  if (!names.has('sig')) return missing('sig', 'signature');
  if (!names.has('sv')) return missing('sv', 'version');
  const resource = names.get('sr');
  if (resource !== undefined && !names.has('tn')) {
    return {
      message: 'This SAS is for a blob, container, file or share (sr), not for tables.',
      from: resource.from,
      to: resource.to,
      nextStep: 'Create a SAS for a table, or an account SAS with the service Table.',
    };
  }
  return names.has('tn') || names.has('ss') ? undefined : missing('tn or ss', 'table or service');
}

function mend(parts: readonly Part[], repairs: string[]): Result<readonly Part[], TextFault> {
  const plain = undoDoubleEncoding(parts, repairs);
  const signature = plain.find((part) => part.name === 'sig');
  if (signature === undefined) return ok(plain);
  const mended = mendSignature(signature, repairs);
  if (!mended.ok) return mended;
  const isSpaced = plain.some((part) => part !== signature && part.value.includes(' '));
  if (isSpaced) repairs.push('The spaces in the SAS were encoded (%20).');
  return ok(
    plain.map((part) => ({
      ...part,
      value: part === signature ? mended.value : part.value.replaceAll(' ', '%20'),
    })),
  );
}

/** A signature in base64 contains no `%`, so `%25` in it means that the whole text was percent-encoded twice. */
function undoDoubleEncoding(parts: readonly Part[], repairs: string[]): readonly Part[] {
  let current = parts;
  for (let round = 0; round < 3; round += 1) {
    const signature = current.find((part) => part.name === 'sig')?.value.replace(/\s+/gu, '') ?? '';
    if (!/%25[0-9a-f]{2}/iu.test(signature)) return current;
    current = current.map((part) => ({ ...part, value: part.value.replace(/%25/gu, '%') }));
    if (round === 0) repairs.push('The SAS was percent-encoded twice; one layer was taken off.');
  }
  return current;
}

/**
 * The signature as it will be sent: unchanged except for white space and `+`. In an address `+` means a space, so if the signature was
 * decoded before it was pasted, it contains a bare `+` or already a space.
 */
function mendSignature(part: Part, repairs: string[]): Result<string, TextFault> {
  const tight = part.value.replace(/\s+/gu, '');
  const spaced = part.value.replace(/[\r\n]+/gu, '').replace(/ /gu, '+');
  const value =
    base64Length(tight) < SIGNATURE_CHARS && base64Length(spaced) === SIGNATURE_CHARS ? spaced : tight;
  const decoded = percentDecoded(value);
  if (decoded === undefined || !/^[A-Za-z0-9+/_-]+={0,2}$/u.test(decoded)) {
    return faultAt(part, 'The signature (sig) is not base64.', PASTE_AGAIN);
  }
  if (decoded.length < SIGNATURE_CHARS) {
    return faultAt(
      part,
      `The signature (sig) has ${decoded.length} of ${SIGNATURE_CHARS} characters: it was cut off.`,
      PASTE_AGAIN,
    );
  }
  if (!value.includes('+')) return ok(value);
  repairs.push('The + of the signature was encoded (%2B).');
  return ok(value.replaceAll('+', '%2B'));
}

function base64Length(encoded: string): number {
  return percentDecoded(encoded)?.length ?? 0;
}
