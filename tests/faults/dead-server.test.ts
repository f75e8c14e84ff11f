import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../e2e/support/browser";
import { type RunningConsole, startConsole } from "../e2e/support/console";
import { type Seen, status } from "../support/fault-proxy/fault";
import { expectAtMost, expectNone, times } from "./support/figures";
import { settled } from "./support/screens";

let running: RunningConsole;
let group: number;

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
  const [first] = await running.read<{ id: number }[]>("publishing/account-groups");
  group = first?.id ?? 0;
});
afterEach(async () => {
  running.proxy.clear();
  await running.proxy.up();
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

/** The screens that poll, with the URLs that each polls. */
const screens = [
  {
    title: "Content Library",
    at: "/dashboard/content",
    polled: [/\/admin\/content-generation\/status/, /\/categories\/\d+\/items/],
  },
  {
    title: "Publishing",
    at: "/dashboard/publishing?tab=text",
    polled: [
      /\/content-queue\?/,
      /\/scheduled-posts\?/,
      /\/scheduler-status/,
      /\/failed-work\//,
      /\/publishing\/activity\?/,
    ],
  },
  {
    title: "Configuration",
    at: "/dashboard/config?tab=integrations",
    polled: [/\/account-groups\/\d+\/integrations/],
  },
] as const;

type Screen = (typeof screens)[number];
type Watched = { readonly page: Page; readonly screen: Screen };

const banner = /^Cannot reach the server\. Last data from/;

/**
 * Opens every screen in a window of its own, because one in the background does not poll. The
 * clocks can be advanced.
 */
const openAll = () =>
  Promise.all(
    screens.map(async (screen): Promise<Watched> => {
      const { page, context, forgive } = await newOperator({
        at: "/dashboard/config",
        underFaults: true,
      });
      // Parts further down may not have loaded their code before the faults.
      forgive(/^ChunkLoadError: /);
      await context.addInitScript(noteBanners);
      await page.clock.install();
      await page.goto(addressOf(screen));
      await settled(page, screen);
      return { page, screen };
    }),
  );

const addressOf = ({ at }: Screen) => `${at}${at.includes("?") ? "&" : "?"}group=${group}`;

/** Runs in the page: records whether the banner was ever shown, however briefly. */
function noteBanners() {
  new MutationObserver(() => {
    if (document.body?.textContent.includes("Cannot reach the server")) {
      document.documentElement.dataset.hadBanner = "";
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/**
 * Advances the clocks in steps, between which the network has time; they also run by themselves.
 * An answer in flight would be too late by the page's clock, so each step waits for it. In the full
 * run a step is shorter than the time after which the console calls a server lost.
 */
const pass = (seconds: number, watched: readonly Watched[], step = times(5, 1.5)) =>
  Promise.all(
    watched.map(async ({ page }) => {
      const now = () => page.evaluate(() => Date.now());
      const end = (await now()) + seconds * 1_000;
      while ((await now()) + step * 1_000 <= end) {
        const asked = running.proxy.log.length;
        await page.clock.runFor(step * 1_000);
        await sleep(25);
        await expect
          .poll(() => running.proxy.log.slice(asked).every(isAnswered), { interval: 10 })
          .toBe(true);
      }
    }),
  );

/** Answered, or hit by a fault so that it never will be. */
const isAnswered = ({ servedStatus, fault }: Seen) =>
  servedStatus !== undefined || fault !== undefined;

const isPolled = ({ path }: Seen) =>
  screens.some(({ polled }) => polled.some((one) => one.test(path)));
const isOfApi = ({ path }: Seen) => path.startsWith("/api/") || path === "/healthz";
const hang = { kind: "hang", isServed: false } as const;

type Death = {
  readonly how: string;
  readonly begin: () => Promise<void> | void;
  /** No call succeeds, so the console says that the server is lost. */
  readonly isTotal: boolean;
};

const deaths: readonly Death[] = [
  { how: "refuses connections", begin: () => running.proxy.down(), isTotal: true },
  {
    how: "answers 503 to what is polled",
    begin: () => void running.proxy.rule(isPolled, status(503)),
    isTotal: false,
  },
  {
    how: "hangs",
    begin: () => void running.proxy.rule(isOfApi, hang),
    isTotal: true,
  },
  {
    how: "answers 502 to everything",
    begin: () => void running.proxy.rule(isOfApi, status(502)),
    isTotal: true,
  },
  {
    how: "answers 500 to what is polled",
    begin: () => void running.proxy.rule(isPolled, status(500)),
    isTotal: false,
  },
  {
    how: "hangs on what is polled",
    begin: () => void running.proxy.rule(isPolled, hang),
    isTotal: false,
  },
];

/** Counts requests in the browser, because the proxy does not see a refused connection. */
function countRequests({ page }: Watched) {
  const counts = new Map<string, number>();
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() !== "GET" || !isOfApi({ path: pathname } as Seen)) return;
    const path = pathname + search;
    counts.set(path, (counts.get(path) ?? 0) + 1);
  });
  return counts;
}

const most = (
  counts: readonly ReadonlyMap<string, number>[],
  isCounted: (path: string) => boolean,
) =>
  Math.max(
    0,
    ...counts.flatMap((of) =>
      [...of].filter(([path]) => isCounted(path)).map(([, count]) => count),
    ),
  );

/**
 * Returns the seconds of the page's clock until the banner is gone and every polled URL is answered
 * again.
 */
async function recovery({ page, screen }: Watched, since: number) {
  const isRenewed = () =>
    screen.polled.every((one) =>
      running.proxy.log
        .slice(since)
        .some(
          ({ path, servedStatus }) =>
            one.test(path) && (servedStatus === 200 || servedStatus === 304),
        ),
    );
  for (let seconds = 0; seconds <= 120; seconds++) {
    const isSaid = (await page.getByText(banner).count()) > 0;
    const isFailed = (await page.getByText(/^Failed to fetch/).count()) > 0;
    if (!isSaid && !isFailed && isRenewed()) return seconds;
    await page.clock.runFor(1_000);
    await sleep(25);
  }
  return Number.POSITIVE_INFINITY;
}

describe("A server that is dead for ten minutes", () => {
  it.each(deaths.slice(0, times(1, deaths.length)))(
    "is not flooded with requests when it $how, and is found again automatically",
    async ({ how, begin, isTotal }) => {
      const watched = await openAll();
      const counts = watched.map(countRequests);
      await begin();
      // 1.5 s is shorter than the 2 s after a lost call in which the console checks the server's
      // health before it calls the server lost.
      await pass(600, watched, isTotal ? undefined : 1.5);

      const isHealth = (path: string) => path === "/healthz";
      expectAtMost({
        what: `Requests of one query in 10 minutes to a server that ${how}, the most of all queries of ${screens.length} screens that poll (clocks of the pages turned)`,
        figure: most(counts, (path) => !isHealth(path)),
        atMost: 6,
      });
      expectAtMost({
        what: `Times that one tab asked for the health of a server that ${how}, in 10 minutes`,
        figure: most(counts, isHealth),
        atMost: 40,
      });
      for (const { page } of watched) {
        expect(await page.getByText(banner).count()).toBe(isTotal ? 1 : 0);
      }
      if (!isTotal) return;
      running.proxy.clear();
      await running.proxy.up();
      const since = running.proxy.log.length;
      const seconds = await Promise.all(watched.map((one) => recovery(one, since)));
      expectAtMost({
        what: `Until every screen is renewed, without a click, after a server that ${how} is back`,
        figure: Math.max(...seconds),
        atMost: 35,
        unit: " s",
      });
    },
  );

  it("is found by screens that were opened while it was dead", async () => {
    const watched = await openAll();
    running.proxy.rule(isOfApi, { kind: "cut", when: "before" });
    await Promise.all(
      watched.map(async ({ page, screen }) => {
        await page.goto(addressOf(screen));
        await page.getByText(banner).waitFor();
      }),
    );
    await pass(60, watched);
    running.proxy.clear();
    const since = running.proxy.log.length;
    const seconds = await Promise.all(watched.map((one) => recovery(one, since)));
    expectAtMost({
      what: "Until every screen that was opened while the server was dead is there, without a click, once it is back",
      figure: Math.max(...seconds),
      atMost: 35,
      unit: " s",
    });
    for (const { page, screen } of watched) await settled(page, screen);
  });
});

/**
 * Turns a page's clock until it sends a request. Second by second: in one turn of 31 s, a request that is
 * sent at its beginning would reach the end of the console's patience.
 */
async function untilAsked(page: Page) {
  let isAsked = false;
  page.once("request", () => {
    isAsked = true;
  });
  while (!isAsked) await page.clock.runFor(1_000);
}

describe("A server that is away for a moment", () => {
  it("is not called lost", async () => {
    const watched = await openAll();
    const blips = times(2, 40);
    const wrong: string[] = [];
    for (let blip = 0; blip < blips; blip++) {
      // Every screen has a polling request in flight when the connections are cut.
      running.proxy.delayAnswers(10_000);
      await Promise.all(watched.map(({ page }) => untilAsked(page)));
      const failed = watched.map(({ page }) => page.waitForEvent("requestfailed"));
      await running.proxy.down();
      await sleep(300);
      // First: a request of the moment in between would wait for its answer, too long for the console.
      running.proxy.delayAnswers(0);
      await running.proxy.up();
      await Promise.all(failed);
      await sleep(3_000);
      for (const { page, screen } of watched) {
        const hadBanner = await page.evaluate(
          () => document.documentElement.dataset.hadBanner !== undefined,
        );
        const stale = page.getByText(/^Failed to .* Showing/);
        const isStale = (await stale.count()) > 0;
        if (hadBanner || isStale) {
          const called = hadBanner ? "the server lost" : await stale.first().textContent();
          wrong.push(`${screen.title}, blip ${blip + 1}: ${called}`);
        }
        await page.evaluate(() => delete document.documentElement.dataset.hadBanner);
      }
    }
    expectNone({
      what: `Times that a screen called the server lost or its data old, for ${blips} blips of 300 ms on ${screens.length} screens`,
      wrong,
    });
  });

  it("again and again is not flooded, and the screens are up to date in the end", async () => {
    const watched = await openAll();
    const counts = watched.map(countRequests);
    const flaps = times(2, 12);
    for (let flap = 0; flap < flaps; flap++) {
      await running.proxy.down();
      await pass(5, watched, 0.5);
      await running.proxy.up();
      await pass(4, watched, 0.5);
    }
    expectAtMost({
      what: `Requests of one query each time that the server comes and goes, ${flaps} times, 5 s away and 4 s there`,
      figure: most(counts, (path) => path !== "/healthz") / flaps,
      atMost: 4,
    });
    const since = running.proxy.log.length;
    const seconds = await Promise.all(watched.map((one) => recovery(one, since)));
    expectAtMost({
      what: "Until every screen is renewed after the last time",
      figure: Math.max(...seconds),
      atMost: 35,
      unit: " s",
    });
    for (const { page, screen } of watched) await settled(page, screen);
  });
});
