/** Marks for the end of a key and for a part that was left out. They are above all UTF-16 units, so no text contains them. */
const END = 0x1_0000;
const LEFT_OUT = 0x1_0001;

const TWO_32 = 0x1_0000_0000;

function turned(bits: number, count: number): number {
  return (bits << count) | (bits >>> (32 - count));
}

/** The last step of MurmurHash3: every bit of the input decides about every bit of the result. */
function mixed(bits: number): number {
  let mix = bits ^ (bits >>> 16);
  mix = Math.imul(mix, 0x85ebca6b);
  mix ^= mix >>> 13;
  mix = Math.imul(mix, 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

/**
 * 64 bits that stand for texts. Equal texts have equal bits; two different texts have different bits, except by a chance of 1 in 2^64. The
 * steps are those of MurmurHash3, in two halves. They do not protect against deliberate collisions.
 */
export class KeyDigest {
  private one = 0;
  private two = 0;
  private units = 0;

  begin(): void {
    this.one = 0;
    this.two = 0x9747b28c;
    this.units = 0;
  }

  /** Adds a text, or a part of one. */
  text(text: string): void {
    for (let at = 0; at < text.length; at++) this.unit(text.charCodeAt(at));
  }

  /** Adds an ASCII character. */
  byte(byte: number): void {
    this.unit(byte);
  }

  leftOut(): void {
    this.unit(LEFT_OUT);
  }

  /** Ends a text, so that its border with the next one counts. */
  end(): void {
    this.unit(END);
  }

  /** Adds a whole number of any sign that a Double holds exactly. */
  number(value: number): void {
    this.unit(Math.floor(value / TWO_32));
    this.unit(value % TWO_32);
  }

  get high(): number {
    return mixed(this.one ^ this.units);
  }

  get low(): number {
    return mixed(this.two ^ Math.imul(this.one, 0x1b873593) ^ this.units);
  }

  private unit(unit: number): void {
    const first = Math.imul(turned(Math.imul(unit, 0xcc9e2d51), 15), 0x1b873593);
    this.one = (Math.imul(turned(this.one ^ first, 13), 5) + 0xe6546b64) | 0;
    const second = Math.imul(turned(Math.imul(unit, 0x239b961b), 16), 0xab0e9789);
    this.two = (Math.imul(turned(this.two ^ second, 15) + this.one, 5) + 0x38b34ae5) | 0;
    this.units++;
  }
}
