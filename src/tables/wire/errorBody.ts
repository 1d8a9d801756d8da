import type { Scrub } from '../base/signatureScrub.ts';
import { readSasTime } from '../sas/sasFacts.ts';
import { readXmlText } from './xmlScan.ts';

export interface ErrorBody {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** AuthenticationErrorDetail, which services other than tables send. */
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  /** When the service sent it, by its own clock, in milliseconds since the Unix epoch. */
  readonly atMs?: number | undefined;
}

/** No more than this is read, since an error body has a few hundred bytes. */
export const MAX_ERROR_BYTES = 65_536;

const MAX_CODE_CHARS = 128;
const MAX_MESSAGE_CHARS = 2048;

/** The texts of a body before they are cleaned and shortened. */
type Said = { readonly [name in 'code' | 'message' | 'detail']?: string | undefined };

/** Every message of the service ends with these two lines. CORS hides headers, but not these. */
const REQUEST_LINE = /\n\s{0,5}RequestId:([^\r\n]+)/u;
const TIME_LINE = /\n\s{0,5}Time:([^\r\n]{1,40})/u;

function build({ code, message = '', detail }: Said, clean: Scrub): ErrorBody {
  const cut = (text: string | undefined, maxChars: number): string | undefined =>
    clean(text ?? '')
      .trim()
      .slice(0, maxChars) || undefined;
  return {
    code: cut(code, MAX_CODE_CHARS),
    message: cut(message, MAX_MESSAGE_CHARS),
    detail: cut(detail, MAX_MESSAGE_CHARS),
    // The whole message is cleaned before the id is cut out of it, because a part of a secret would not be recognized.
    requestId: cut(REQUEST_LINE.exec(clean(message))?.[1], MAX_CODE_CHARS),
    atMs: readSasTime(TIME_LINE.exec(message)?.[1]?.trim() ?? ''),
  };
}

/** A member of a parsed JSON value, if it is the value's own and not inherited. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads `{"odata.error":{"code","message":{"lang","value"}}}`, the same with `error`, and a plain `{"code","message"}`. */
function readJson(text: string): Said {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // A truncated or malformed body is not quoted. The status still says what happened.
    return {};
  }
  const inner = memberOf(parsed, 'odata.error') ?? memberOf(parsed, 'error') ?? parsed;
  const message = memberOf(inner, 'message');
  return {
    code: textOf(memberOf(inner, 'code')),
    message: textOf(message) ?? textOf(memberOf(message, 'value')),
  };
}

/** Reads `<Error><Code>`, and `<m:error><m:code>` of Atom. */
function readXml(text: string): Said {
  return {
    code: readXmlText(text, 'Code') ?? readXmlText(text, 'code'),
    message: readXmlText(text, 'Message') ?? readXmlText(text, 'message'),
    detail: readXmlText(text, 'AuthenticationErrorDetail'),
  };
}

/** Reads only the title of a web page, where proxies and captive portals say who they are. */
function readHtml(text: string): Said {
  const title = readXmlText(text, 'title') ?? readXmlText(text, 'TITLE');
  return title === undefined ? {} : { message: `a web page answered: ${title.replace(/<[^>]*>/gu, '')}` };
}

/**
 * Reads the code and message from an error body, which may be JSON, XML, Atom, HTML or empty. Only the first 64 KiB are read, and XML is
 * searched, not parsed. Never throws; invalid UTF-8 gets replacement characters, since the text is only shown.
 * @param clean Applied to each text before it is shortened.
 */
export function readErrorBody(body: Uint8Array, clean: Scrub = (text) => text): ErrorBody {
  const text = new TextDecoder().decode(body.subarray(0, MAX_ERROR_BYTES)).trimStart();
  if (text.startsWith('{')) return build(readJson(text), clean);
  if (!text.startsWith('<')) return {};
  return build(/^<(?:!doctype html|html)/iu.test(text) ? readHtml(text) : readXml(text), clean);
}
