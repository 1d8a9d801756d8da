import { createKeyspaceCore } from './keyspaceCore.ts';
import type { KeyspaceRequest } from './keyspaceProtocol.ts';
import { laterByMessage } from './laterByMessage.ts';

const handle = createKeyspaceCore({
  post: (message) => postMessage(message),
  later: laterByMessage(),
  nowMs: () => performance.now(),
});

addEventListener('message', (event: MessageEvent<KeyspaceRequest>) => handle(event.data));
