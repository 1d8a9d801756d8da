import { keyDecoderHandlers } from './keyDecoderHandlers.ts';
import { KEY_DECODER_MOVES } from './keyDecoderProtocol.ts';
import { serveWorker } from './workerHost.ts';

serveWorker(keyDecoderHandlers(), KEY_DECODER_MOVES);
