import { fail, ok, type Result } from '../../result.ts';
import type { DecodedPage } from './decodedPage.ts';
import { EntityReader } from './entityReader.ts';
import { JsonBytes, ScanStop } from '../bytes/jsonBytes.ts';
import { type PageFault, pageFault } from '../bytes/pageFault.ts';
import { PageRows } from './pageRows.ts';
import { isUtf8 } from '../bytes/utf8.ts';

/** Twice the service's largest page of 4 MiB (Query timeout and pagination). */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/**
 * Limit for a page decoded on the main thread: keys only, at most 200 rows unless the service ignores $top, at most 1
 * KiB a key.
 */
const MAX_KEYS_PAGE_BYTES = 1024 * 1024;

const LESS_THAN = 0x3c;
const WHITE_SPACE: readonly number[] = [0x20, 0x0a, 0x0d, 0x09];

function afterByteOrderMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Position of the first byte that is not white space; the length if there is none. */
function firstByte(bytes: Uint8Array, from: number): number {
  let at = from;
  while (WHITE_SPACE.includes(bytes[at] ?? -1)) at++;
  return at;
}

/** The most helpful reason why the bytes are not a page. */
function faultOf(stop: ScanStop, bytes: Uint8Array, first: number): PageFault {
  if (stop.kind !== 'not-json') return pageFault(stop.kind, stop.message, stop.offset, stop.code);
  if (bytes[first] === LESS_THAN) {
    return pageFault('not-json', 'The body is HTML or XML, not JSON.', first);
  }
  if (!isUtf8(bytes)) return pageFault('not-utf8', 'The body is not UTF-8 text.');
  return pageFault('not-json', stop.message, stop.offset);
}

/**
 * Decodes one page of entities as the service wrote it: `odata=minimalmetadata`, nometadata or fullmetadata, UTF-8,
 * with or without a byte order mark. Types come from `@odata.type`; without it, an integer in range is Edm.Int32, any
 * other number Edm.Double and a string Edm.String (so with nometadata Int64, DateTime, Guid and Binary appear as
 * strings: the format loses the type, not the text).
 *
 * Anything that is not a whole page is a fault, never zero rows. The page keeps the bytes and points into them. `rows`:
 * arrays to reuse; then the page is valid until they are filled again.
 */
export function decodePage(bytes: Uint8Array, rows = new PageRows()): Result<DecodedPage, PageFault> {
  return decodeUpTo(MAX_PAGE_BYTES, bytes, rows);
}

/** Decodes a page of keys on a thread that must not block: like `decodePage`, up to 1 MiB. */
export function decodeKeysPage(bytes: Uint8Array): Result<DecodedPage, PageFault> {
  return decodeUpTo(MAX_KEYS_PAGE_BYTES, bytes, new PageRows());
}

function decodeUpTo(maxBytes: number, bytes: Uint8Array, rows: PageRows): Result<DecodedPage, PageFault> {
  if (bytes.length > maxBytes) {
    return fail(
      pageFault('too-large', `The body has ${bytes.length} bytes, more than ${maxBytes} for one page.`),
    );
  }
  const start = afterByteOrderMark(bytes);
  const first = firstByte(bytes, start);
  if (first === bytes.length) return fail(pageFault('empty', 'The body of the page is empty.'));
  const json = new JsonBytes(bytes, start);
  try {
    return ok(new EntityReader(json, rows).page());
  } catch (error) {
    if (error instanceof ScanStop) return fail(faultOf(error, bytes, first));
    throw error;
  }
}
