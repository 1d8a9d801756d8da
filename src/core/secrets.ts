import { plainForms } from './secretForms.ts';
import { hasSecretShape, isSecretValue, TOKEN_DOT, WEB_TOKENS } from './secretShape.ts';

/**
 * Why a text stays out of links. `named`: a value behind the name of a secret, such as `sig=` or `AccountKey`, an access
 * token, or a signature that is known. `shape`: the form of a bare signature or account key; every SHA-256 in Base64 has it too.
 * `long`: too long to check.
 */
export type SecretLook = 'named' | 'shape' | 'long';

/** Tells whether a decoded text holds a signature that is in use. */
export type KnowsSecret = (plain: string) => boolean;

/** Longest text that is checked for links, and longest address. */
export const MOST_CHECKED_CHARS = 8192;

/**
 * Whether a text may hold a credential, however it is written: the one rule for addresses, links, storage and names of
 * files, where a suspicion is enough. `isKnown` is asked about every decoded form of the text.
 */
export function secretLook(text: string, isKnown?: KnowsSecret): SecretLook | undefined {
  if (text.length > MOST_CHECKED_CHARS) return 'long';
  let look: SecretLook | undefined;
  for (const form of plainForms(text)) {
    if (form === 'long') look ??= 'long';
    else if (form === 'deep') look ??= 'shape';
    else {
      const isNamed = (form.isInner ? SUSPECT_INSIDE : SUSPECT).test(form.text);
      if (isNamed || holdsToken(form.joined) || knows(form, isKnown)) return 'named';
      if (look === undefined && hasSecretShape(form.text, form.joined)) look = 'shape';
    }
  }
  return look;
}

function knows(form: { readonly text: string; readonly joined: string }, isKnown?: KnowsSecret): boolean {
  return isKnown !== undefined && (isKnown(form.text) || (form.joined !== form.text && isKnown(form.joined)));
}

/** What JSON, a form or a broken line may put into a name, or between a name and its value. */
const BETWEEN = String.raw`[\s"'\x60\\+]{0,20}`;
const spread = (name: string, joint: string): string => name.split('').join(joint);
const SIG = spread('sig', BETWEEN);
const OTHER_NAMES = ['sharedaccesssignature', 'sharedaccesskey', 'accountkey']
  .map((name) => spread(name, BETWEEN.replace('+', '+_-')))
  .join('|');
/** No number alone: the signal of `kill`, a level. */
const ANY_VALUE = String.raw`(?!(?:\d{1,20}|null|true|false)(?![\w+/%-]))[\w+/%-]`;

/** `boundary`: what precedes `sig`. A name without a separator and a value, as of a column, is no suspicion. */
function suspect(boundary: string): RegExp {
  const names = `(?:${boundary}${SIG}|${OTHER_NAMES})`;
  const equals = String.raw`${BETWEEN}(?:\[\w{0,9})?[\])}]?${BETWEEN}[:=]{1,2}>?[({[]?${BETWEEN}`;
  const xml = String.raw`<\s{0,9}(?:[\w-]{1,40}:)?${names}\s{0,9}>\s{0,9}`;
  return new RegExp(`(?:${names}${equals}|${xml})${ANY_VALUE}`, 'iu');
}

const SUSPECT = suspect('(?<![a-z0-9])');
/** In Base64 the bytes before it may be anything. */
const SUSPECT_INSIDE = suspect('');

/** Longest text whose plain form is searched for a credential from end to end. */
const MOST_SEARCHED_CHARS = 262_144;
/** Characters at either end of a longer text, and around a name of a secret in it, that are decoded too. */
const END_CHARS = 3072;
const PLACE_CHARS = 512;
const MOST_PLACES = 6;
const PLACE = /(?:sig|accountkey|sharedaccess(?:signature|key))(?![a-z0-9])/giu;

/**
 * Whether a text really holds a credential: a signature or key behind its name, a whole SAS or connection string, an
 * access token, or a signature that is known. A text that only mentions them, or has the shape of one, does not. A long text is searched as
 * it is, and decoded at its ends and around the first names of secrets in it.
 */
export function holdsCredential(text: string, isKnown?: KnowsSecret): boolean {
  const whole = text.slice(0, MOST_SEARCHED_CHARS);
  if (isCredential(whole) || holdsToken(whole) || isKnown?.(whole) === true) return true;
  return partsOf(text).some((part) => {
    for (const form of plainForms(part)) {
      if (typeof form === 'string') continue;
      if (isCredential(form.text) || holdsToken(form.joined) || knows(form, isKnown)) return true;
    }
    return false;
  });
}

function partsOf(text: string): readonly string[] {
  if (text.length <= 2 * END_CHARS) return [text];
  const parts = [text.slice(0, END_CHARS), text.slice(-END_CHARS)];
  let end = 0;
  for (const { index } of text.slice(0, MOST_SEARCHED_CHARS).matchAll(PLACE)) {
    if (index < end) continue;
    end = index + PLACE_CHARS;
    parts.push(text.slice(Math.max(0, index - 64), end));
    if (parts.length >= MOST_PLACES + 2) break;
  }
  return parts;
}

/** A value of a signature or a key, behind its name. */
const NAMED_VALUE =
  /(?:(?<![\w.$-])sig|account[ _-]?key|sharedaccess(?:signature|key))(?:["']?\]?\s{0,3}[:=]{1,2}>?\s{0,3}["']?|>\s{0,3})([\w+/-](?:[\w+/-]| (?=[\w+/-])){18,87}={0,2})[^\s"'<>&;,]{0,200}/giu;
const SAS_SIGNATURE = /(?<![\w.$-])sig=(?!\d{1,20}(?![\w+/%-]))[\w+/%-]/iu;
const SAS_FIELD =
  /[?&](?:sv|ss|srt|sp|se|sr|si|tn)=[^&\s]|(?<![\w.$-])(?:sv|ss|srt|sp|se|sr|si|tn)=[^&\s"'<>]{1,99}&/iu;
const STRING_KEY = /(?<![\w.$-])(?:accountkey|sharedaccesskey)=[a-z0-9+/]{4,88}={0,2}(?![\w+/=.-])/iu;
const STRING_FIELD = /(?:accountname|endpointsprotocol|endpoint)=[^;\s]{1,99};/iu;
const STRING_SAS = /sharedaccesssignature=[^;\s]{0,999}(?<![\w.$-])sig=[\w+/%-]/iu;

function isCredential(plain: string): boolean {
  for (const [, value] of plain.matchAll(NAMED_VALUE)) if (isSecretValue(value ?? '')) return true;
  if (SAS_SIGNATURE.test(plain) && SAS_FIELD.test(plain)) return true;
  return STRING_SAS.test(plain) || (STRING_KEY.test(plain) && STRING_FIELD.test(`${plain};`));
}

/** Whether a text holds an access token, broken by a terminal or not. */
export function holdsToken(text: string): boolean {
  return TOKEN_DOT.test(text) || TOKEN_DOT.test(text.replace(/\s+/gu, ''));
}

/** The text without access tokens and values behind the names of secrets. */
export function withoutNamedValues(text: string): string {
  return text
    .replace(WEB_TOKENS, '')
    .replace(NAMED_VALUE, (whole, value: string) => (isSecretValue(value) ? '' : whole));
}
