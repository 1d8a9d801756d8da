export const LOST =
  'A part of this page could not be loaded: most likely a new version was published. Reload the page; the query stays in the address.';

/**
 * Loads the code that runs queries, with the first view that can start one. Rejects with a message if it cannot be
 * loaded.
 */
export async function loadRunEngine() {
  try {
    const [{ runQueries }, { createKeyPages }, { retryPolicyFrom }, { CONNECT_RETRY_POLICY }] =
      await Promise.all([
        import('../../tables/run/runQueries.ts'),
        import('../../tables/run/keyPages.ts'),
        import('../connection/retrySettings.ts'),
        import('../../tables/connection/renewal.ts'),
      ]);
    return { runQueries, createKeyPages, retryPolicyFrom, CONNECT_RETRY_POLICY };
  } catch {
    throw new Error(LOST);
  }
}
