import { createKeyDecoderCore } from './keyDecoderCore.ts';
import type { KeyDecoderRequest } from './keyDecoderProtocol.ts';
import { laterByMessage } from './laterByMessage.ts';

const handle = createKeyDecoderCore({
  post: (message, transfer) => postMessage(message, transfer),
  later: laterByMessage(),
  nowMs: () => performance.now(),
});

addEventListener('message', (event: MessageEvent<KeyDecoderRequest>) => handle(event.data));
