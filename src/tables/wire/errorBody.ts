import type { Scrub } from '../base/signatureScrub.ts';
import { readSasTime } from '../sas/sasFacts.ts';
import { readXmlText } from './xmlScan.ts';

/** What an error body says, if anything. */
export interface ErrorBody {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** AuthenticationErrorDetail, of services other than tables. */
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  /** When the service said so, by its own clock. Milliseconds since the Unix epoch. */
  readonly atMs?: number | undefined;
}

/** An error body is a few hundred bytes; no more than this is read. */
export const MAX_ERROR_BYTES = 65_536;

const MAX_CODE_CHARS = 128;
const MAX_MESSAGE_CHARS = 2048;

/** What a body said, before cleaning or cutting. */
type Said = { readonly [name in 'code' | 'message' | 'detail']?: string | undefined };

/** Each message of the service ends with these two lines. CORS hides headers, not them. */
const REQUEST_LINE = /\n\s{0,5}RequestId:([^\r\n]+)/u;
const TIME_LINE = /\n\s{0,5}Time:([^\r\n]{1,40})/u;

function cut(text: string | undefined, maxChars: number, clean: Scrub | undefined): string | undefined {
  const trimmed = (text === undefined ? undefined : (clean?.(text) ?? text))?.trim();
  return trimmed === undefined || trimmed === '' ? undefined : trimmed.slice(0, maxChars);
}

function build({ code, message, detail }: Said, clean: Scrub | undefined): ErrorBody {
  const shortCode = cut(code, MAX_CODE_CHARS, clean);
  const shortMessage = cut(message, MAX_MESSAGE_CHARS, clean);
  const shortDetail = cut(detail, MAX_MESSAGE_CHARS, clean);
  // Cleaned whole: a part of a secret is not recognized.
  const requestId = cut(
    REQUEST_LINE.exec(clean?.(message ?? '') ?? message ?? '')?.[1],
    MAX_CODE_CHARS,
    clean,
  );
  const atMs = readSasTime(TIME_LINE.exec(message ?? '')?.[1]?.trim() ?? '');
  return {
    code: shortCode,
    message: shortMessage,
    detail: shortDetail,
    requestId,
    atMs,
  };
}

/** A member of a parsed JSON value; own properties only. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** `{"odata.error":{"code","message":{"lang","value"}}}`, its `error` form, and a plain `{"code","message"}`. */
function readJson(text: string): Said {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Cut or malformed: the status still tells; a broken body is not quoted.
    return {};
  }
  const inner = memberOf(parsed, 'odata.error') ?? memberOf(parsed, 'error') ?? parsed;
  const message = memberOf(inner, 'message');
  return {
    code: textOf(memberOf(inner, 'code')),
    message: textOf(message) ?? textOf(memberOf(message, 'value')),
  };
}

/** `<Error><Code>`, Atom `<m:error><m:code>`. */
function readXml(text: string): Said {
  return {
    code: readXmlText(text, 'Code') ?? readXmlText(text, 'code'),
    message: readXmlText(text, 'Message') ?? readXmlText(text, 'message'),
    detail: readXmlText(text, 'AuthenticationErrorDetail'),
  };
}

/** Only the title of a web page: proxies and captive portals name themselves there. */
function readHtml(text: string): Said {
  const title = readXmlText(text, 'title') ?? readXmlText(text, 'TITLE');
  return title === undefined ? {} : { message: `a web page answered: ${title.replace(/<[^>]*>/gu, '')}` };
}

/**
 * Reads Code and Message from an error body: JSON, XML, Atom, HTML or nothing. Never throws, never parses XML; reads
 * the first 64 KiB. Invalid UTF-8 gets replacement characters, since the text is only shown. `clean`: applied to each
 * text before it is cut.
 */
export function readErrorBody(body: Uint8Array, clean?: Scrub): ErrorBody {
  const text = new TextDecoder().decode(body.subarray(0, MAX_ERROR_BYTES)).trimStart();
  if (text.startsWith('{')) return build(readJson(text), clean);
  if (!text.startsWith('<')) return {};
  return build(/^<(?:!doctype html|html)/iu.test(text) ? readHtml(text) : readXml(text), clean);
}
