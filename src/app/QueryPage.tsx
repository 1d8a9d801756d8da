import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../features/query/QueryView.tsx';

// One owner of retry: tables/pacing/retry.ts. `always`: the browser's idea of being online is often wrong.
const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
  },
});

/** The query view with the cache of its one-shot reads, which outlives the view. */
export function QueryPage({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  return (
    <QueryClientProvider client={queries}>
      <QueryView onConnect={onConnect} />
    </QueryClientProvider>
  );
}
