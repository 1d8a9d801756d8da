import { plainForms } from './secretForms.ts';

/**
 * Why a text must stay out of links. `named`: it has a value after the name of a secret, such as `sig=`, `AccountKey` or `Bearer`, an
 * access token, or a credential that is in use. `shape`: it has the form of a bare signature or account key, which every SHA-256 in Base64
 * has too. `long`: it is too long to check.
 */
export type SecretLook = 'named' | 'shape' | 'long';

/** Tells whether a decoded text holds a credential that is in use. */
export type KnowsSecret = (plain: string) => boolean;

/** The longest text that is checked for links, and the longest address. */
export const MOST_CHECKED_CHARS = 8192;

/** A place where a mail or a terminal broke a long value into lines. No text matches it in two ways, which would make the search slow. */
const BREAK = String.raw`(?:=?[ \t]{0,9}\r?\n[\s>|]{0,40})?`;
/** The names of secrets, and what may stand between a name and its value: quotes and brackets of JSON, a blank, or an XML tag. */
const NAMES = '(?<![a-z0-9])(?:sig|shared[ _-]?access[ _-]?(?:signature|key)|account[ _-]?key|access_?token)';
const EQUALS = String.raw`["'\])]{0,3}\s{0,9}(?:[:=]{1,2}>?|>)\s{0,9}["'[(]{0,2}`;
/** What the header Authorization says before a value. */
const SCHEME = String.raw`(?<![a-z0-9])(?:bearer|sharedkey(?:lite)?\s{1,9}[\w-]{3,63}:)(?<=:|(?=\s))\s{0,9}`;
/** A number alone is not a secret: `sig` can also be a signal of `kill`, or a level. */
const NO_WORD = String.raw`(?!(?:\d{1,20}|null|true|false)(?![\w+/%-]))`;
const NAMED = new RegExp(String.raw`${NAMES}${EQUALS}${NO_WORD}[\w+/%-]|${SCHEME}[\w.~+/-]{16}`, 'iu');

/**
 * 32 bytes (a signature, HMAC-SHA256) or 64 bytes (an account key) in Base64. The last digit can only be one whose unused bits are zero.
 */
const SIGNATURE = String.raw`[\w+/-]{42}[AEIMQUYcgkosw048]=`;
const ACCOUNT_KEY = String.raw`[\w+/-]{85}[AQgw]==`;
const SHAPE = new RegExp(String.raw`(?<![\w+/-])(?:${SIGNATURE}|${ACCOUNT_KEY})(?![\w=])`, 'u');
const ONLY_ACCOUNT_KEY = new RegExp(String.raw`^\s*${ACCOUNT_KEY}\s*$`, 'u');
/**
 * Matches JSON Web Tokens (RFC 7519), such as access tokens, also broken into lines. Header and claims are JSON in Base64, so both begin
 * with eyJ. A signature of RS256, which Entra uses, has 342 digits; the length of others is not known, so of them only the first line is
 * matched.
 */
const WEB_TOKENS = new RegExp(
  String.raw`(?<![\w-])eyJ(?:(?:[\w-]${BREAK}){8,400}\.${BREAK}e${BREAK}y${BREAK}J${BREAK}(?:[\w-]${BREAK}){8,6000}\.(?:(?:${BREAK}[\w-]){342}(?![\w-])|[\w-]*)|[\w-]{8,400}\.eyJ[\w-]{8,})`,
  'gu',
);

/**
 * Whether a text may contain a credential, in whatever form it is written. This is the only rule for addresses, links, storage and file
 * names, where a suspicion is enough. `isKnown` is asked about every decoded form of the text.
 */
export function secretLook(text: string, isKnown?: KnowsSecret): SecretLook | undefined {
  if (text.length > MOST_CHECKED_CHARS) return 'long';
  const forms = plainForms(text);
  if (forms.some((form) => NAMED.test(form) || holdsToken(form) || isKnown?.(form) === true)) return 'named';
  return forms.some((form) => SHAPE.test(form)) ? 'shape' : undefined;
}

/** A digit of Base64 and its padding, either of them escaped in an address, JSON or HTML, and perhaps before a break. */
const DIGIT = String.raw`(?:[\w+/-]|\\${BREAK}/|%${BREAK}(?:2${BREAK}5${BREAK}){0,3}2${BREAK}[BF]|\\u002[bf]|&#x?\w{2};)${BREAK}`;
const PADDING = String.raw`(?:=|%${BREAK}(?:2${BREAK}5${BREAK}){0,3}3${BREAK}D|\\u003d|&#x?\w{2};)`;
const WHOLE_KEY = `(?:${DIGIT}){86}${PADDING}${BREAK}${PADDING}`;
/** Matches a value after the name of a secret. Its length is that of a secret; whether it is random enough is checked by `isRandom`. */
const NAMED_VALUE = new RegExp(
  String.raw`[?&]?(?:${NAMES}${EQUALS}|${SCHEME})${BREAK}(${WHOLE_KEY}|(?:${DIGIT}){43}${PADDING}|[\w+/-]{19,88}={0,2})`,
  'giu',
);
/** Matches an account key near a word for it, as in `AZURE_STORAGE_KEY=`, `--account-key` and what `az storage account keys list` prints. */
const KEY_NEAR_NAME = new RegExp(
  String.raw`(?:(?:account|storage|access|primary|secondary)[ _-]?key|key[12])(?![a-z])[^]{0,60}?(?<![\w+/-])${WHOLE_KEY}`,
  'giu',
);
const SAS = /(?<![\w.$-])sig=(?!\d{1,20}(?![\w+/%-]))[\w+/%-]/i;
const SAS_FIELD = /(?:^|[?&\s"'])(?:sv|ss|srt|sp|se|sr|si|tn)=[^&\s]/i;
const STRING_KEY = /(?<![\w.$-])(?:accountkey|sharedaccesskey)=[\w+/]{4,88}={0,2}(?![\w+/=.-])/i;
const STRING_FIELD = /(?:accountname|endpointsprotocol|endpoint)=[^;\s]{1,99}/i;

/** The longest text that is searched as a whole. Of a longer one, both ends are searched. */
const MOST_SEARCHED_CHARS = 262_144;

/**
 * Whether a text really contains a credential: a signature or key after its name, a whole SAS, a connection string with a key, a token, or
 * a credential that is in use. It is not enough that a text mentions one or has the shape of one.
 */
export function holdsCredential(text: string, isKnown?: KnowsSecret): boolean {
  const half = MOST_SEARCHED_CHARS / 2;
  const searched =
    text.length > MOST_SEARCHED_CHARS ? `${text.slice(0, half)}\n\n${text.slice(-half)}` : text;
  return plainForms(searched).some((form) => isCredential(form) || isKnown?.(form) === true);
}

function isCredential(plain: string): boolean {
  for (const [, value = ''] of plain.matchAll(NAMED_VALUE)) if (isRandom(value)) return true;
  if (SAS.test(plain) && SAS_FIELD.test(plain)) return true;
  return (
    holdsToken(plain) ||
    plain.search(KEY_NEAR_NAME) >= 0 ||
    (STRING_KEY.test(plain) && STRING_FIELD.test(plain))
  );
}

/** Whether a decoded text contains an access token, even one that a terminal broke into lines. */
export function holdsToken(plain: string): boolean {
  return plain.search(WEB_TOKENS) >= 0 || plain.replace(/\s+/g, '').search(WEB_TOKENS) >= 0;
}

/**
 * Splits a pasted text that contains a token. What stands before the token is the account, as in `https://contoso.table.core.windows.net
 * eyJ...`.
 */
export function splitToken(text: string): { readonly account: string; readonly token: string } {
  const at = TOKEN_BEGINS.exec(text)?.index ?? 0;
  return { account: text.slice(0, at).trim(), token: text.slice(at) };
}

/** Matches the beginning of a token, also within the JSON that `az` prints, and with the name of the header before it. */
const TOKEN_BEGINS = /\{|(?:(?:authorization\s*:\s*)?bearer\s+|["'`]+)?eyJ/iu;

/**
 * Whether a value looks random. Base64 of random bytes has capital letters, small letters and digits; names, GUIDs and hexadecimal digests
 * lack at least one of these. Text of any other kind hardly has both the length and the padding of a signature or an account key.
 */
function isRandom(value: string): boolean {
  if (value.length % 44 === 0 && value.endsWith('=')) return true;
  const isGuid = /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value);
  return !isGuid && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/** Whether a text is nothing but the shape of an account key. */
export function isAccountKey(text: string): boolean {
  return ONLY_ACCOUNT_KEY.test(text);
}

/** Whether a text has a signature after its name, as a SAS does. */
export function holdsSignature(text: string): boolean {
  return SAS.test(text);
}

/** The parameters of a SAS, including the signature. Sources: Create a service SAS, Create an account SAS. */
const SAS_PARAMETER =
  /[?&](?:sv|ss|srt|sp|st|se|spr|sip|sig|sr|si|tn|spk|epk|srk|erk|ses|skoid|sktid|skt|ske|sks|skv)=[^&\s"'<>]*/gi;
/** The members of a connection string that contain a credential. */
const SECRET_MEMBER = /(?:SharedAccessSignature|AccountKey)\s*=[^;\s"']*;?/gi;

/** The text without the parameters of a SAS, without values after the names of secrets, and without tokens. */
export function withoutNamedValues(text: string): string {
  return withoutValues(text, '').replace(SECRET_MEMBER, '').replace(SAS_PARAMETER, '');
}

/** The text with a mark in place of every signature or key that its name tells, and of every token. Values broken over lines go whole. */
export function withoutValues(text: string, mark: string): string {
  return text
    .replace(WEB_TOKENS, mark)
    .replace(NAMED_VALUE, (whole, value: string) => (isRandom(value) ? mark : whole))
    .replace(KEY_NEAR_NAME, mark);
}
