import { FakeWorker } from './fakeWorker.fixture.ts';
import { createKeyDecoderClient, type KeyDecoderClient } from './keyDecoderClient.ts';
import { keyDecoderHandlers } from './keyDecoderHandlers.ts';
import { KEY_DECODER_MOVES } from './keyDecoderProtocol.ts';
import type { KeyDecoderCalls } from './keyDecoderProtocol.ts';

export interface KeyDecoderPair {
  readonly worker: FakeWorker<KeyDecoderCalls>;
  readonly client: KeyDecoderClient;
}

export function keyDecoderPair(): KeyDecoderPair {
  const worker = new FakeWorker(keyDecoderHandlers(), KEY_DECODER_MOVES);
  return { worker, client: createKeyDecoderClient(worker) };
}
