import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../e2e/support/browser";
import { type RunningConsole, startConsole, tokenFrom } from "../e2e/support/console";
import { type Seen, status } from "../support/fault-proxy/fault";
import { seededRandom } from "../support/random";
import { expectNone, seed, times } from "./support/figures";
import { screens, settled } from "./support/screens";

let running: RunningConsole;
/** Tokens of two valid sessions: every refusal in these tests comes from the proxy. */
let tokens: readonly [string, string];

beforeAll(async () => {
  running = await startConsole({ seed: true });
  tokens = [running.token, await tokenFrom(running.address)];
});
afterEach(() => running.proxy.clear());
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);
const random = seededRandom(seed);

/** Chooses `count` of them at random. */
function someOf<T>(all: readonly T[], count: number): readonly T[] {
  const left = [...all];
  while (left.length > count) left.splice(random.between(0, left.length - 1), 1);
  return left;
}

const isApi = ({ path }: Seen) => path.startsWith("/api/v1/");
const isGroupList = (path: string) => path === "/api/v1/publishing/account-groups";

/**
 * Opens two tabs of one browser in the first session. The other tab changes the session, which
 * `page` has to follow.
 */
async function twoTabs() {
  const operator = await newOperator({ underFaults: true });
  const { page } = operator;
  const other = await operator.newTab();
  await page.goto("/login");
  await other.goto("/login");
  await keepToken(other, tokens[0]);
  return { ...operator, other };
}

/**
 * Stores or removes the token, as the sign-in's callback and a logout do: all other tabs are
 * notified.
 */
const keepToken = (tab: Page, token: string | undefined) =>
  tab.evaluate(
    (kept) =>
      kept === undefined
        ? localStorage.removeItem("accessToken")
        : localStorage.setItem("accessToken", kept),
    token,
  );

/** Refuses the API calls at these positions, counted from 0. @returns the refused paths */
function refuseCalls(isRefused: (place: number) => boolean) {
  const refused: string[] = [];
  let place = 0;
  running.proxy.rule(isApi, ({ path }) => {
    if (!isRefused(place++)) return undefined;
    refused.push(path);
    return status(401);
  });
  return refused;
}

const loginTitle = { title: "Admin Login" };
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Session expired" });
/** By selector: elements behind a dialog have no role. */
const titleOf = (page: Page) => page.locator("main h1").first();
const headingsOf = (page: Page) => page.locator("main :is(h1, h2, h3)").allInnerTexts();
const failuresOn = (page: Page) => page.getByText(/^Failed to|session has expired/i).count();

/** Tells the page that the network is back, so that it refetches what it shows. */
const refetchAll = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("online")));

describe("A 401", () => {
  it("at any call of any screen ends no valid session, opens one dialog, and loses nothing", async () => {
    const { page, other } = await twoTabs();
    await page.clock.install();
    const wrong: string[] = [];
    const polled: string[] = [];
    let loads = 0;

    for (const screen of someOf(screens, times(3, screens.length))) {
      running.proxy.clear();
      await keepToken(other, tokens[0]);
      const before = running.proxy.log.length;
      await page.goto(screen.at);
      await settled(page, screen);
      await page.waitForLoadState("networkidle");
      const whole = await headingsOf(page);
      const calls = running.proxy.log.slice(before).filter(isApi).length;
      const every = Array.from({ length: calls }, (_, place) => place);
      const cases = every.flatMap((place) => [
        { what: `at call ${place}`, isRefused: (at: number) => at === place },
        { what: `from call ${place} on`, isRefused: (at: number) => at >= place },
      ]);

      for (const { what, isRefused } of someOf(cases, times(1, cases.length))) {
        loads++;
        running.proxy.clear();
        await keepToken(other, tokens[0]);
        const refused = refuseCalls(isRefused);
        const note = (text: string) => wrong.push(`${screen.name}, 401 ${what}: ${text}`);
        await page.goto(screen.at);
        await expect.poll(() => refused.length, { message: what }).toBeGreaterThan(0);

        if (refused.some(isGroupList)) {
          await settled(page, loginTitle).catch(() => note("no login screen"));
          continue;
        }
        await dialogOf(page)
          .waitFor()
          .catch(() => note(`no dialog, but ${page.url()}`));
        const dialogs = await page.getByRole("dialog").count();
        if (dialogs !== 1) note(`${dialogs} dialogs`);
        if ((await titleOf(page).textContent()) !== screen.title) note("the page is gone");
        await page.waitForLoadState("networkidle");
        polled.push(...(await askedInTwoMinutes(page)).map((path) => `${screen.name}: ${path}`));

        running.proxy.clear();
        await keepToken(other, tokens[1]);
        await dialogOf(page)
          .waitFor({ state: "hidden" })
          .catch(() => note("the dialog stays"));
        await settled(page, screen).catch(() => note("the screen does not complete"));
        if ((await failuresOn(page)) > 0) note("a failure stays");
        const now = await headingsOf(page);
        if (now.join() !== whole.join()) note(`[${now}] in the place of [${whole}]`);
      }
    }
    expectNone({ what: `Sessions lost or asked for wrongly, ${loads} loads with a 401`, wrong });
    expectNone({ what: "Calls sent in the two minutes after a session expired", wrong: polled });
  });

  it("loses no typed text, neither before the new session nor after", async () => {
    const { page, other } = await twoTabs();
    const wrong: string[] = [];
    let fields = 0;
    const forms = [
      ...screens.filter(({ at }) => at.includes("/config")),
      { name: "New group", at: "/dashboard/content?dialog=new-group", title: "Content Library" },
      { name: "New item", at: "/dashboard/content?dialog=new-item", title: "Content Library" },
    ];
    for (const screen of someOf(forms, times(2, forms.length))) {
      running.proxy.clear();
      await keepToken(other, tokens[0]);
      await page.goto(screen.at);
      await page.locator("main h1").waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      await page.evaluate(() => sessionStorage.clear());
      const typed = await fillTexts(page);
      fields += Object.keys(typed).length;

      refuseCalls(() => true);
      await refetchAll(page);
      await dialogOf(page).waitFor();
      compare("while it is expired", await textsIn(page));
      running.proxy.clear();
      const asked = running.proxy.log.length;
      await keepToken(other, tokens[1]);
      await dialogOf(page).waitFor({ state: "hidden" });
      await expect.poll(() => running.proxy.log.length).toBeGreaterThan(asked);
      await page.waitForLoadState("networkidle");
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      compare("in the new session", await textsIn(page));

      function compare(when: string, now: Record<string, string>) {
        for (const [name, text] of Object.entries(typed)) {
          if (now[name] !== text) wrong.push(`${screen.name}, ${name}, ${when}: ${now[name]}`);
        }
      }
    }
    expect(fields).toBeGreaterThan(2);
    expectNone({ what: `Typed texts lost to an expired session, ${fields} fields`, wrong });
  });
});

describe("A logout in another tab", () => {
  it("leaves nothing of any screen, loaded or still loading, nor of typed text", async () => {
    const { page, other } = await twoTabs();
    const wrong: string[] = [];
    let texts = 0;
    await settled(page, loginTitle);
    const ofLogin = await everythingOn(page);
    for (const screen of someOf(screens, times(2, screens.length))) {
      for (const isLoading of [false, true]) {
        running.proxy.clear();
        await keepToken(other, tokens[0]);
        await page.goto(screen.at);
        await settled(page, screen);
        await fillTexts(page);
        const shown = (await wordsOn(page)).filter((text) => !ofLogin.includes(text));
        texts += shown.length;
        if (isLoading) {
          // Answers after the logout must not bring data back.
          running.proxy.delayAnswers(300);
          const asked = running.proxy.log.length;
          await refetchAll(page);
          await expect.poll(() => running.proxy.log.length).toBeGreaterThan(asked);
        }
        await keepToken(other, undefined);
        await settled(page, loginTitle);
        if (isLoading) await page.waitForTimeout(600);
        const left = await everythingOn(page);
        const when = `${screen.name}${isLoading ? ", loading" : ""}`;
        wrong.push(
          ...shown.filter((text) => left.includes(text)).map((text) => `${when}: ${text}`),
        );
        await page.evaluate(() => history.back());
        await page.waitForTimeout(100);
        await settled(page, loginTitle).catch(() => wrong.push(`${when}: Back leads in again`));
      }
    }
    expect(texts).toBeGreaterThan(100);
    expectNone({ what: `Texts left by a logout in another tab, ${texts} looked for`, wrong });
  });
});

describe("Another person who signs in in another tab", () => {
  /** Names the session of a request; the name is put into every text of its answer. */
  const nameOf = ({ headers }: Seen) =>
    headers.authorization === `Bearer ${tokens[0]}` ? "Ana" : "Boris";
  const signTexts = () =>
    running.proxy.rule(isApi, (request) =>
      request.method === "GET"
        ? { kind: "rewrite", change: (reply) => signed(reply, nameOf(request)) }
        : undefined,
    );

  it("sees nothing of the previous session in the first tab, and never a mixture", async () => {
    const { page, other } = await twoTabs();
    const wrong: string[] = [];
    let tabs = 0;
    for (const screen of someOf(screens, times(2, screens.length))) {
      for (const wasExpired of [false, true]) {
        tabs++;
        const note = (text: string) =>
          wrong.push(`${screen.name}${wasExpired ? ", expired" : ""}: ${text}`);
        running.proxy.clear();
        signTexts();
        await keepToken(other, tokens[0]);
        await page.goto("/dashboard/publishing?tab=text");
        await settled(page, { title: "Publishing" });
        await page.goto(screen.at);
        await settled(page, screen);
        await page.waitForFunction(() => document.body.textContent?.includes("Ana|"));
        await page.evaluate(watchForMixture);
        if (wasExpired) {
          refuseCalls(() => true);
          await refetchAll(page);
          await dialogOf(page).waitFor();
          running.proxy.clear();
          signTexts();
        }
        running.proxy.delayAnswers(200);
        await keepToken(other, tokens[1]);
        await page
          .waitForFunction(() => document.body.textContent?.includes("Boris|"), undefined, {
            timeout: 5_000,
          })
          .catch(() => note("nothing is read again"));
        await settled(page, screen);
        const left = await everythingOn(page);
        if (left.includes("Ana|")) note("the first one's data is left");
        if (await page.evaluate(() => "mixture" in window)) note("both are seen at once");
      }
    }
    expectNone({ what: `Data of the session before, ${tabs} tabs taken over`, wrong });
  });

  it("finds nothing of the previous session on screens left before, nor on a page that Back restores", async () => {
    const { page, other } = await twoTabs();
    const wrong: string[] = [];
    signTexts();
    await page.goto("/dashboard/content");
    await settled(page, { title: "Content Library" });
    const goThere = (name: string) =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
    await goThere("Publishing");
    await settled(page, { title: "Publishing" });
    await keepToken(other, tokens[1]);
    await page.waitForFunction(() => document.body.textContent?.includes("Boris|"));
    await settled(page, { title: "Publishing" });
    // All answers are held back, so the screen can only show cached data.
    running.proxy.rule(isApi, { kind: "hang", isServed: false });
    await goThere("Content Library");
    await page.waitForTimeout(500);
    if ((await everythingOn(page)).includes("Ana|")) wrong.push("on a screen that was left");

    running.proxy.clear();
    signTexts();
    await keepToken(other, tokens[0]);
    await page.goto("/dashboard/content");
    await settled(page, { title: "Content Library" });
    await page.evaluate(() => {
      window.addEventListener("pageshow", ({ persisted }) => {
        if (persisted)
          sessionStorage.setItem("revived", document.documentElement.hidden ? "unseen" : "seen");
      });
    });
    await page.goto(`${running.address}/healthz`);
    await keepToken(other, tokens[1]);
    await page.evaluate(() => history.back());
    await settled(page, { title: "Content Library" });
    await page.waitForFunction(() => document.body.textContent?.includes("Boris|"));
    if ((await everythingOn(page)).includes("Ana|")) wrong.push("on a page that Back revived");
    const revived = await page.evaluate(() => sessionStorage.getItem("revived"));
    if (revived !== "unseen") wrong.push(`on a page that Back revived, for a moment: ${revived}`);
    expectNone({ what: "Data of the session before, in what was put aside", wrong });
  });
});

describe("A token", () => {
  const invalidTokens = [
    "two lines\nof it",
    "x\r\nX-Injected: 1",
    "nul\0",
    "токен",
    "caffé",
    "💥",
    "two words",
    " ",
    "Bearer",
    "null",
    '{"alg":"none"}',
    "x".repeat(3_000),
    "x".repeat(100_000),
  ];

  it("that is invalid, from storage or from the callback, opens no session and breaks nothing", async () => {
    const { page } = await newOperator({ underFaults: true });
    const wrong: string[] = [];
    for (const [at, token] of invalidTokens.entries()) {
      const note = (text: string) => wrong.push(`token ${at}, ${text}`);
      await page.goto("/login");
      await keepToken(page, token);
      await page.goto("/dashboard/content");
      await settled(page, loginTitle).catch(() => note("kept, is no sign-out"));

      await keepToken(page, undefined);
      await page.goto("/login");
      const response = await page
        .goto(`/auth/callback?token=${encodeURIComponent(token)}`)
        .catch(() => undefined);
      if (response?.ok()) {
        await settled(page, loginTitle).catch(() => note("given back, is no sign-out"));
      } else if (token.length < 10_000) {
        // A URL that is too long is refused before the console sees it.
        note("given back, is not answered");
      }
    }
    const injected = running.proxy.log.filter(({ headers }) => "x-injected" in headers);
    wrong.push(...injected.map(({ path }) => `a header of its own at ${path}`));
    expectNone({
      what: `Tokens that are none and were taken, ${invalidTokens.length * 2} placed`,
      wrong,
    });
  });

  it("is not in the history, a Referer, a screen, the console or any storage but its own", async () => {
    const begin = running.proxy.log.length;
    const { page, context } = await newOperator({
      signsIn: true,
      at: "/dashboard/content",
      underFaults: true,
    });
    const said: string[] = [];
    context.on("console", (message) => said.push(message.text()));
    const token = (await page.evaluate(() => localStorage.getItem("accessToken"))) ?? "";
    expect(token.length).toBeGreaterThan(100);
    const found: string[] = [];
    const look = (text: string, where: string) => text.includes(token) && found.push(where);
    let places = 0;
    for (const screen of someOf(screens, times(2, screens.length))) {
      await page.goto(screen.at);
      await settled(page, screen);
      for (const [where, text] of Object.entries(await tracesOn(page))) {
        places++;
        look(text, `${screen.name}: ${where}`);
      }
    }
    const devtools = await context.newCDPSession(page);
    const { entries } = await devtools.send("Page.getNavigationHistory");
    look(JSON.stringify(entries), "the history");
    look(said.join("\n"), "the browser's console");
    look(JSON.stringify(await context.cookies()), "a cookie");
    for (const { path, headers } of running.proxy.log.slice(begin)) {
      const { authorization: _own, ...others } = headers;
      look(JSON.stringify(others), `a header of ${path.split("?")[0]}`);
      if (!path.startsWith("/auth/callback?")) look(path, `the address of ${path.split("?")[0]}`);
    }
    // Proves that the search works: the callback's URL contains the token.
    expect(running.proxy.log.slice(begin).some(({ path }) => path.includes(token))).toBe(true);
    expectNone({ what: `Tokens found where none belongs, ${places + 4} places`, wrong: found });
  });
});

/** Returns every part of a page where a token could be left behind, by name. */
const tracesOn = (page: Page) =>
  page.evaluate(async (selector) => {
    const { accessToken: _own, ...kept } = { ...localStorage };
    const fields = [...document.querySelectorAll<HTMLInputElement>(selector)];
    return {
      "the screen": document.documentElement.outerHTML,
      fields: fields.map(({ value }) => value).join("\n"),
      "the address": location.href,
      "the state of the history": JSON.stringify(history.state),
      "the page before": document.referrer,
      "the window's name": window.name,
      localStorage: JSON.stringify(kept),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      cookies: document.cookie,
      indexedDB: JSON.stringify(await indexedDB.databases()),
      caches: JSON.stringify(await caches.keys()),
    };
  }, textFields);

/** Puts a name before every text for people; dates, URLs and keywords stay. */
function signed(reply: unknown, name: string): unknown {
  if (Array.isArray(reply)) return reply.map((one) => signed(one, name));
  if (typeof reply !== "object" || reply === null) return reply;
  return Object.fromEntries(
    Object.entries(reply).map(([key, value]) => [
      key,
      typeof value === "string" && /name$|text|description|title|prompt/.test(key)
        ? `${name}|${value}`
        : signed(value, name),
    ]),
  );
}

/** Runs in the page: records if texts of two sessions are visible at once. */
function watchForMixture() {
  new MutationObserver(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not seen
    const seen = document.body.innerText;
    if (seen.includes("Ana|") && seen.includes("Boris|")) Object.assign(window, { mixture: true });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/**
 * Returns the lines on the screen and the typed texts, without short ones, which any screen may
 * have.
 */
const wordsOn = (page: Page) =>
  page.evaluate((selector) => {
    const values = [...document.querySelectorAll<HTMLInputElement>(selector)].map((it) => it.value);
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not seen
    const lines = (document.querySelector("main")?.innerText ?? "").split("\n");
    return [...new Set([...lines, ...values])].filter((text) => text.trim().length > 7);
  }, textFields);

/** Returns all texts of a page, visible or not, and the typed texts that it keeps. */
const everythingOn = (page: Page) =>
  page.evaluate(
    (selector) =>
      [
        document.title,
        document.body.textContent,
        // biome-ignore lint/performance/useDomNodeTextContent: also as CSS transforms the letters
        document.body.innerText,
        ...[...document.querySelectorAll<HTMLInputElement>(selector)].map((it) => it.value),
        ...Object.values(sessionStorage),
      ].join("\n"),
    textFields,
  );

/** Returns the API calls of a page while two minutes pass and its window is focused again. */
async function askedInTwoMinutes(page: Page) {
  const before = running.proxy.log.length;
  await page.clock.fastForward(120_000);
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForTimeout(100);
  return running.proxy.log
    .slice(before)
    .filter(isApi)
    .map(({ path }) => path);
}

/** Selects the fields that take any text and are not secret. */
const textFields = 'textarea, input:is([type="text"], :not([type]))';

async function fillTexts(page: Page) {
  const fields = page.locator(`:is(${textFields}):visible`);
  const typed = (at: number) => `Otkucano ${at}`;
  const count = await fields.count();
  for (let at = 0; at < count; at++) {
    if (await fields.nth(at).isEditable()) await fields.nth(at).fill(typed(at));
  }
  return textsIn(page);
}

const textsIn = (page: Page) =>
  page.evaluate(
    (selector) =>
      Object.fromEntries(
        [...document.querySelectorAll<HTMLInputElement>(selector)]
          .filter((field) => field.checkVisibility())
          .map((field, at) => [
            `${at} ${field.name || field.labels?.[0]?.textContent}`,
            field.value,
          ]),
      ),
    textFields,
  );
