import type { ByteWriter } from '../../byteWriter.ts';
import { isoFromParts } from '../../time/civil.ts';
import type { InstantSlot } from '../bytes/instantBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { copyPast, wordBytes } from '../bytes/wordBytes.ts';
import { writeFixed } from '../packed/digits.ts';
import { SPARE_BYTES } from '../packed/valueSlot.ts';

const MINUTE_SECONDS = 60;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** `yyyy-MM-ddTHH:mm:` */
const MINUTE_BYTES = 17;
const HOUR_AT = 11;
const MINUTE_AT = 14;
const FRACTION_DIGITS = 7;
const POINT = 0x2e;
const Z = 0x5a;
/** Bytes for a whole instant, and for the rest of a word. */
const ROOM = 40;

/** Writes instants as the service does, digit for digit. Neighbouring rows usually share the minute, or else the day. */
export class IsoBytes {
  private readonly out: ByteWriter;
  private minute = -1;
  private day = -1;
  private readonly prefix = wordBytes(new Uint8Array(MINUTE_BYTES + SPARE_BYTES));

  constructor(out: ByteWriter) {
    this.out = out;
  }

  write({ seconds, fraction, digits }: InstantSlot): void {
    const { out, prefix } = this;
    const minute = Math.floor(seconds / MINUTE_SECONDS);
    if (minute !== this.minute) this.goTo(minute);
    out.room(ROOM);
    const { bytes, view } = out;
    let at = copyPast(prefix.view, 0, MINUTE_BYTES, view, out.length);
    at = writeFixed(out, at, 2, 0, seconds - minute * MINUTE_SECONDS);
    if (digits > 0) {
      bytes[at] = POINT;
      const shown =
        digits === FRACTION_DIGITS ? fraction : Math.floor(fraction / 10 ** (FRACTION_DIGITS - digits));
      at = writeFixed(out, at + 1, digits, 0, shown);
    }
    bytes[at] = Z;
    out.length = at + 1;
  }

  private goTo(minute: number): void {
    const { prefix } = this;
    this.minute = minute;
    const day = Math.floor(minute / DAY_MINUTES);
    if (day !== this.day) {
      this.day = day;
      const text = isoFromParts(day * DAY_MINUTES * MINUTE_SECONDS, 0);
      prefix.bytes.set(encodeUtf8(text.slice(0, MINUTE_BYTES)));
    }
    const ofDay = minute - day * DAY_MINUTES;
    const hour = Math.floor(ofDay / HOUR_MINUTES);
    writeFixed(prefix, HOUR_AT, 2, 0, hour);
    writeFixed(prefix, MINUTE_AT, 2, 0, ofDay - hour * HOUR_MINUTES);
  }
}
