import { ByteWriter, CHUNK_BYTES } from '../../byteWriter.ts';
import { csvCell } from '../../csv.ts';
import { clampTicks, ticksToIso } from '../../time/ticks.ts';
import type { BulkList } from './bulkList.ts';
import { createIsoWriter, ISO_WORDS } from './isoTables.ts';

const writeIso = createIsoWriter();
const COMMA = 44;
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const HEADER = 'Line,Key,Scheme,Time,Prefix,WindowEnd\r\n';

/** Writes a whole number, 0 to 2^32. */
function writeCount(out: ByteWriter, value: number): void {
  let divisor = 1;
  while (divisor * 10 <= value) divisor *= 10;
  for (let rest = value; divisor >= 1; divisor /= 10) {
    const digit = Math.floor(rest / divisor);
    out.byte(48 + digit);
    rest -= digit * divisor;
  }
}

/** Writes rows of one list. */
class CsvRows {
  private readonly list: BulkList;
  private readonly out: ByteWriter;
  private readonly formulaGuard: boolean;
  private readonly schemeIds: readonly Uint8Array[];
  private readonly iso = new Int32Array(ISO_WORDS);
  private readonly isoBytes = new Uint8Array(this.iso.buffer);
  private endTicks = -1n;
  private end: Uint8Array = new Uint8Array(0);

  constructor(list: BulkList, out: ByteWriter, formulaGuard: boolean) {
    this.list = list;
    this.out = out;
    this.formulaGuard = formulaGuard;
    this.schemeIds = list.schemes.map(({ schemeId }) => list.coder.encode(schemeId));
  }

  write(index: number): void {
    const { out, list } = this;
    const { columns, coder } = list;
    const start = columns.start[index] as number;
    // A key that was not read by its form may be written otherwise.
    const key = columns.form[index] === 0 ? list.key(index) : undefined;
    writeCount(out, columns.line[index] as number);
    out.byte(COMMA);
    if (key === undefined) out.copy(list.bytes, start, start + (columns.length[index] as number));
    else out.all(coder.encode(csvCell(key.text, this.formulaGuard)));
    out.byte(COMMA);
    out.all(this.schemeIds[columns.scheme[index] as number] as Uint8Array);
    out.byte(COMMA);
    if (columns.hasTime(index)) {
      writeIso(columns.seconds[index] as number, columns.fraction[index] as number, this.iso, 0);
      out.all(this.isoBytes);
    }
    out.byte(COMMA);
    const prefix = columns.prefixAt(index);
    if (prefix !== undefined) writeCount(out, prefix);
    out.byte(COMMA);
    const window = key === undefined ? list.formWindow(index) : key.window;
    if (window !== undefined) this.windowEnd(window.to);
    out.byte(CARRIAGE_RETURN);
    out.byte(LINE_FEED);
  }

  /** Neighbouring keys often have the same window end. The one after 9999 has no ISO text. */
  private windowEnd(ticks: bigint): void {
    if (ticks !== this.endTicks) this.end = this.list.coder.encode(ticksToIso(clampTicks(ticks)));
    this.endTicks = ticks;
    this.out.all(this.end);
  }
}

/**
 * Writes a list as CSV (RFC 4180, UTF-8, CR LF): line, key, scheme, time, prefix, end of the window. A key that only covers a
 * span has no time. Unreadable lines are left out.
 * @yields chunks of about 1 MiB
 */
export function* exportBulkCsv(
  list: BulkList,
  formulaGuard: boolean,
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const out = new ByteWriter();
  const rows = new CsvRows(list, out, formulaGuard);
  out.all(list.coder.encode(HEADER));
  for (let index = 0; index < list.columns.count; index++) {
    rows.write(index);
    if (out.length >= CHUNK_BYTES) yield out.cut();
  }
  if (out.length > 0) yield out.cut();
}
