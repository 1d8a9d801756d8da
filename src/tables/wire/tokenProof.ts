import type { PageReader } from './pageReader.ts';
import type { Transport } from './transport.ts';

/** A transport that remembers whether it ever read a continuation token. */
export interface ProvenTransport extends Transport {
  readonly tokenReadable: PageReader['tokenReadable'];
}

/**
 * Why a readable x-ms-request-id is no proof: a CORS rule may expose that header and hide x-ms-continuation-*, and a
 * page with a hidden token looks like a last page. Only a token that was read is proof, and only for its transport,
 * since the two may match different rules. The rule may change later, so a run proves its own ends (`endProof.ts`).
 * NextPartitionKey is in every token; NextRowKey alone would prove only itself.
 */
export function rememberTokens(inner: Transport): ProvenTransport {
  let isProven = false;
  return {
    ...inner,
    tokenReadable: () => isProven,
    readEntities: async (query, signal) => {
      const page = await inner.readEntities(query, signal);
      isProven ||= page.continuation?.nextPartitionKey !== undefined;
      return { ...page, transport: inner.name };
    },
  };
}
