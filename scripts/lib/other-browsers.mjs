import { existsSync } from "node:fs";

const find = (places) => places.find((place) => existsSync(place));

/** The path of this machine's Firefox, or undefined. */
export const findFirefox = () =>
  find([
    "/usr/bin/firefox-esr",
    "/usr/bin/firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
  ]);

/**
 * The paths of what drives this machine's WebKitGTK, which has Safari's engine: its driver, its
 * browser and an X server; undefined if one of them is missing.
 */
export function findWebKit() {
  const driver = find(["/usr/bin/WebKitWebDriver"]);
  const screen = find(["/usr/bin/Xvfb"]);
  const browser = find(
    ["x86_64-linux-gnu", "aarch64-linux-gnu"].flatMap((machine) =>
      ["webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0"].map(
        (version) => `/usr/lib/${machine}/${version}/MiniBrowser`,
      ),
    ),
  );
  return driver && screen && browser && { driver, screen, browser };
}

export const howToGetOtherBrowsers =
  "Get them by 'apt-get install firefox-esr webkit2gtk-driver xvfb' (Debian).";
