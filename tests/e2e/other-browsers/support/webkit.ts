import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Builder, By, Key as Keys, type WebDriver } from "selenium-webdriver";
import { findWebKit } from "../../../../scripts/lib/other-browsers.mjs";
import { freePort } from "../../support/console";
import type { Driver, Key } from "./driver";

const keys: Readonly<Record<Exclude<Key, "Control+k">, string>> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
};

/** Starts this machine's WebKitGTK on a screen of its own, and drives it by WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const programs = findWebKit();
  if (!programs) throw new Error("There is no WebKitGTK with its driver.");
  const folder = await mkdtemp(join(tmpdir(), "webkit-"));
  const screen = await startScreen(programs.screen);
  const port = await freePort();
  const service = spawn(programs.driver, [`--port=${port}`], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      XDG_RUNTIME_DIR: folder,
      DISPLAY: screen.display,
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      // There is no session bus to ask for accessibility.
      NO_AT_BRIDGE: "1",
    },
  });
  const said: string[] = [];
  service.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.push(...text.split("\n").filter((line) => /^CONSOLE .*\bERROR\b/.test(line)));
  });
  const stop = async () => {
    await Promise.all([end(service), end(screen.process)]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    await answers(address);
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(address)
      .withCapabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": {
          binary: programs.browser,
          args: ["--automation", "--enable-write-console-messages-to-stdout=true"],
        },
      })
      .build();
    await driver.manage().setTimeouts({ script: 20_000, pageLoad: 60_000 });
    await driver.manage().window().setRect({ width: 1280, height: 900 });
    return await drive(driver, said, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function drive(
  driver: WebDriver,
  said: readonly string[],
  stop: () => Promise<void>,
): Promise<Driver> {
  const capabilities = await driver.getCapabilities();
  const element = (selector: string) => driver.findElement(By.css(selector));
  const run: Driver["run"] = (script, ...given) =>
    driver.executeScript(`return (${script}).apply(null, arguments)`, ...given);
  return {
    version: `WebKitGTK ${capabilities.getBrowserVersion()}`,
    goTo: (address) => driver.get(address),
    run,
    runInFrame: async (title, script) => {
      await driver.switchTo().frame(element(`iframe[title="${title}"]`));
      try {
        return await run(script);
      } finally {
        await driver.switchTo().defaultContent();
      }
    },
    load: async (source) => void (await driver.executeScript(source)),
    click: (selector) => element(selector).click(),
    doubleClick: (selector) => driver.actions().doubleClick(element(selector)).perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    press: (key) =>
      key === "Control+k"
        ? driver.actions().keyDown(Keys.CONTROL).sendKeys("k").keyUp(Keys.CONTROL).perform()
        : driver.actions().sendKeys(keys[key]).perform(),
    chooseFile: (selector, path) => element(selector).sendKeys(path),
    complaints: () => said,
    close: async () => {
      await driver.quit().catch(() => undefined);
      await stop();
    },
  };
}

/** Starts an X server without hardware, on a display that it chooses itself. */
async function startScreen(program: string) {
  const child = spawn(
    program,
    ["-displayfd", "3", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"],
    { detached: true, stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const [number] = await once(child.stdio[3] as Readable, "data");
  return { process: child, display: `:${String(number).trim()}` };
}

async function answers(address: string) {
  for (let left = 200; left > 0; left--) {
    const isThere = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await sleep(100);
  }
  throw new Error("WebKitWebDriver does not answer.");
}

/** Ends a process with all that it has started. */
async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGTERM");
  await ended;
}
