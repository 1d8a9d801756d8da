import { KEY_SCHEMES } from '../core/keys/schemeRegistry.ts';
import { createRowStoreCore } from './rowStoreCore.ts';
import type { RowStoreRequest } from './rowStoreProtocol.ts';

const handle = createRowStoreCore({
  schemeOf: (schemeId) => KEY_SCHEMES.find((scheme) => scheme.id === schemeId),
  post: (message, transfer) => postMessage(message, transfer),
});

addEventListener('message', (event: MessageEvent<RowStoreRequest>) => handle(event.data));
