import { ensureBuilt, PAGES } from './build.mjs';
import { startDemoService } from './demoAccount.mjs';
import { serveApp } from './serve.mjs';

/** @import { DemoService } from './demoAccount.mjs' */

/** An unusual port, which is probably free. It is always the same, because users put the origin into CORS rules. */
export const DEFAULT_PORT = 4280;

/**
 * A server in front of the demo service, such as a counting proxy.
 * @typedef {{ readonly endpoint: string, readonly close: () => Promise<void> }} Front
 */

/**
 * @typedef {object} Demo
 * @property {DemoService} service with the seeded rows and the key
 * @property {string} endpoint the address for the page: of the front, if there is one
 */

/**
 * @typedef {object} StartOptions
 * @property {string} root the project folder
 * @property {number} [port] 0: any free one
 * @property {boolean} [withDemo] default true
 * @property {number} [nowMs] the present for all seeded times, milliseconds since the Unix epoch; default now
 * @property {number} [seed] of the rows
 * @property {(endpoint: string) => Promise<Front>} [front] starts a server in front of the demo service
 * @property {(line: string) => void} [say] progress, for people
 */

/**
 * A running Keyscope.
 * @typedef {object} Keyscope
 * @property {string} url of the app, ends with `/`
 * @property {{ readonly url: string, readonly origins: readonly string[] }} stress the stress lab: a page and an origin of its own
 * @property {number} port on which it listens
 * @property {readonly string[]} origins by which a browser can reach it; the first one is that of url
 * @property {Demo | undefined} demo undefined without demo account
 * @property {() => Promise<void>} close stops everything, in reverse order
 */

/**
 * Builds the app if necessary, starts and seeds the demo account, and serves both on loopback.
 * @param {StartOptions} options
 * @returns {Promise<Keyscope>}
 */
export async function startKeyscope(options) {
  /** @type {(() => Promise<void>)[]} */
  const closers = [];
  const close = async () => {
    for (let end = closers.pop(); end !== undefined; end = closers.pop()) await end();
  };
  try {
    // The build uses threads of its own, so the seeding can use this one at the same time.
    const built = ensureBuilt(options.root, { say: options.say });
    built.catch(() => {}); // awaited below, but the seeding may fail before that
    const demo = options.withDemo === false ? undefined : await startDemo(options, closers);
    await built;

    const { root, port = DEFAULT_PORT } = options;
    const demoAccount = demo && (() => demo.service.describe(demo.endpoint));
    let stressUrl = '';
    const server = await serveApp({ root, port, demoAccount, otherUrl: () => stressUrl });
    closers.push(server.close);
    const url = `${server.origins[0]}/`;
    const stress = await serveApp({
      root,
      port: port === 0 ? 0 : server.port + 1,
      page: PAGES.stress,
      // Only the stress lab gets the SAS that may write; another origin cannot request it.
      demoAccount: demo && (() => demo.service.describeWriting(demo.endpoint)),
      otherUrl: () => url,
    });
    closers.push(stress.close);
    stressUrl = `${stress.origins[0]}/`;
    await demo?.service.allowOrigins(server.origins, stress.origins);
    return {
      url,
      port: server.port,
      origins: server.origins,
      stress: { url: stressUrl, origins: stress.origins },
      demo,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param {StartOptions} options
 * @param {(() => Promise<void>)[]} closers takes what must be ended later
 * @returns {Promise<Demo>}
 */
async function startDemo({ nowMs, seed, front }, closers) {
  const service = await startDemoService({ nowMs, seed });
  closers.push(service.close);
  if (front === undefined) return { service, endpoint: service.azurite.endpoint };
  const fronted = await front(service.azurite.endpoint);
  closers.push(fronted.close);
  return { service, endpoint: fronted.endpoint };
}
