import { createKeyDecoderCore } from './keyDecoderCore.ts';
import type { KeyDecoderRequest } from './keyDecoderProtocol.ts';

/** Other messages are heard between two slices of work: a message to oneself waits in the same queue, a timer longer. */
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

const handle = createKeyDecoderCore({
  post: (message, transfer) => postMessage(message, transfer),
  later: (run) => {
    waiting.push(run);
    port2.postMessage(undefined);
  },
  nowMs: () => performance.now(),
});

addEventListener('message', (event: MessageEvent<KeyDecoderRequest>) => handle(event.data));
