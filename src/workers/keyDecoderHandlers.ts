import { exportBulkCsv } from '../core/keys/bulk/bulkCsv.ts';
import { BulkList, type TextCoder } from '../core/keys/bulk/bulkList.ts';
import { LineReader } from '../core/keys/bulk/lineReader.ts';
import { readBulk } from '../core/keys/bulk/readBulk.ts';
import { summarizeBulk } from '../core/keys/bulk/summarizeBulk.ts';
import { knowTemplates } from '../core/keys/templates/templateScheme.ts';
import { KeyList } from '../core/keyspace/sources/keyList.ts';
import type { KeyDecoderCalls, KeySource } from './keyDecoderProtocol.ts';
import { bytesOfText } from './keyText.ts';
import { type CallHandlers, progressOf } from './serveCalls.ts';

const coder: TextCoder = (() => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  return { decode: (bytes) => decoder.decode(bytes), encode: (text) => encoder.encode(text) };
})();

const NEW_LIST = 'Another list of keys replaced this one.';

export function keyDecoderHandlers(): CallHandlers<KeyDecoderCalls> {
  knowTemplates();
  let keys = noKeys();
  return {
    decode: async function* ({ source, ...hint }, call) {
      call.endOthers(NEW_LIST);
      keys = noKeys();
      const bytes = bytesOfText(await bytesOf(source));
      const list = yield* progressOf(readBulk(bytes, hint, coder));
      const summary = yield* progressOf(summarizeBulk(list));
      keys = new KeyList(list, summary);
      yield undefined;
      const pauses = keys.pauses();
      return pauses.length === 0 ? summary : { ...summary, pauses };
    },
    keys: (request) => keys.keys(request),
    matrix: (request) => keys.matrix(request),
    exportCsv: function* () {
      for (const bytes of exportBulkCsv(keys.list)) yield { kind: 'chunk', bytes };
      return undefined;
    },
    reset: (_input, call) => {
      call.endOthers(NEW_LIST);
      keys = noKeys();
      return undefined;
    },
  };
}

function noKeys(): KeyList {
  return new KeyList(new BulkList(new Uint8Array(0), new LineReader({}), coder), undefined);
}

async function bytesOf(source: KeySource): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  if (source instanceof Uint8Array) return source;
  try {
    return new Uint8Array(await source.arrayBuffer());
  } catch (error) {
    throw new Error(`The keys could not be read. ${String(error)}`, { cause: error });
  }
}
