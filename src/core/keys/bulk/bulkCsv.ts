import { ByteWriter, CHUNK_BYTES } from '../../byteWriter.ts';
import { csvCell } from '../../csv.ts';
import { isoFromParts } from '../../time/civil.ts';
import { ticksToIso } from '../../time/ticks.ts';
import type { RowTime } from '../base/scheme.ts';
import type { BulkList } from './bulkList.ts';
import { createIsoWriter, ISO_WORDS } from './isoTables.ts';
import { splitTicks } from './lineReader.ts';

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

function endRow(out: ByteWriter): void {
  out.byte(CARRIAGE_RETURN);
  out.byte(LINE_FEED);
}

/** Writes rows of one list. */
class CsvRows {
  private readonly list: BulkList;
  private readonly out: ByteWriter;
  private readonly formulaGuard: boolean;
  private readonly schemeIds: readonly Uint8Array[];
  /** The rounding of each scheme as seconds and fraction; undefined if its keys have no window. */
  private readonly roundings: readonly (RowTime | undefined)[];
  private readonly iso = new Int32Array(ISO_WORDS);
  private readonly isoBytes = new Uint8Array(this.iso.buffer);
  private endSeconds = -1;
  private endFraction = -1;
  private end: Uint8Array = new Uint8Array(0);

  constructor(list: BulkList, out: ByteWriter, formulaGuard: boolean) {
    this.list = list;
    this.out = out;
    this.formulaGuard = formulaGuard;
    this.schemeIds = list.schemes.map(({ schemeId }) => list.coder.encode(schemeId));
    this.roundings = list.schemes.map(({ roundingTicks }) =>
      roundingTicks === undefined ? undefined : splitTicks(roundingTicks),
    );
  }

  write(index: number): void {
    if (this.list.columns.form[index] === 0) this.readRow(index);
    else this.formRow(index);
  }

  private formRow(index: number): void {
    const { out, list } = this;
    const { columns } = list;
    const start = columns.start[index] as number;
    const scheme = columns.scheme[index] as number;
    writeCount(out, columns.line[index] as number);
    out.byte(COMMA);
    out.copy(list.bytes, start, start + (columns.length[index] as number));
    out.byte(COMMA);
    out.all(this.schemeIds[scheme] as Uint8Array);
    out.byte(COMMA);
    writeIso(columns.seconds[index] as number, columns.fraction[index] as number, this.iso, 0);
    out.all(this.isoBytes);
    out.byte(COMMA);
    const prefix = columns.prefixAt(index);
    if (prefix !== undefined) writeCount(out, prefix);
    out.byte(COMMA);
    const rounding = this.roundings[scheme];
    if (rounding !== undefined)
      this.windowEnd(
        (columns.seconds[index] as number) + rounding.seconds,
        (columns.fraction[index] as number) + rounding.fraction,
      );
    endRow(out);
  }

  /** Neighbouring keys often have the same window end. */
  private windowEnd(seconds: number, fraction: number): void {
    if (seconds !== this.endSeconds || fraction !== this.endFraction) {
      const carry = Math.floor(fraction / 10_000_000);
      this.end = this.list.coder.encode(isoFromParts(seconds + carry, fraction - carry * 10_000_000));
      this.endSeconds = seconds;
      this.endFraction = fraction;
    }
    this.out.all(this.end);
  }

  private readRow(index: number): void {
    const key = this.list.key(index);
    if (key === undefined) return;
    const cells = [
      String(key.line),
      csvCell(key.text, this.formulaGuard),
      key.schemeId,
      key.ticks === undefined ? '' : ticksToIso(key.ticks),
      key.prefix === undefined ? '' : String(key.prefix),
      key.window === undefined ? '' : endText(key.window.to),
    ];
    this.out.all(this.list.coder.encode(cells.join(',')));
    endRow(this.out);
  }
}

/** The end of a window. The one after 9999 has no ISO text. */
function endText(ticks: bigint): string {
  const { seconds, fraction } = splitTicks(ticks);
  return isoFromParts(seconds, fraction);
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
