import type { ByteWriter } from '../../byteWriter.ts';
import { isoFromParts } from '../../time/civil.ts';
import type { InstantSlot } from '../bytes/instantBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';

const MINUTE_SECONDS = 60;
/** `yyyy-MM-ddTHH:mm:` */
const MINUTE_BYTES = 17;
const FRACTION_DIGITS = 7;
const ZERO = 0x30;
const POINT = 0x2e;
const Z = 0x5a;

/** Writes instants as the service does, digit for digit. Neighbouring rows usually share the minute. */
export class IsoBytes {
  private readonly out: ByteWriter;
  private minute = -1;
  private readonly prefix = new Uint8Array(MINUTE_BYTES);

  constructor(out: ByteWriter) {
    this.out = out;
  }

  write({ seconds, fraction, digits }: InstantSlot): void {
    const { out } = this;
    const minute = Math.floor(seconds / MINUTE_SECONDS);
    if (minute !== this.minute) {
      this.prefix.set(encodeUtf8(isoFromParts(minute * MINUTE_SECONDS, 0).slice(0, MINUTE_BYTES)));
      this.minute = minute;
    }
    out.all(this.prefix);
    const second = seconds - minute * MINUTE_SECONDS;
    out.byte(ZERO + Math.floor(second / 10));
    out.byte(ZERO + (second % 10));
    if (digits > 0) out.byte(POINT);
    let rest = fraction;
    for (let unit = 10 ** (FRACTION_DIGITS - 1), left = digits; left > 0; unit /= 10, left--) {
      const digit = Math.floor(rest / unit);
      out.byte(ZERO + digit);
      rest -= digit * unit;
    }
    out.byte(Z);
  }
}
