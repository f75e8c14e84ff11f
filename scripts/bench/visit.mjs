import { asPhone } from "../lib/chromium.mjs";

/**
 * Two devices: a laptop on a cable, and a cheap phone on a mobile network, with a CPU 4 times
 * slower, a round trip of 150 ms and 1.6 Mbit/s. `visits` is how many visits a run needs for its
 * figure: if a page is ready after ten frames, other work of the machine shows in a single visit.
 */
export const profiles = {
  unthrottled: { name: "no throttling", visits: 3, cpu: 1 },
  phone: {
    name: "slow phone",
    visits: 1,
    cpu: 4,
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
export async function visit(browser, { origin, path, token, until, profile }) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...(profile === profiles.phone && {
      ...asPhone(browser),
      viewport: { width: 390, height: 844 },
    }),
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

/** Runs in the page, before its own scripts. */
function observe() {
  const bench = { presses: [] };
  window.bench = bench;
  // tsx wraps the functions that are passed to the page in calls of `__name`.
  window.__name = (value) => value;

  const look = (type, options, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
      ...options,
    });
  look("event", { durationThreshold: 16 }, (entry) => {
    if (entry.interactionId) bench.presses.push(entry.duration);
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
