import puppeteer, { type ElementHandle, type KeyInput } from "puppeteer-core";
import { findFirefox } from "../../../../scripts/lib/other-browsers.mjs";
import type { Driver } from "./driver";

/** Starts this machine's Firefox, headless, and drives it by WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error("There is no Firefox.");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    defaultViewport: { width: 1280, height: 900 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  const said: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(String(error)));
  // Firefox reports violations of the policy to its own tools only.
  await page.evaluateOnNewDocument(() =>
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, blockedURI, sample }) =>
        console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sample}`),
    ),
  );

  const element = async (selector: string) => {
    const found = await page.$(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    await found.scrollIntoView();
    return found;
  };
  return {
    version: (await browser.version()).replace(/^firefox\/?/i, "Firefox "),
    goTo: async (address) => void (await page.goto(address)),
    // Puppeteer names the arguments' type in another way.
    run: (script, ...given) => page.evaluate(script as never, ...given) as never,
    runInFrame: async (title, script) => {
      const frame = await (await page.$(`iframe[title="${title}"]`))?.contentFrame();
      if (!frame) throw new Error(`There is no frame ${title}.`);
      return (await frame.evaluate(script)) as never;
    },
    load: async (source) => void (await page.evaluate(source)),
    click: async (selector) => (await element(selector)).click(),
    doubleClick: async (selector) => (await element(selector)).click({ count: 2 }),
    type: (text) => page.keyboard.type(text),
    press: async (key) => {
      const keys = key.split("+") as KeyInput[];
      for (const name of keys) await page.keyboard.down(name);
      for (const name of keys.toReversed()) await page.keyboard.up(name);
    },
    chooseFile: async (selector, path) =>
      ((await page.$(selector)) as ElementHandle<HTMLInputElement>).uploadFile(path),
    complaints: () => said,
    close: () => browser.close(),
  };
}
