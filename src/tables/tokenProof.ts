import type { PageReader } from './pageReader.ts';
import type { Transport } from './transport.ts';

/** A transport that remembers whether this page could ever read a continuation through it. */
export interface ProvenTransport extends Transport {
  readonly tokenReadable: PageReader['tokenReadable'];
}

/**
 * Why a readable x-ms-request-id is no proof: a CORS rule may expose that header and hide x-ms-continuation-*, and a
 * page whose token is hidden looks exactly like a last page. The only proof is a token that was read. One is enough
 * for all pages of the same connection and transport: the rule belongs to the account's table service, the origin of
 * the page does not change, and the two transports may match different rules. NextPartitionKey is in every token;
 * NextRowKey alone would prove only itself.
 */
export function rememberTokens(inner: Transport): ProvenTransport {
  let isProven = false;
  return {
    ...inner,
    tokenReadable: () => isProven,
    readEntities: async (query, signal) => {
      const page = await inner.readEntities(query, signal);
      isProven ||= page.continuation?.nextPartitionKey !== undefined;
      return page;
    },
  };
}
