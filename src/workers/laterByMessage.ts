/** Other messages are heard between two slices of work: a message to oneself waits in the same queue, a timer longer. */
export function laterByMessage(): (run: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  return (run) => {
    waiting.push(run);
    port2.postMessage(undefined);
  };
}
