import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queueDocs } from "@/features/queue/contract-docs";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";

let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

type Press = {
  /**
   * A selector. The key is pressed in the commit that adds a match to the page, before the paint.
   */
  readonly when: string;
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
};

/** Opens a page, signed in, and presses a key as soon as the awaited element is rendered. */
async function pressedAtFirst(at: string, press: Press, prepare?: (page: Page) => unknown) {
  const { context } = await newOperator();
  await context.addInitScript((token) => {
    if (location.pathname.startsWith("/dashboard")) localStorage.setItem("accessToken", token);
  }, running.token);
  const page = await context.newPage();
  await prepare?.(page);
  await page.addInitScript(({ when, ...key }) => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector(when)) return;
      seen.disconnect();
      const event = new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    });
    seen.observe(document, { childList: true, subtree: true });
  }, press);
  await page.goto(at);
  return page;
}

/** Holds back the responses for a chunk until the returned function is called. */
async function holdCode(page: Page, name: string) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(new RegExp(`/assets/${name}-`), async (route) => {
    await held;
    await route.continue();
  });
  return () => letGo();
}

const shell = 'nav[aria-label="Main"]';
const palette = { when: shell, key: "k", code: "KeyK", ctrlKey: true };

describe("A key pressed as the first screen appears", () => {
  it("opens the palette with Ctrl+K, which keeps the letters typed before its code has loaded", async () => {
    let letGo = () => {};
    const page = await pressedAtFirst("/dashboard/publishing", palette, async (opened) => {
      letGo = await holdCode(opened, "palette-list");
    });
    const field = page.getByRole("dialog", { name: "Search or jump to…" }).locator("input");
    await field.waitFor();
    await page.keyboard.type("confi");
    expect(await field.inputValue()).toBe("confi");

    letGo();
    await page.getByRole("option", { name: "Configuration", exact: true }).waitFor();
    expect(await field.inputValue()).toBe("confi");
    await page.keyboard.type("gu");
    expect(await field.inputValue()).toBe("configu");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Configuration" }).waitFor();
  });

  it("loses no letter of a word typed at full speed while the palette's code loads", async () => {
    let letGo = () => {};
    const page = await pressedAtFirst("/dashboard/publishing", palette, async (opened) => {
      letGo = await holdCode(opened, "palette-list");
    });
    const field = page.getByRole("dialog", { name: "Search or jump to…" }).locator("input");
    await field.waitFor();
    const word = "abcdefghijklmnopqrstuvwxyz".repeat(4);
    for (const [place, letter] of [...word].entries()) {
      if (place === 10) letGo();
      await page.keyboard.press(letter);
    }
    await page.getByText("No results.").waitFor();
    expect(await field.inputValue()).toBe(word);
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
  });

  it("takes letters typed right after Ctrl+K on the real keyboard", async () => {
    const { context } = await newOperator();
    await context.addInitScript((token) => {
      if (location.pathname.startsWith("/dashboard")) localStorage.setItem("accessToken", token);
    }, running.token);
    const page = await context.newPage();
    const letGo = await holdCode(page, "palette-list");
    let isPressed: Promise<void> | undefined;
    await page.exposeBinding("press", () => {
      isPressed ??= (async () => {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("publishing");
      })();
    });
    await page.addInitScript((when) => {
      const look = () => {
        if (!document.querySelector(when)) return requestAnimationFrame(look);
        return (window as unknown as { press: () => void }).press();
      };
      requestAnimationFrame(look);
    }, shell);
    await page.goto("/dashboard/content");
    const field = page.getByRole("dialog", { name: "Search or jump to…" }).locator("input");
    await field.waitFor();
    await isPressed;
    expect(await field.inputValue()).toBe("publishing");
    letGo();
    await page.getByRole("option", { name: "Publishing", exact: true }).waitFor();
    expect(await field.inputValue()).toBe("publishing");
  });

  it("closes the palette with Esc before its code has loaded, and returns the focus", async () => {
    const page = await pressedAtFirst("/dashboard/publishing", palette, (opened) =>
      holdCode(opened, "palette-list"),
    );
    const field = page.getByRole("dialog", { name: "Search or jump to…" }).locator("input");
    await field.waitFor();
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    const button = page.getByRole("button", { name: "Search or jump to…" });
    await button.focus();
    await page.keyboard.press("Enter");
    await field.waitFor();
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("shows the shortcuts with '?'", async () => {
    const page = await pressedAtFirst("/dashboard/content", { when: shell, key: "?" });
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  });

  it("goes to the first post of the approval queue with 'j'", async () => {
    const press = { when: "[data-post]", key: "j" };
    const page = await pressedAtFirst("/dashboard/publishing", press, (opened) =>
      opened.route(/content-queue/, (route) =>
        route.fulfill({ json: queueDocs.list.sample.reply }),
      ),
    );
    await page.locator("[data-post]:focus").waitFor();
  });

  it("goes to the notifications with Alt+T", async () => {
    const press = { when: shell, key: "t", code: "KeyT", altKey: true };
    const page = await pressedAtFirst("/dashboard/content", press);
    const list = page.getByRole("region", { name: "Notifications (Alt+T)" }).getByRole("list");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe("Escape in the palette", () => {
  it.each([1440, 1024, 390])("leaves the page where it was, %i px wide", async (width) => {
    const { context } = await newOperator();
    await context.addInitScript((token) => {
      if (location.pathname.startsWith("/dashboard")) localStorage.setItem("accessToken", token);
    }, running.token);
    const page = await context.newPage();
    // Low, so that the page of an empty console is higher than the window.
    await page.setViewportSize({ width, height: 400 });
    await page.goto("/dashboard/publishing");
    await page.getByRole("heading", { name: "Scheduler Health" }).waitFor();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search or jump to…" });
    await palette.waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    await page.locator("main:focus").waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
