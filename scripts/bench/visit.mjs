import { asPhone } from "../lib/chromium.mjs";

/**
 * Two devices: a laptop on a cable, and a cheap phone on a mobile network, with a CPU 4 times
 * slower, a round trip of 150 ms and 1.6 Mbit/s. `visits` is how many visits a run needs for its
 * figure: if a page is ready after ten frames, other work of the machine shows in a single visit.
 */
export const profiles = {
  unthrottled: { name: "no throttling", visits: 3, cpu: 1, width: 1440 },
  phone: {
    name: "slow phone",
    visits: 1,
    cpu: 4,
    width: 390,
    network: { latency: 150, bytesPerSecond: 200_000 },
  },
};

/**
 * Opens an address in a profile of its own, with an empty browser cache.
 *
 * `until` says when the page is ready: `{ title, mark, mayLoad }`, the text of its main heading and
 * a selector for a part of its content. The page is ready at the first frame that has painted both
 * while nothing in view is still loading, unless it `mayLoad`.
 */
export async function visit(
  browser,
  { origin, path, token, until, profile, width = profile.width ?? 1440 },
) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: "reduce",
    ...(profile === profiles.phone && width === profile.width && asPhone(browser)),
  });
  context.setDefaultTimeout(120_000);
  await context.addInitScript(observe);
  if (token)
    await context.addInitScript((text) => localStorage.setItem("accessToken", text), token);
  const page = await context.newPage();
  const ready = readiness(page);
  const devtools = await context.newCDPSession(page);
  await throttle(devtools, profile);
  await page.addInitScript((wanted) => window.bench.await(wanted), until);
  await page.goto(path, { waitUntil: "commit" });
  await ready;
  return { page, devtools, close: () => context.close() };
}

/**
 * Opens an address without Playwright's listeners: they make Chromium store every response at its
 * end, which takes as long as reading it if it has 4 MB. Uses a profile of its own and no
 * throttling; see `visit` for the rest.
 * @returns the result of `report`, a function that runs in the page once it is ready
 */
export async function visitAlone(browser, { origin, path, token, until }, report) {
  const devtools = await browser.newBrowserCDPSession();
  const { browserContextId } = await devtools.send("Target.createBrowserContext");
  const { targetId } = await devtools.send("Target.createTarget", {
    url: "about:blank",
    browserContextId,
    width: 1440,
    height: 900,
  });
  const { sessionId } = await devtools.send("Target.attachToTarget", { targetId, flatten: false });
  const answers = new Map();
  devtools.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message);
    answers.get(id)?.(result);
  });
  const send = (method, params = {}) =>
    new Promise((resolve) => {
      const id = answers.size + 1;
      answers.set(id, resolve);
      const message = JSON.stringify({ id, method, params });
      void devtools.send("Target.sendMessageToTarget", { sessionId, message });
    });
  const evaluate = async (expression) =>
    (await send("Runtime.evaluate", { expression, returnByValue: true })).result?.value;

  await send("Page.enable");
  const begin = `(${observe})(); localStorage.setItem("accessToken", ${JSON.stringify(token)});
    window.bench.await(${JSON.stringify(until)});`;
  await send("Page.addScriptToEvaluateOnNewDocument", { source: begin });
  await send("Page.navigate", { url: origin + path });
  while (!(await evaluate("window.bench?.readyAt"))) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const reported = await evaluate(`(${report})()`);
  await devtools.send("Target.disposeBrowserContext", { browserContextId });
  await devtools.detach();
  return reported;
}

/** Throttles the page from the next request and script on. */
export async function throttle(devtools, { cpu, network }) {
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: network?.latency ?? 0,
    downloadThroughput: network?.bytesPerSecond ?? -1,
    uploadThroughput: network?.bytesPerSecond ?? -1,
  });
}

/** Resolves when the page reports that it is ready. It is not polled, which would slow it down. */
export const readiness = (page) =>
  page.waitForEvent("console", (message) => message.text() === "bench: ready");

/**
 * Lists what was loaded until the page was ready: `readyAt` in ms; files and calls as `{ path,
 * kind, bytes, took, depth }`.
 */
export const loaded = (page) =>
  page.evaluate(() => {
    const { shownAt, readyAt } = window.bench;
    const [document] = performance.getEntriesByType("navigation");
    const came = [document, ...performance.getEntriesByType("resource")]
      .filter(({ startTime }) => startTime <= readyAt)
      .map((entry) => ({ entry, path: new URL(entry.name).pathname }));
    const kindOf = ({ path }) =>
      path.startsWith("/api/")
        ? "call"
        : (/^\/assets\/.*\.(js|css|woff2|svg)$/.exec(path)?.[1] ??
          (path === location.pathname ? "page" : "other"));
    const listed = came.map((one) => ({ ...one, kind: kindOf(one) }));
    /**
     * The length of the chain of requests of the same kind that had to end before this one was
     * sent; 0 if the page was shown before it had ended, because then nothing waited for it.
     */
    const depths = new Map();
    const inOrder = listed.toSorted((one, other) => one.entry.startTime - other.entry.startTime);
    for (const one of inOrder) {
      const { responseEnd } = one.entry;
      if (responseEnd === 0 || responseEnd > shownAt) {
        depths.set(one, 0);
        continue;
      }
      const before = [...depths].filter(
        ([{ kind, entry }]) => kind === one.kind && entry.responseEnd <= one.entry.startTime,
      );
      depths.set(one, 1 + Math.max(0, ...before.map(([, depth]) => depth)));
    }
    return {
      readyAt,
      came: inOrder.map((one) => ({
        path: one.path + new URL(one.entry.name).search,
        kind: one.kind,
        bytes: one.entry.encodedBodySize,
        took: one.entry.responseEnd - one.entry.requestStart,
        depth: depths.get(one),
      })),
    };
  });

/**
 * Takes a snapshot of the elements in view: `{ name, attributes, parts }`. A part is another element
 * or a text. `style` attributes are left out.
 */
export const snapshotOf = (page) =>
  page.evaluate(() => {
    const isBelow = (element) => element.getBoundingClientRect().top >= window.innerHeight;
    const copy = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return [node.data];
      if (node.nodeType !== Node.ELEMENT_NODE || isBelow(node)) return [];
      const attributes = [...node.attributes]
        .filter(({ name }) => name !== "style")
        .map(({ name, value }) => [name, value]);
      return [
        {
          name: node.localName,
          attributes: Object.fromEntries(attributes),
          parts: [...node.childNodes].flatMap(copy),
        },
      ];
    };
    return {
      name: "div",
      attributes: {},
      parts: [...document.getElementById("root").childNodes].flatMap(copy),
    };
  });

/** Returns the sum of all layout shifts since the page began, without those that the user caused. */
export const shifts = (page) => page.evaluate(() => window.bench.shift);

/** Runs in the page, before its own scripts. */
function observe() {
  const bench = { shift: 0, shifted: [], presses: [] };
  window.bench = bench;
  // tsx wraps the functions that are passed to the page in calls of `__name`.
  window.__name = (value) => value;

  const look = (type, options, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
      ...options,
    });
  look("layout-shift", {}, (entry) => {
    if (entry.hadRecentInput) return;
    bench.shift += entry.value;
    bench.shifted.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 200)));
  });
  look("event", { durationThreshold: 16 }, (entry) => {
    if (entry.interactionId) bench.presses.push({ name: entry.name, duration: entry.duration });
  });

  const isShown = ({ title, mark, mayLoad }) =>
    document.querySelector(mark) !== null &&
    [...document.querySelectorAll("h1")].some((head) => head.textContent.trim() === title) &&
    (mayLoad || ![...document.querySelectorAll('[aria-busy="true"]')].some(isInView));
  /** The browser itself reports when it has painted this invisible element. */
  const mark = "bench-ready";
  look("element", {}, (entry) => {
    if (entry.identifier !== mark) return;
    bench.readyAt = entry.paintTime;
    console.debug("bench: ready");
  });
  const isInView = (element) => element.getBoundingClientRect().top < window.innerHeight;

  /** Stores in `readyAt` when the awaited content was painted. */
  bench.await = (wanted) => {
    bench.readyAt = undefined;
    const atFrame = () => {
      if (!isShown(wanted)) return requestAnimationFrame(atFrame);
      bench.shownAt = performance.now();
      // An element that is added here is painted with this frame.
      document.getElementById(mark)?.remove();
      const point = document.createElement("div");
      point.id = mark;
      point.textContent = ".";
      point.setAttribute("elementtiming", mark);
      Object.assign(point.style, { position: "fixed", top: 0, pointerEvents: "none" });
      document.body.append(point);
    };
    requestAnimationFrame(atFrame);
  };
}
