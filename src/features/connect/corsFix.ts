/** One way to write the rule down. */
export interface CorsFix {
  readonly title: string;
  readonly code: string;
}

/**
 * The CORS rule that this page needs, for its own origin. `az storage cors add` adds to the rules that are there;
 * it needs the account key or a login with the right to change service properties, so a person runs it, not the page.
 * Exposed headers carry the continuation token: without them a result cannot be told from its first page.
 */
export function corsFixes(origin: string): readonly CorsFix[] {
  return [
    {
      title: 'az CLI',
      code: [
        'az storage cors add --services t --account-name <account> \\',
        `  --origins '${origin}' --methods GET HEAD OPTIONS \\`,
        "  --allowed-headers 'x-ms-*' accept dataserviceversion maxdataserviceversion \\",
        "  --exposed-headers 'x-ms-*' Date Retry-After Content-Length --max-age 3600",
      ].join('\n'),
    },
  ];
}
