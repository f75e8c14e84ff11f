import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPeerInstalled } from "../../scripts/lib/peers.mjs";
import { type FastapiPeer, startFastapi } from "../peers/fastapi/peer";
import { type SpecBackend, startSpecBackend } from "../support/spec-backend/spec-backend";
import { openBrowser } from "./support/browser";
import { newFolder } from "./support/console";
import { entry, expectInAddress, refusals, region, said } from "./support/screen";
import { goTo, isIn } from "./support/sign-in";
import { patiently } from "./support/uncovered";

/**
 * The console, built for a backend at another origin, on a real FastAPI app of which nothing was written
 * for the console. Where FastAPI is not installed, `npm run test:all` says so.
 */
describe.runIf(isPeerInstalled("fastapi"))("With a FastAPI app", { tags: ["peers"] }, () => {
  let folder: string;
  /** Serves the built files. Its own calls are never made. */
  let host: SpecBackend;
  let app: FastapiPeer;

  beforeAll(async () => {
    folder = await newFolder();
    host = await startSpecBackend(folder);
    app = await startFastapi({ app: "plain", console: host.address });
    await buildFor(app.origin, folder);
  });
  afterAll(async () => {
    await Promise.all([app?.stop(), host?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const { newOperator } = openBrowser(() => host.address);

  /** The browser's own message about the health check, whose answer has no CORS headers. */
  const ofHealth = /\/healthz' from origin|net::ERR_FAILED/;

  /** Opens a screen, signed in; with `movesTime` for a test that moves its clock on. */
  async function open(at: string, { movesTime = false } = {}) {
    const { page, context, forgive } = await newOperator();
    forgive(ofHealth);
    await context.addInitScript(
      (token) => {
        // Set once: who signs in has another one.
        localStorage.accessToken ??= token;
      },
      await app.token(),
    );
    if (movesTime) await page.clock.install();
    await page.goto(at);
    await isIn(page);
    await loaded(page);
    return { page, forgive };
  }

  /** The requests that the app has received since the first `since` ones. */
  const requestsSince = async (since: number) => (await app.requests()).slice(since);
  const requestsSoFar = async () => (await app.requests()).length;

  it("an operator signs in, and every screen is there without a notice", async () => {
    const { page, forgive } = await newOperator();
    forgive(ofHealth);
    await page.goto("/login");
    await page.getByRole("link", { name: "Login with Discord" }).click();
    await isIn(page);
    for (const screen of ["Dashboard", "Publishing", "Configuration", "Content Library"]) {
      await goTo(page, screen);
      await loaded(page);
      expect(await page.getByRole("alert").count()).toBe(0);
    }
    expect(host.received()).toBe(0);
  });

  it("a health check without CORS headers is made three times at most, and no server is called lost", async () => {
    const since = await requestsSoFar();
    const { page } = await open("/dashboard/publishing", { movesTime: true });
    const count = async (line: string) =>
      (await requestsSince(since)).filter((one) => one === line).length;
    // Longer than the check's retries, and the time after which a silent server is called lost.
    for (let second = 0; second < 10; second += 1) {
      await page.clock.fastForward(1_000);
      expect(await lostNotice(page).count()).toBe(0);
    }
    for (const screen of ["Content Library", "Publishing"]) {
      await goTo(page, screen);
      await loaded(page);
    }
    // Longer than the pause of a poll.
    await page.clock.fastForward(31_000);
    const polls = () => count("GET /api/v1/publishing/scheduler-status/");
    await expect.poll(polls, patiently).toBeGreaterThan(1);
    await page.clock.fastForward(3_000);
    expect(await lostNotice(page).count()).toBe(0);
    expect(await count("GET /healthz")).toBeLessThanOrEqual(3);
  });

  it("reads that the app redirects are shown", async () => {
    const { page } = await open("/dashboard/publishing");
    await region(page, "Recently Published").getByText("Post number 200").waitFor();
    await goTo(page, "Configuration");
    await entry(await opened(page, "Meme Template Pool Manager"), "Two buttons").waitFor();
  });

  it("a write that the app redirects is sent once, and the operator reads that nothing was done", async () => {
    const { page } = await open("/dashboard/config");
    const pool = await opened(page, "Meme Template Pool Manager");
    await pool.getByRole("button", { name: "Add template" }).click();
    const form = page.getByRole("form", { name: "Meme template" });
    await fill(form, {
      Name: "Zima",
      "Image URL": "/api/media/scarf.png",
      "Usage explanation": "Levo i desno.",
      "Humor explanation": "Zato.",
    });
    const since = await requestsSoFar();
    await form.getByRole("button", { name: "Create Template" }).click();
    expect(await linesOf(form.getByRole("alert"))).toEqual([
      "Failed to create or update template.",
      "The server or the network redirects this call to another address, so nothing was done.",
    ]);
    expect(await lostNotice(page).count()).toBe(0);
    const posts = (await requestsSince(since)).filter((line) => line.startsWith("POST"));
    expect(posts).toEqual(["POST /api/v1/admin/meme-templates/"]);
  });

  it.each([
    ["an object with a message", { "Product name": "Šal" }, "The daily quota is used up."],
    [
      "an object with an error",
      { "Product name": "Šal", "Call to action URL": "https://elsewhere.example.com/" },
      "Links must lead to shop.example.com.",
    ],
    ["a list of sentences", { "Product name": "Wool scarf" }, "Name is taken"],
  ])("a reason that is %s stands in the form", async (_kind, fields, reason) => {
    const { page, forgive } = await open("/dashboard/config");
    forgive(refusals);
    const { form, create } = await newProduct(page, fields);
    await create();
    expect(await linesOf(form.getByRole("alert"))).toEqual(["Failed to create product.", reason]);
  });

  it("an exception that the app does not handle is an answer that cannot be read, not a lost server", async () => {
    const { page, forgive } = await open("/dashboard/publishing");
    forgive(unhandled);
    const queue = region(page, "Content Approval Queue");
    await queue.getByRole("button", { name: "Approve", exact: true }).first().click();
    await said(page, "Failed to approve item.");
    await said(page, `${unread} It may still have gone through.`);
    await goTo(page, "Dashboard");
    await page.getByRole("tab", { name: "By Category" }).click();
    const failure = page.getByRole("tabpanel").getByRole("alert");
    expect((await linesOf(failure)).slice(0, 2)).toEqual([
      "Failed to load category performance data.",
      unread,
    ]);
    expect(await page.getByText(/server (cannot be reached|did not respond)/).count()).toBe(0);
    expect(await lostNotice(page).count()).toBe(0);
  });

  it("an exception is no lost server either if nothing else was asked for a while", async () => {
    const { page, forgive } = await open("/dashboard/publishing", { movesTime: true });
    forgive(unhandled);
    await page.clock.fastForward(5_000);
    const queue = region(page, "Content Approval Queue");
    await queue.getByRole("button", { name: "Approve", exact: true }).first().click();
    await said(page, `${unread} It may still have gone through.`);
  });

  it("the browser asks for permission once for each address, however often it is read", async () => {
    const { page } = await open("/dashboard/publishing", { movesTime: true });
    await goTo(page, "Content Library");
    await loaded(page);
    const since = await requestsSoFar();
    // Longer than the pause of a poll, and than an answer counts as new.
    await page.clock.fastForward(31_000);
    await goTo(page, "Publishing");
    await loaded(page);
    await goTo(page, "Content Library");
    await loaded(page);
    const again = async () => (await requestsSince(since)).filter((line) => !/healthz/.test(line));
    await expect
      .poll(again, patiently)
      .toEqual(
        expect.arrayContaining([
          "GET /api/v1/publishing/content-queue",
          "GET /api/v1/publishing/scheduler-status/",
          "GET /api/v1/admin/content-generation/status",
        ]),
      );
    expect((await again()).filter((line) => line.startsWith("OPTIONS"))).toEqual([]);
  });

  it("a group whose id no number of JavaScript can hold is chosen, and its calls have that id", async () => {
    const since = await requestsSoFar();
    const { page } = await open("/dashboard/content");
    const tile = page.getByRole("button", { name: "Summer" });
    await tile.click();
    await expectInAddress(page, "group", '"1857219384719237122"');
    await loaded(page);
    await page.reload();
    await isIn(page);
    await loaded(page);
    expect(await tile.getAttribute("aria-pressed")).toBe("true");
    expect(await page.getByText("No account groups found").count()).toBe(0);
    const ids = (await requestsSince(since)).flatMap(
      (line) => /account-groups\/(\d+)/.exec(line)?.[1] ?? [],
    );
    expect([...new Set(ids)]).toEqual(["1857219384719237121", "1857219384719237122"]);
  });

  it("what pydantic says of a field stands at the field, in both of its versions", async () => {
    const { page, forgive } = await open("/dashboard/config");
    forgive(refusals);
    const { form, create } = await newProduct(page, { "Product name": "Š".repeat(41) });
    await create();
    const name = form.getByLabel("Product name");
    await said(page, "ensure this value has at most 40 characters");
    expect(await messageAt(name)).toBe("ensure this value has at most 40 characters");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();

    const catalog = region(page, "Product Catalog Manager");
    await catalog.getByRole("button", { name: "Edit" }).click();
    await form.getByLabel("Description").fill("Pleten.");
    await form.getByRole("button", { name: "Update Product" }).click();
    await said(page, "String should have at most 40 characters");
    expect(await messageAt(name)).toBe("String should have at most 40 characters");
    expect(await messageAt(form.getByLabel("Call to action URL"))).toBe(
      "the link must lead to shop.example.com",
    );
  });

  it("what pydantic says of a whole record stands in the form, without a name", async () => {
    const { page, forgive } = await open("/dashboard/config?tab=evergreen");
    forgive(refusals);
    await page.getByRole("tab", { name: "Evergreen Content" }).click();
    await page.getByRole("button", { name: "Add category" }).click();
    const form = page.getByRole("form", { name: "Add category" });
    await form.getByLabel("Category type").selectOption("sales");
    await fill(form, { Name: "Sniženje", "Image posts per day": "0" });
    await form.getByRole("button", { name: "Add category" }).click();
    expect(await linesOf(form.getByRole("alert"))).toEqual([
      "Failed to create category.",
      "a sales category needs at least one image post per day",
    ]);
  });

  it("decimals as texts are figures, and NaN and Infinity are not measured", async () => {
    const { page } = await open("/dashboard/dashboard");
    const rows = page.getByRole("row").filter({ hasText: "Published post number" });
    const figures = async (index: number) =>
      (await rows.nth(index).getByRole("cell").allInnerTexts()).slice(3);
    await rows.first().waitFor();
    expect([await figures(0), await figures(1), await figures(2)]).toEqual([
      ["1.5K", "—", "60", "4", "2", expect.stringMatching(/^5\.50%/)],
      ["2K", "—", "60", "0", "2", "—"],
      ["1.5K", "—", "—", "4", "—", expect.stringMatching(/^5\.50%/)],
    ]);
  });

  it("a list that is null is empty", async () => {
    const { page } = await open("/dashboard/content");
    await said(page, "This group has no content categories.");
    await goTo(page, "Publishing");
    await said(page, "No image/video posts have failed.");
    await loaded(page);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("times are the same, however the app writes them", async () => {
    const { page } = await open("/dashboard/publishing");
    const published = region(page, "Recently Published").getByRole("listitem");
    await published.first().waitFor();
    const times = published.locator("time:first-child");
    expect(await times.count()).toBe(6);
    // How a time is written depends on the day of the test.
    expect(new Set(await times.allInnerTexts()).size).toBe(1);
    for (const time of await times.all()) {
      expect(await time.getAttribute("datetime")).toBe("2026-12-05T09:00:00.000Z");
    }
  });

  it.each([
    ["a session that is over", () => app.endAllSessions()],
    ["a proxy that removes the token", () => app.dropAuthorization(true)],
  ])("%s: 403 offers to sign in again, and what was typed stays", async (_why, end) => {
    const { page, forgive } = await open("/dashboard/config");
    forgive(refusals);
    const { create } = await newProduct(page, { "Product name": "Šal za dvoje" });
    await end();
    await create();
    await page.getByRole("link", { name: "Sign in again" }).waitFor();
    await app.dropAuthorization(false);
    await page.getByRole("link", { name: "Sign in again" }).click();
    // The form is open again, and hides the rest of the page from assistive technology.
    const name = page.getByRole("form", { name: "Product" }).getByLabel("Product name");
    await expect.poll(() => name.inputValue(), patiently).toBe("Šal za dvoje");
  });

  it("a token that is no longer valid leads to the login screen", async () => {
    const { page, context, forgive } = await newOperator();
    forgive(ofHealth);
    forgive(refusals);
    // Reads that begin before the groups are refused.
    forgive(/SafeError: .+: session/);
    await context.addInitScript(() => {
      localStorage.accessToken = "of-yesterday";
    });
    await page.goto("/dashboard/publishing");
    await page.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();
  });

  it("a 503 with a reason is an answer", async () => {
    const { page, forgive } = await open("/dashboard/publishing");
    forgive(/status of 503/);
    const queue = region(page, "Content Approval Queue");
    await queue.getByRole("button", { name: "Reject", exact: true }).first().click();
    await said(page, "Failed to reject item.");
    await said(page, /^The queue is being moved to another server\./);
    expect(await lostNotice(page).count()).toBe(0);
  });

  it("with CORSMiddleware around the whole app, an exception is an answer", async () => {
    const { port } = app;
    await app.stop();
    app = await startFastapi({ app: "outermost", console: host.address, port });
    const { page, forgive } = await open("/dashboard/publishing");
    forgive(/status of 500/);
    const queue = region(page, "Content Approval Queue");
    await queue.getByRole("button", { name: "Approve", exact: true }).first().click();
    await said(page, "The server responded with status 500. It may still have gone through.");
  });
});

/** The browser's own message about an answer without CORS headers. */
const unhandled =
  /blocked by CORS policy|net::ERR_FAILED|status of (404|500)|SafeError: .+: hidden/;

const unread =
  "The server's answer to this call could not be read. It may be an error without CORS headers.";

/** Waits until nothing is loading. */
const loaded = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));

/** The band that says that the server cannot be reached. */
const lostNotice = (page: Page) => page.getByText("Cannot reach the server");

/** Returns the lines of a message. */
async function linesOf(alert: Locator) {
  await alert.waitFor();
  return (await alert.allInnerTexts()).join("\n").split("\n").filter(Boolean);
}

/** The message that belongs to a field. */
const messageAt = (field: Locator) =>
  field.evaluate((element) => {
    const ids =
      element.getAttribute("aria-errormessage") ?? element.getAttribute("aria-describedby");
    return (ids ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ")
      .trim();
  });

async function fill(place: Locator, fields: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(fields)) {
    await place.getByLabel(label, { exact: true }).fill(text);
  }
}

/** A section of the configuration, unfolded. */
async function opened(page: Page, title: string) {
  const section = region(page, title);
  const fold = section.getByRole("button", { name: title });
  if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click();
  return section;
}

/** Fills in the form of a new product. */
async function newProduct(page: Page, fields: Readonly<Record<string, string>>) {
  await region(page, "Product Catalog Manager")
    .getByRole("button", { name: "Add product" })
    .click();
  const form = page.getByRole("form", { name: "Product" });
  await fill(form, { "Product image URL": "https://images.example.com/scarf.png", ...fields });
  await form.getByLabel("Description").fill("Pleten od merino vune.");
  return { form, create: () => form.getByRole("button", { name: "Create Product" }).click() };
}

/** Builds the console for a backend at this origin into a folder. */
async function buildFor(origin: string, folder: string) {
  const vite = "node_modules/vite/bin/vite.js";
  const build = spawn(process.execPath, [vite, "build", "--outDir", folder, "--logLevel", "warn"], {
    env: { ...process.env, NODE_ENV: "production", VITE_API_HOST: origin },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(build, "close");
  if (code !== 0) throw new Error("The console could not be built.");
}
