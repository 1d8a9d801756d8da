import { SAMPLE } from './sampleCapture.ts';

/** The capture that comes with the page: six prefixes of the demo account over two hours, one of them silent after the first. */
export function sampleFile(name: string): File {
  const bytes = Uint8Array.from(atob(SAMPLE), (char) => char.codePointAt(0) ?? 0);
  return new File([bytes], name);
}
