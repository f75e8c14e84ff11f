import { existsSync } from "node:fs";
import { giveUp } from "./project.mjs";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** The Chromium of this machine, or undefined. */
export function findChromium() {
  const { CHROMIUM_PATH: named } = process.env;
  if (named && !existsSync(named)) giveUp(`CHROMIUM_PATH names no file: ${named}`);
  return named || usualPlaces.find((place) => existsSync(place));
}

export const howToGetChromium =
  "Get one by 'apt-get install chromium' (Debian), 'brew install --cask chromium' (macOS) or from https://www.google.com/chrome, or name yours in CHROMIUM_PATH.";

/**
 * Its address bar loads two pages of some 400 files for each window, which costs a machine of two
 * cores half a second of the very time in which a page is opened there.
 */
const addressBar = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** Those that Playwright switches off: Chromium hears the last list alone. */
const asPlaywrightDoes = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Starts the Chromium of this machine without a window. */
export async function launchChromium() {
  const executablePath = findChromium();
  if (!executablePath) giveUp(`No Chromium was found. ${howToGetChromium}`);
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath,
    // Back must revive pages as it does for people: Playwright would switch that off.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${[...addressBar, ...asPlaywrightDoes].join(",")}`,
    ],
  });
}

/** For a profile of a browser: what tells a server that it is a phone's. */
export const asPhone = (browser) => ({
  isMobile: true,
  userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Mobile Safari/537.36`,
});
