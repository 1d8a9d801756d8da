import { ByteWriter, CHUNK_BYTES } from '../../byteWriter.ts';
import { csvCell } from '../../csv.ts';
import { clampTicks, ticksToIso } from '../../time/ticks.ts';
import type { BulkList } from './bulkList.ts';
import { instantWriter } from '../../time/isoBytes.ts';

const COMMA = 44;
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const HEADER = 'Line,Key,Scheme,Time,Prefix,WindowEnd\r\n';

/** Writes a whole number from 0 to 2^32. */
function writeCount(out: ByteWriter, value: number): void {
  let divisor = 1;
  while (divisor * 10 <= value) divisor *= 10;
  for (let rest = value; divisor >= 1; divisor /= 10) {
    const digit = Math.floor(rest / divisor);
    out.byte(48 + digit);
    rest -= digit * divisor;
  }
}

/** Makes a function that writes one row of a list. */
function rowWriter(list: BulkList, out: ByteWriter): (index: number) => void {
  const { columns, coder } = list;
  const schemeIds = list.schemes.map(({ schemeId }) => coder.encode(schemeId));
  const writeInstant = instantWriter(out);
  // Neighbouring keys often have the same window end, so its text is kept.
  let endTicks = -1n;
  let end: Uint8Array = new Uint8Array(0);
  return (index) => {
    const start = columns.start[index] as number;
    // A key that was not read from its bytes may be written with quotes or escapes.
    const key = columns.form[index] === 0 ? list.key(index) : undefined;
    writeCount(out, columns.line[index] as number);
    out.byte(COMMA);
    if (key === undefined) out.copy(list.bytes, start, start + (columns.length[index] as number));
    else out.all(coder.encode(csvCell(key.text, true)));
    out.byte(COMMA);
    out.all(schemeIds[columns.scheme[index] as number] as Uint8Array);
    out.byte(COMMA);
    const [seconds, fraction] = [columns.seconds[index] as number, columns.fraction[index] as number];
    if (columns.hasTime(index)) writeInstant({ seconds, fraction, digits: 7 });
    out.byte(COMMA);
    const prefix = columns.prefixAt(index);
    if (prefix !== undefined) writeCount(out, prefix);
    out.byte(COMMA);
    const window = key === undefined ? list.formWindow(index) : key.window;
    if (window !== undefined) {
      // The end of a window can be the instant after 9999, which has no ISO text.
      if (window.to !== endTicks) end = coder.encode(ticksToIso(clampTicks(window.to)));
      endTicks = window.to;
      out.all(end);
    }
    out.byte(CARRIAGE_RETURN);
    out.byte(LINE_FEED);
  };
}

/**
 * Writes a list as CSV (RFC 4180, UTF-8, CR LF): line, key, scheme, time, prefix, end of the window. A key that only covers a span has no
 * time. Unreadable lines are left out. Text that a spreadsheet might run is guarded.
 * @yields chunks of about 1 MiB
 */
export function* exportBulkCsv(list: BulkList): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const out = new ByteWriter();
  const writeRow = rowWriter(list, out);
  out.all(list.coder.encode(HEADER));
  for (let index = 0; index < list.columns.count; index++) {
    writeRow(index);
    if (out.length >= CHUNK_BYTES) yield out.cut();
  }
  if (out.length > 0) yield out.cut();
}
