import { type ByteWriter, type WordText, wordText } from '../../byteWriter.ts';
import { isoFromParts } from '../../time/civil.ts';
import type { InstantSlot } from '../bytes/instantBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';

const MINUTE_SECONDS = 60;
/** `yyyy-MM-ddTHH:mm:` */
const MINUTE_BYTES = 17;
const FRACTION_DIGITS = 7;
const POINT = 0x2e;
const Z = 0x5a;

/** Writes instants as the service does, digit for digit. Neighbouring rows usually share the minute. */
export class IsoBytes {
  private readonly out: ByteWriter;
  private minute = -1;
  private prefix: WordText = wordText(new Uint8Array(0));

  constructor(out: ByteWriter) {
    this.out = out;
  }

  write({ seconds, fraction, digits }: InstantSlot): void {
    const { out } = this;
    const minute = Math.floor(seconds / MINUTE_SECONDS);
    if (minute !== this.minute) {
      this.prefix = wordText(encodeUtf8(isoFromParts(minute * MINUTE_SECONDS, 0).slice(0, MINUTE_BYTES)));
      this.minute = minute;
    }
    out.text(this.prefix);
    out.digits(seconds - minute * MINUTE_SECONDS, 2);
    if (digits > 0) {
      out.byte(POINT);
      out.digits(Math.floor(fraction / 10 ** (FRACTION_DIGITS - digits)), digits);
    }
    out.byte(Z);
  }
}
