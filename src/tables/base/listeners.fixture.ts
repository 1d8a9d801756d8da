/** An abort signal that counts its listeners, so that a test can see whether any were left behind. */
export function countedSignal(): {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly listeners: () => number;
} {
  const controller = new AbortController();
  const { signal } = controller;
  const held = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...given: Parameters<typeof add>): void => {
    held.add(given[1]);
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>): void => {
    if (given[0] === 'abort') held.delete(given[1]);
    remove(...given);
  };
  return { signal, abort: () => controller.abort(), listeners: () => held.size };
}
