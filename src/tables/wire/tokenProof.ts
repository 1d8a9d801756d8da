import type { PageReader } from './pageReader.ts';
import type { Transport } from './transport.ts';

/** A transport that remembers whether this page could ever read a continuation through it. */
export interface ProvenTransport extends Transport {
  readonly tokenReadable: PageReader['tokenReadable'];
}

/**
 * Why a readable x-ms-request-id is no proof: a CORS rule may expose that header and hide x-ms-continuation-*, and a
 * page whose token is hidden looks exactly like a last page. The only proof is a token that was read, and the two
 * transports may match different rules. Once one was read, the rule let them through then; it may change later, so that a
 * run proves its own ends (`endProof.ts`). NextPartitionKey is in every token; NextRowKey alone would prove only itself.
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
