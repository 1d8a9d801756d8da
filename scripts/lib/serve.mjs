import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';
import { PAGES } from './build.mjs';
import { KEPT, pageHeaders, pagePolicy, SCRIPT_HEADERS, SQL_HEADERS } from './hostHeaders.mjs';

/**
 * @import { IncomingMessage, ServerResponse } from 'node:http'
 * @import { BuiltPage } from './build.mjs'
 * @import { DemoAccount } from './demoAccount.mjs'
 */

const HOST = '127.0.0.1';
/** Tells the page that the server offers a demo account. */
const DEMO_MARK = '<meta name="keyscope-demo" content="served">';
/**
 * @param {string} url of the other page: the stress lab for the reading page, and the other way round
 * @returns {string} tells the page where its link leads
 */
const otherMark = (url) => `<meta name="keyscope-other" content="${url}">`;

/**
 * @typedef {object} AppServer
 * @property {number} port on which it listens
 * @property {readonly string[]} origins by which a browser can reach it; the first one is printed
 * @property {() => Promise<void>} close ends all connections
 */

/**
 * Serves a build on loopback. If the port is taken, it tries the next one.
 * @param {object} options
 * @param {string} options.root the project folder
 * @param {number} options.port 0: any free one
 * @param {(() => DemoAccount) | undefined} options.demoAccount called for each request; undefined: no demo account
 * @param {BuiltPage} [options.page] default: the one that reads
 * @param {(() => string | undefined) | undefined} [options.otherUrl] of the other page, called for each request
 * @returns {Promise<AppServer>}
 */
export async function serveApp({
  root,
  port,
  demoAccount,
  page = PAGES.reading,
  otherUrl = () => undefined,
}) {
  const dist = join(root, page.dist);
  const html = () => {
    const other = otherUrl();
    const marks = [
      ...(demoAccount === undefined ? [] : [DEMO_MARK]),
      ...(other === undefined ? [] : [otherMark(other)]),
    ];
    const built = readFileSync(join(dist, 'index.html'), 'utf8');
    return marks.reduce((text, mark) => text.replace('</head>', `  ${mark}\n  </head>`), built);
  };
  let origins = /** @type {readonly string[]} */ ([]);
  // The same headers as in the settings for static hosts.
  const forPages = pageHeaders(pagePolicy(html()));
  const server = await preview({
    root,
    configFile: false,
    appType: 'mpa', // no page for an address that does not exist
    base: '/',
    logLevel: 'warn',
    build: { outDir: dist },
    preview: { host: HOST, port, strictPort: false, cors: false, open: false },
    plugins: [
      {
        name: 'keyscope-serve',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            const path = pathOf(request);
            const isSql = path.startsWith('/sql/');
            const headers = isSql ? SQL_HEADERS : path.endsWith('.js') ? SCRIPT_HEADERS : forPages;
            for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
            if (!isOwnHost(request, origins))
              return refuse(response, 403, 'This address is not served here.');
            // A page loads about a hundred of these files, and requesting each again would take a browser longer than everything else.
            if (/^\/(?:assets|sql)\/[^/]+$/.test(path) && existsSync(join(dist, path)))
              response.setHeader('Cache-Control', KEPT);
            if (path === '/demo/account') return answerDemo(request, response, demoAccount);
            if (path === '/' || path === '/index.html') return answerPage(request, response, html());
            return next();
          });
        },
      },
    ],
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  origins = [`http://${HOST}:${address.port}`, `http://localhost:${address.port}`];
  return { port: address.port, origins, close: () => server.close() };
}

/**
 * @param {IncomingMessage} request
 * @returns {string} without the query
 */
function pathOf(request) {
  return (request.url ?? '/').replace(/[?#].*$/s, '');
}

/**
 * Whether the Host header names this server. Another name that resolves to loopback (DNS rebinding) does not.
 * @param {IncomingMessage} request
 * @param {readonly string[]} origins
 * @returns {boolean}
 */
function isOwnHost(request, origins) {
  return origins.includes(`http://${request.headers.host?.toLowerCase()}`);
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} text
 */
function refuse(response, status, text) {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(text);
}

/**
 * Sends the SAS only to this page: not to another origin, not to another page on this machine (another port of localhost counts as
 * "same-site"), and not if the address is opened in a tab.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {(() => DemoAccount) | undefined} demoAccount
 */
function answerDemo(request, response, demoAccount) {
  if (demoAccount === undefined) return refuse(response, 404, 'No demo account is served here.');
  if (request.method !== 'GET') return refuse(response, 405, 'Only GET.');
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const foreign =
    (site !== undefined && site !== 'same-origin') || (origin !== undefined && origin !== `http://${host}`);
  if (foreign) return refuse(response, 403, 'Only the page served from here may ask for the demo account.');
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify(demoAccount()));
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {string} html
 */
function answerPage(request, response, html) {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(response, 405, 'Only GET and HEAD.');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-cache');
  response.end(request.method === 'HEAD' ? undefined : html);
}
