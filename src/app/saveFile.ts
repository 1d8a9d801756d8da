import type { FilePart } from '../state/base/saveTarget.ts';
import { addressOfFile } from './navigationLock.ts';

/** WebKit drops a download if the page begins another one in the same task. */
const BETWEEN_DOWNLOADS_MS = 200;
let handedOver: Promise<unknown> = Promise.resolve();

/** Hands a file to the browser as a download. */
export async function saveFile(name: string, parts: readonly FilePart[]): Promise<void> {
  const url = addressOfFile(parts);
  handedOver = handedOver.then(() => {
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // By then the browser has taken the file. Keeping the address longer would keep the bytes in memory.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return new Promise((resolve) => setTimeout(resolve, BETWEEN_DOWNLOADS_MS));
  });
  await handedOver;
}
