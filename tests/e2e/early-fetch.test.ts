import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";

let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 0.001 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const groups = "/api/v1/publishing/account-groups";

/** A browser that is signed in before its first page loads. */
async function signedIn(token = running.token) {
  const { context, forgive } = await newOperator();
  await context.addInitScript((text) => {
    // The empty page of a new tab has no storage.
    if (location.protocol !== "about:") localStorage.setItem("accessToken", text);
  }, token);
  return { context, forgive };
}

/** The paths of the calls that the server has been asked for since `begin`. */
const callsSince = (begin: number) =>
  running.proxy.log
    .slice(begin)
    .map(({ path }) => path)
    .filter((path) => path.startsWith("/api/"));

const repeated = (paths: readonly string[]) =>
  paths.filter((path, index) => paths.indexOf(path) !== index);

const screens = [
  ["/dashboard/content", "Content Library"],
  ["/dashboard/content?group=2", "Content Library"],
  ["/dashboard/publishing", "Publishing"],
  ["/dashboard/dashboard?group=2&sort=likes", "Dashboard"],
  ["/dashboard/config?tab=direct&group=3", "Configuration"],
] as const;

describe("The first calls of a screen", () => {
  it.each(screens)("%s: the groups before the console's code runs, all once", async (at, title) => {
    const { context } = await signedIn();
    const begin = running.proxy.log.length;
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/index-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(at, { waitUntil: "commit" });
    await expect.poll(() => callsSince(begin)).toEqual([groups]);
    release();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    expect(repeated(callsSince(begin))).toEqual([]);
    expect(await page.evaluate(() => window.earlyResponses?.byUrl.size)).toBe(0);
  });

  it.each(screens)("%s: made once, also if the code is faster", async (at, title) => {
    const { context } = await signedIn();
    const begin = running.proxy.log.length;
    const end = running.proxy.rule(({ path }) => path === groups, {
      kind: "delay",
      milliseconds: 1_000,
    });
    const page = await context.newPage();
    await page.goto(at, { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    end();
    expect(repeated(callsSince(begin))).toEqual([]);
  });

  it("lead to the sign-in question if the session is over", async () => {
    const { context, forgive } = await signedIn("no-longer-valid");
    forgive(/status of 401/);
    const page = await context.newPage();
    await page.goto("/dashboard/content");
    await page.getByRole("heading", { name: "Admin Login" }).waitFor();
  });

  it("are not made on the login page", async () => {
    const { context, forgive } = await signedIn();
    forgive(/ERR_FAILED/);
    const begin = running.proxy.log.length;
    const page = await context.newPage();
    await page.route(/\/assets\/index-/, (route) => route.abort());
    await page.goto("/login");
    await page.waitForLoadState("networkidle");
    expect(callsSince(begin)).toEqual([]);
  });
});
