import { KEY_DECODER_MOVES, keyDecoderHandlers } from './keyDecoderHandlers.ts';
import { serveWorker } from './workerHost.ts';

serveWorker(keyDecoderHandlers(), KEY_DECODER_MOVES);
