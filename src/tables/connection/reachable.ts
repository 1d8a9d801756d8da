/**
 * The hosts that this page can send to, as in the connect-src of index.html besides 'self' (a test compares them).
 * Other hosts are refused when parsed: the browser would block every request and print its address, SAS included, in
 * the console.
 */
export const REACHABLE_SOURCES: readonly string[] = [
  'https://*.table.core.windows.net',
  'https://*.table.storage.azure.net',
  'https://*.table.core.usgovcloudapi.net',
  'https://*.table.core.chinacloudapi.cn',
  'http://127.0.0.1:*',
  'https://127.0.0.1:*',
  'http://localhost:*',
  'https://localhost:*',
  'http://*.localhost:*',
  'https://*.localhost:*',
];

/** Whether a source of the list covers the address. A source without a port means the scheme's default port. */
export function isReachable(url: URL): boolean {
  return REACHABLE_SOURCES.some((source) => {
    const [, scheme, host = '', port] = /^(https?:)\/\/([^:]+)(:\*)?$/u.exec(source) ?? [];
    const isHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
    return scheme === url.protocol && isHost && (port !== undefined || url.port === '');
  });
}
