/** A short number for a long text (FNV-1a), which changes if anything in the text does. */
export function digest(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93) >>> 0;
  return hash.toString(16);
}

/**
 * JSON in which bigints are written as digits. Numbers are rounded to nine digits, because later ones depend on the order in which they
 * were added up.
 */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'bigint') return String(part);
    if (typeof part === 'number') return Math.abs(part) < 1e-6 ? 0 : Number(part.toPrecision(9));
    if (ArrayBuffer.isView(part) && !(part instanceof DataView)) return Array.from(part as Float64Array);
    return part;
  });
}
