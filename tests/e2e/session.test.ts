import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { goTo, signIn } from "./support/sign-in";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ seed: true });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

describe("Signing in", () => {
  it("leads to the screen that the operator asked for", async () => {
    const { page } = await newOperator();
    await page.goto("/dashboard/publishing?tab=text");
    await page.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();
    await expectAccessible(page);
    await signIn(page);
    await page.getByRole("tab", { name: "Text-Only Posts", selected: true }).waitFor();
    expect(page.url()).toContain("/dashboard/publishing");
  });

  it("leaves the token neither in the URL nor in the history", async () => {
    const { page, context } = await newOperator({ signsIn: true, at: "/dashboard" });
    const devtools = await context.newCDPSession(page);
    const { entries } = await devtools.send("Page.getNavigationHistory");
    expect(entries.map(({ url }) => url).filter((url) => /token|callback/.test(url))).toEqual([]);
    expect(page.url()).not.toContain("token");
    await goBack(page);
    await page.getByRole("button", { name: "Continue as Administrator" }).waitFor();
    expect(page.url()).not.toContain("token");
  });

  it("refuses an unauthorized account with a message", async () => {
    const { page } = await newOperator();
    await page.goto("/login");
    await page.getByRole("link", { name: "Login with Discord" }).click();
    await page.getByRole("button", { name: "Continue as Stranger" }).click();
    await page
      .getByRole("alert")
      .getByText("Access Denied. Your account is not authorized to use this application.")
      .waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  });
});

describe("A session that expires in the middle of a form", () => {
  it("loses no typed text and continues on the same page", async () => {
    const { page, forgive } = await newOperator({ signsIn: true, at: "/dashboard" });
    forgive(/status of 401/);
    await goTo(page, "Configuration");
    const settings = page.getByRole("region", { name: "Group Settings" });
    await settings.getByRole("tab", { name: "Evergreen Content" }).click();
    await settings.getByRole("button", { name: "Add category" }).click();
    const form = page.getByRole("form", { name: "Add category" });
    await form.getByLabel("Name", { exact: true }).fill("Šta je novo");
    await form.getByLabel("Category prompt").fill("Jedna vest nedeljno, bez uzvičnika.");
    const place = page.url();

    // Wait for the reads further down: the first call to be refused must be the press.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    await spoilToken(page);
    await form.getByRole("button", { name: "Add category" }).click();
    const dialog = page.getByRole("dialog", { name: "Session expired" });
    await dialog.waitFor();
    await expectAccessible(page);
    // The console keeps the typed text, so the browser must not ask.
    const asked: string[] = [];
    page.on("dialog", (question) => {
      asked.push(question.type());
      void question.accept();
    });
    await dialog.getByRole("link", { name: "Sign in again" }).click();
    await page.getByRole("button", { name: "Continue as Administrator" }).click();
    expect(asked).toEqual([]);

    await form.waitFor();
    expect(page.url()).toBe(place);
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("Šta je novo");
    expect(await form.getByLabel("Category prompt").inputValue()).toBe(
      "Jedna vest nedeljno, bez uzvičnika.",
    );
    await form.getByRole("button", { name: "Add category" }).click();
    await settings.getByText("Šta je novo").first().waitFor();
  });

  it("asks to sign in again although no further code can be loaded", async () => {
    const { page, forgive } = await newOperator({ signsIn: true, at: "/dashboard" });
    forgive(/status of 401|SafeError: .+: (401|session)|ERR_FAILED|ChunkLoadError/);
    let isMissing = false;
    await page.route(/\/assets\/.+\.js$/, (route) =>
      isMissing ? route.abort() : route.continue(),
    );
    await page.goto("/dashboard/publishing?tab=text");
    const reject = page.getByRole("button", { name: /^Reject/ }).first();
    await reject.waitFor();
    isMissing = true;
    await spoilToken(page);
    // A read in the background may be refused first, and the dialog then covers the button.
    await reject.dispatchEvent("click");
    await page.getByRole("dialog", { name: "Session expired" }).waitFor();
  });

  it("closes its dialog when the operator signs in in another tab", async () => {
    const { page, newTab, forgive } = await newOperator({ signsIn: true, at: "/dashboard" });
    forgive(/status of 401/);
    await page.getByRole("button", { name: "+ New Group" }).click();
    await page.getByLabel("Group Name").fill("Druga kartica");
    await spoilToken(page);
    await page.getByRole("button", { name: "Create Group" }).click();
    await page.getByRole("dialog", { name: "Session expired" }).waitFor();

    const other = await newTab();
    await other.goto("/login");
    await signIn(other);
    await page.getByRole("dialog", { name: "Session expired" }).waitFor({ state: "hidden" });
    expect(await page.getByLabel("Group Name").inputValue()).toBe("Druga kartica");
  });
});

describe("A proxy in front of the server whose own session is over", () => {
  it.each([
    ["redirects every call to its sign-in", 302],
    ["answers every call with its sign-in page", 403],
  ])("%s: 'Reload' leads there and back, and what was typed stays", async (_, status) => {
    const at = "/dashboard/config?tab=settings";
    const { page, forgive } = await newOperator({ at, underFaults: true });
    // Files that the console preloads meanwhile are missing too.
    forgive(/ChunkLoadError|module script/);
    const form = page.getByRole("form", { name: "Media and logo" });
    await form.getByLabel("Logo URL").fill("/logo-zima.png");
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    const asked: string[] = [];
    page.on("dialog", (question) => {
      asked.push(question.type());
      void question.accept();
    });

    const body = `<title>Sign in</title><a href="${at}">Sign in with Google</a>`;
    const answer = { kind: "answer", isServed: false } as const;
    const headers = { "content-type": "text/html" };
    running.proxy.rule(({ path }) => path.startsWith("/oauth2/"), {
      ...answer,
      status: 200,
      headers,
      body,
    });
    running.proxy.rule(
      ({ path }) => !path.startsWith("/oauth2/"),
      status === 302
        ? { ...answer, status, headers: { location: "/oauth2/sign_in" } }
        : { ...answer, status, headers, body },
    );
    try {
      await form.getByRole("button", { name: "Save settings" }).click();
      await page.getByText("A sign-in page seems to answer in its place").waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Reload" }).click();
      await page.getByRole("link", { name: "Sign in with Google" }).waitFor();
    } finally {
      running.proxy.clear();
    }
    expect(asked).toEqual([]);
    await page.getByRole("link", { name: "Sign in with Google" }).click();
    await form.waitFor();
    await expect.poll(() => form.getByLabel("Logo URL").inputValue()).toBe("/logo-zima.png");
    expect(await page.getByText(/^Cannot reach the server/).count()).toBe(0);
  });
});

describe("Logging out", () => {
  it("in one tab logs out the other", async () => {
    const { page, newTab } = await newOperator({ signsIn: true, at: "/dashboard" });
    const other = await newTab();
    await other.goto("/dashboard/publishing");
    await other.getByRole("heading", { level: 1, name: "Publishing" }).waitFor();
    await page.getByRole("button", { name: "Logout" }).click();
    for (const tab of [page, other]) {
      await tab.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();
      expect(await tab.getByRole("navigation", { name: "Main" }).count()).toBe(0);
    }
  });

  it("leaves nothing for Back to show", async () => {
    const { page } = await newOperator({ signsIn: true, at: "/dashboard/publishing" });
    await goTo(page, "Content Library");
    await page.getByRole("button", { name: "Logout" }).click();
    const login = page.getByRole("heading", { level: 1, name: "Admin Login" });
    await login.waitFor();
    await goBack(page);
    await login.waitFor();
    expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
  });

  it("clears a page that Back restores from the back/forward cache", async () => {
    const { page, newTab } = await newOperator({ signsIn: true, at: "/dashboard" });
    // A page loaded from the callback is not cached for Back: its response says no-store.
    await page.goto("/dashboard/publishing");
    await page.getByRole("heading", { level: 1, name: "Publishing" }).waitFor();
    await page.evaluate(() => {
      window.addEventListener("pageshow", ({ persisted }) => {
        sessionStorage.setItem("revived", String(persisted));
      });
    });
    await page.goto(`${running.address}/healthz`);
    const other = await newTab();
    await other.goto("/dashboard");
    await other.getByRole("button", { name: "Logout" }).click();
    await other.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();

    await goBack(page);
    await page.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
    expect(await page.evaluate(() => sessionStorage.getItem("revived"))).toBe("true");
  });
});

/**
 * Replaces the token by a well-formed one that the server never issued, as if its session had
 * ended.
 */
const spoilToken = (page: Page) =>
  page.evaluate(() => localStorage.setItem("accessToken", "eyJhbGciOiJIUzI1NiJ9.e30.unknown"));

/**
 * Goes back as the browser's button does. Playwright's `goBack` waits for a load, which a page from
 * the back/forward cache never has.
 */
const goBack = (page: Page) => page.evaluate(() => history.back());
