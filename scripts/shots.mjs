import "./lib/require-node.mjs";

shots();

/**
 * Takes screenshots of every screen at three widths into shots/, and the README's into docs/. Names of
 * screens after `--` limit it.
 */
async function shots() {
  const { mkdir } = await import("node:fs/promises");
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { launchChromium } = await import("./lib/chromium.mjs");
  const { giveUp, root } = await import("./lib/project.mjs");

  process.chdir(root);
  await installIfNeeded();
  const given = process.argv.slice(2);
  const unknown = given.filter((name) => !(name in screens));
  if (unknown.length > 0) {
    giveUp(
      `No screen is called ${unknown.join(", ")}. There are: ${Object.keys(screens).join(", ")}.`,
    );
  }
  await buildIfStale();
  // tsx, because the support code of the browser tests is TypeScript.
  (await import("tsx/esm/api")).register();
  const { startConsole } = await import("../tests/e2e/support/console.ts");
  const { signIn } = await import("../tests/e2e/support/sign-in.ts");

  const chosen = Object.entries(screens).filter(
    ([name]) => given.length === 0 || given.includes(name),
  );
  const running = await startConsole({ seed: true, speed: 1 });
  const browser = await launchChromium();
  await mkdir("shots", { recursive: true });
  try {
    for (const width of [1440, 1024, 390]) {
      const options = {
        baseURL: running.address,
        viewport: { width, height: width === 390 ? 844 : 900 },
        reducedMotion: "reduce",
      };
      const signedOut = await browser.newContext(options);
      const signedIn = await browser.newContext(options);
      const login = await signedIn.newPage();
      await login.goto("/login");
      await signIn(login);
      for (const [name, { at, open, isPublic, isOverlay, onlyAt }] of chosen) {
        if (onlyAt && !onlyAt(width)) continue;
        const page = await (isPublic ? signedOut : signedIn).newPage();
        page.setDefaultTimeout(10_000);
        await page.goto(at);
        await waitUntilSettled(page);
        await open?.(page);
        await waitUntilSettled(page);
        await page.screenshot({ path: `shots/${name}-${width}.png`, fullPage: !isOverlay });
        if (name === readmeScreen && width === 1440) {
          await page.screenshot({ path: "docs/screenshot.jpg", quality: 80 });
        }
        await page.close();
      }
      await Promise.all([signedOut.close(), signedIn.close()]);
    }
    console.log(`shots/: ${chosen.map(([name]) => name).join(", ")}`);
  } finally {
    await browser.close();
    await running.stop();
  }
}

/** Waits until data, images and fonts have loaded and nothing moves. */
async function waitUntilSettled(page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    // Lazy images load only when they are near the viewport.
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    window.scrollTo(0, 0);
    await document.fonts.ready;
  });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(300);
}

/** The screen of the README's screenshot. */
const readmeScreen = "publishing-media";

const wide = (width) => width >= 768;
const narrow = (width) => width < 768;

/**
 * The screens. `at` is the path, `open` the steps from there. `isPublic` needs no sign-in. An overlay
 * fills the window, so its screenshot is not as long as the page.
 */
const screens = {
  login: { at: "/login", isPublic: true },
  "login-unauthorized": { at: "/login?error=unauthorized", isPublic: true },
  "identity-provider": {
    at: "/login",
    isPublic: true,
    open: (page) => page.getByRole("link", { name: "Login with Discord" }).click(),
  },
  "content-library": { at: "/dashboard/content" },
  dashboard: { at: "/dashboard/dashboard" },
  "dashboard-post": {
    isOverlay: true,
    at: "/dashboard/dashboard",
    open: async (page) => {
      const posts = page.getByRole("table", { name: "Posts" });
      await posts
        .getByRole("row")
        .nth(1)
        .click({ position: { x: 200, y: 12 } });
      await page.getByRole("dialog", { name: "Post performance" }).waitFor();
    },
  },
  "dashboard-categories": { at: "/dashboard/dashboard?tab=categories" },
  "publishing-media": { at: "/dashboard/publishing?tab=media" },
  "publishing-text": { at: "/dashboard/publishing?tab=text" },
  "publishing-calendar": { at: "/dashboard/publishing?view=calendar" },
  activity: { at: "/dashboard/activity" },
  "configuration-accounts": { at: "/dashboard/config" },
  "configuration-evergreen": {
    at: "/dashboard/config",
    open: (page) => page.getByRole("tab", { name: "Evergreen Content" }).click(),
  },
  "configuration-direct": { at: "/dashboard/config?tab=direct" },
  "configuration-integrations": { at: "/dashboard/config?tab=integrations" },
  "configuration-mascot": { at: "/dashboard/config?tab=mascot" },
  "configuration-settings": { at: "/dashboard/config?tab=settings" },
  "configuration-newsletter": {
    at: "/dashboard/config?tab=newsletter",
    open: (page) => page.frameLocator("iframe").locator("img").first().waitFor(),
  },
  "command-palette": {
    isOverlay: true,
    at: "/dashboard/content",
    open: (page) => page.keyboard.press("Control+k"),
  },
  "create-group": { at: "/dashboard/content?dialog=new-group", isOverlay: true },
  "sidebar-collapsed": {
    isOverlay: true,
    at: "/dashboard/content",
    onlyAt: wide,
    open: async (page) => {
      await page.getByRole("button", { name: "Collapse" }).click();
      await page.getByRole("link", { name: "Publishing" }).hover();
    },
  },
  "drawer-open": {
    isOverlay: true,
    at: "/dashboard/content",
    onlyAt: narrow,
    open: (page) => page.getByRole("button", { name: "Open navigation" }).click(),
  },
};
