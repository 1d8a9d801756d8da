import { plainForms } from './secretForms.ts';

/**
 * Why a text stays out of links. `named`: a value behind the name of a secret, such as `sig=`, `AccountKey` or `Bearer`, an
 * access token, or a credential that is in use. `shape`: the form of a bare signature or account key; every SHA-256 in Base64 has it too. `long`: too long to
 * check.
 */
export type SecretLook = 'named' | 'shape' | 'long';

/** Tells whether a decoded text holds a credential that is in use. */
export type KnowsSecret = (plain: string) => boolean;

/** Longest text that is checked for links, and longest address. */
export const MOST_CHECKED_CHARS = 8192;

/** Names of secrets, and what may be between a name and its value: quotes and brackets of JSON, a blank, an XML tag. */
const NAMES = '(?<![a-z0-9])(?:sig|shared[ _-]?access[ _-]?(?:signature|key)|account[ _-]?key|access_?token)';
const EQUALS = String.raw`["'\])]{0,3}\s{0,9}(?:[:=]{1,2}>?|>)\s{0,9}["'[(]{0,2}`;
/** No number alone: a signal of `kill`, a level. */
const NO_WORD = String.raw`(?!(?:\d{1,20}|null|true|false)(?![\w+/%-]))`;
const NAMED = new RegExp(
  String.raw`${NAMES}${EQUALS}${NO_WORD}[\w+/%-]|(?<![a-z0-9])bearer\s{1,9}[\w.~+/-]{16}`,
  'iu',
);

/** 32 bytes (a signature, HMAC-SHA256) or 64 bytes (an account key) in Base64; the last digit holds the last bits. */
const SIGNATURE = String.raw`[\w+/-]{42}[AEIMQUYcgkosw048]=`;
const ACCOUNT_KEY = String.raw`[\w+/-]{85}[AQgw]==`;
const SHAPE = new RegExp(String.raw`(?<![\w+/-])(?:${SIGNATURE}|${ACCOUNT_KEY})(?![\w=])`, 'u');
const ONLY_ACCOUNT_KEY = new RegExp(String.raw`^\s*${ACCOUNT_KEY}\s*$`, 'u');
/** A JSON Web Token (RFC 7519), such as an access token: header and claims are JSON in Base64, so they begin with eyJ. */
export const WEB_TOKENS = /(?<![\w-])eyJ[\w-]{8,400}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/gu;

/**
 * Whether a text may hold a credential, however it is written: the one rule for addresses, links, storage and names of files, where a
 * suspicion is enough. `isKnown` is asked about every decoded form of the text.
 */
export function secretLook(text: string, isKnown?: KnowsSecret): SecretLook | undefined {
  if (text.length > MOST_CHECKED_CHARS) return 'long';
  const forms = plainForms(text);
  if (forms.some((form) => NAMED.test(form) || holdsToken(form) || isKnown?.(form) === true)) return 'named';
  return forms.some((form) => SHAPE.test(form)) ? 'shape' : undefined;
}

/** A value behind the name of a secret that is long enough, and random enough, to be one. */
const NAMED_VALUE = new RegExp(String.raw`${NAMES}${EQUALS}([\w+/-]{19,88}={0,2})`, 'giu');
const SAS = /(?<![\w.$-])sig=(?!\d{1,20}(?![\w+/%-]))[\w+/%-]/i;
const SAS_FIELD = /(?:^|[?&\s"'])(?:sv|ss|srt|sp|se|sr|si|tn)=[^&\s]/i;
const STRING_KEY = /(?<![\w.$-])(?:accountkey|sharedaccesskey)=[\w+/]{4,88}={0,2}(?![\w+/=.-])/i;
const STRING_FIELD = /(?:accountname|endpointsprotocol|endpoint)=[^;\s]{1,99}/i;

/** Longest text that is searched from end to end; of a longer one, both ends. */
const MOST_SEARCHED_CHARS = 262_144;

/**
 * Whether a text really holds a credential: a signature or key behind its name, a whole SAS, a connection string with a key, a token, or
 * a credential that is in use. A text that only mentions them, or has the shape of one, does not.
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
  return holdsToken(plain) || (STRING_KEY.test(plain) && STRING_FIELD.test(plain));
}

/** Whether a plain text holds an access token, broken by a terminal or not. */
export function holdsToken(plain: string): boolean {
  return plain.search(WEB_TOKENS) >= 0 || plain.replace(/\s+/g, '').search(WEB_TOKENS) >= 0;
}

/** A pasted text with a token in it: what is before the token is its account, as in `https://contoso.table.core.windows.net eyJ...`. */
export function splitToken(text: string): { readonly account: string; readonly token: string } {
  const at = TOKEN_BEGINS.exec(text)?.index ?? 0;
  return { account: text.slice(0, at).trim(), token: text.slice(at) };
}

/** Also in the JSON that `az` prints, and as a header. */
const TOKEN_BEGINS = /\{|(?:(?:authorization\s*:\s*)?bearer\s+|["'`]+)?eyJ/iu;

/** Base64 of random bytes has capital and small letters and digits; names, GUIDs and digests in hex lack one of these. */
function isRandom(value: string): boolean {
  const isGuid = /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value);
  return !isGuid && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/** Whether a text has the shape of an account key, and nothing else is in it. */
export function isAccountKey(text: string): boolean {
  return ONLY_ACCOUNT_KEY.test(text);
}

/** Whether a text has a signature behind its name, as a SAS does. */
export function holdsSignature(text: string): boolean {
  return SAS.test(text);
}

/** Parameters of a SAS (Create a service SAS, Create an account SAS), including the signature. */
const SAS_PARAMETER =
  /[?&](?:sv|ss|srt|sp|st|se|spr|sip|sig|sr|si|tn|spk|epk|srk|erk|ses|skoid|sktid|skt|ske|sks|skv)=[^&\s"'<>]*/gi;
/** Members of a connection string that hold a credential. */
const SECRET_MEMBER = /(?:SharedAccessSignature|AccountKey)\s*=[^;\s"']*;?/gi;

/** The text without the parameters of a SAS, values behind the names of secrets, and tokens. */
export function withoutNamedValues(text: string): string {
  return text
    .replace(SECRET_MEMBER, '')
    .replace(SAS_PARAMETER, '')
    .replace(NAMED_VALUE, (whole, value: string) => (isRandom(value) ? '' : whole))
    .replace(WEB_TOKENS, '');
}
