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

/** The path of this machine's Chromium, or undefined. */
export function findChromium() {
  const { CHROMIUM_PATH: named } = process.env;
  if (named && !existsSync(named)) giveUp(`CHROMIUM_PATH names no file: ${named}`);
  return named || usualPlaces.find((place) => existsSync(place));
}

export const howToGetChromium =
  "Get one by 'apt-get install chromium' (Debian), 'brew install --cask chromium' (macOS) or from https://www.google.com/chrome, or name yours in CHROMIUM_PATH.";

/**
 * The address bar loads two pages of about 400 files for each window. On two cores that adds half a
 * second to the page that is being measured.
 */
const addressBarFeatures = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** The features that Playwright disables, repeated here: only the last --disable-features counts. */
const playwrightFeatures = [
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

/** Starts this machine's Chromium headless, with more arguments of its command line where they are given. */
export async function launchChromium(more = []) {
  const executablePath = findChromium();
  if (!executablePath) giveUp(`No Chromium was found. ${howToGetChromium}`);
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath,
    // Keep bfcache enabled, as it is for users; Playwright disables it by default.
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
      `--disable-features=${[...addressBarFeatures, ...playwrightFeatures].join(",")}`,
      ...more,
    ],
  });
}

/** Context options that make the browser identify itself as a phone. */
export const asPhone = (browser) => ({
  isMobile: true,
  userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Mobile Safari/537.36`,
});
