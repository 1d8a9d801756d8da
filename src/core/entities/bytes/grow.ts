/**
 * Returns an array with room for at least `size` entries: the same one if it is large enough, else a copy at least twice
 * as long.
 */
export function grownUint32(array: Uint32Array<ArrayBuffer>, size: number): Uint32Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const grown = new Uint32Array(Math.max(size, array.length * 2));
  grown.set(array);
  return grown;
}
