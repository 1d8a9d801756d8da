import { readXmlText } from './xmlScan.ts';

/** What an error body says, as far as it says something. */
export interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  /** AuthenticationErrorDetail: names the clock of the service and the time frame of the SAS. */
  readonly detail?: string;
}

/** An error body is a few hundred bytes; no more than this is read. */
export const MAX_ERROR_BYTES = 65_536;

const MAX_CODE_CHARS = 128;
const MAX_MESSAGE_CHARS = 2048;

function cut(text: string | undefined, maxChars: number): string | undefined {
  const trimmed = text?.trim();
  return trimmed === undefined || trimmed === '' ? undefined : trimmed.slice(0, maxChars);
}

function build(code: string | undefined, message: string | undefined, detail?: string): ErrorBody {
  const shortCode = cut(code, MAX_CODE_CHARS);
  const shortMessage = cut(message, MAX_MESSAGE_CHARS);
  const shortDetail = cut(detail, MAX_MESSAGE_CHARS);
  return {
    ...(shortCode === undefined ? {} : { code: shortCode }),
    ...(shortMessage === undefined ? {} : { message: shortMessage }),
    ...(shortDetail === undefined ? {} : { detail: shortDetail }),
  };
}

/** A member of a parsed JSON value, by own property only. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** `{"odata.error":{"code","message":{"lang","value"}}}`, its `error` form, and a plain `{"code","message"}`. */
function readJson(text: string): ErrorBody {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Cut or malformed: the status still tells; nothing is quoted from a body that makes no sense.
    return {};
  }
  const inner = memberOf(parsed, 'odata.error') ?? memberOf(parsed, 'error') ?? parsed;
  const message = memberOf(inner, 'message');
  return build(textOf(memberOf(inner, 'code')), textOf(message) ?? textOf(memberOf(message, 'value')));
}

/** `<Error><Code>`, Atom `<m:error><m:code>`. */
function readXml(text: string): ErrorBody {
  return build(
    readXmlText(text, 'Code') ?? readXmlText(text, 'code'),
    readXmlText(text, 'Message') ?? readXmlText(text, 'message'),
    readXmlText(text, 'AuthenticationErrorDetail'),
  );
}

/** Only the title of a web page: proxies and captive portals say there who they are. */
function readHtml(text: string): ErrorBody {
  const title = readXmlText(text, 'title') ?? readXmlText(text, 'TITLE');
  return title === undefined
    ? {}
    : build(undefined, `a web page answered: ${title.replace(/<[^>]*>/gu, '')}`);
}

/**
 * Reads Code and Message from an error body: JSON, XML, Atom, HTML or nothing. Never throws, never parses XML;
 * looks at the first 64 KiB. Invalid UTF-8 is read with replacement characters: the text is only shown.
 */
export function readErrorBody(body: Uint8Array): ErrorBody {
  const text = new TextDecoder().decode(body.subarray(0, MAX_ERROR_BYTES)).trimStart();
  if (text.startsWith('{')) return readJson(text);
  if (!text.startsWith('<')) return {};
  return /^<(?:!doctype html|html)/iu.test(text) ? readHtml(text) : readXml(text);
}
