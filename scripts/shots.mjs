import "./lib/require-node.mjs";

shots();

/**
 * Writes a screenshot of every screen at three widths into shots/, and the README's into docs/. Names
 * of screens behind `--` limit it.
 */
async function shots() {
  const { mkdir } = await import("node:fs/promises");
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { launchChromium } = await import("./lib/chromium.mjs");
  const { giveUp, root } = await import("./lib/project.mjs");

  process.chdir(root);
  await installIfNeeded();
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in screens));
  if (unknown.length > 0) {
    giveUp(
      `No screen is called ${unknown.join(", ")}. There are: ${Object.keys(screens).join(", ")}.`,
    );
  }
  await buildIfStale();
  // The browser tests' own support is TypeScript.
  (await import("tsx/esm/api")).register();
  const { startConsole } = await import("../tests/e2e/support/console.ts");
  const { signIn } = await import("../tests/e2e/support/sign-in.ts");

  const chosen = Object.entries(screens).filter(
    ([name]) => asked.length === 0 || asked.includes(name),
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
      const stranger = await browser.newContext(options);
      const operator = await browser.newContext(options);
      const door = await operator.newPage();
      await door.goto("/login");
      await signIn(door);
      for (const [name, { at, open, forAll, isOverlay, onlyAt }] of chosen) {
        if (onlyAt && !onlyAt(width)) continue;
        const page = await (forAll ? stranger : operator).newPage();
        page.setDefaultTimeout(10_000);
        await page.goto(at);
        await settled(page);
        await open?.(page);
        await settled(page);
        await page.screenshot({ path: `shots/${name}-${width}.png`, fullPage: !isOverlay });
        if (name === ofReadme && width === 1440) {
          await page.screenshot({ path: "docs/screenshot.jpg", quality: 80 });
        }
        await page.close();
      }
      await Promise.all([stranger.close(), operator.close()]);
    }
    console.log(`shots/: ${chosen.map(([name]) => name).join(", ")}`);
  } finally {
    await browser.close();
    await running.stop();
  }
}

/** Data has come, pictures and fonts are there, and nothing moves. */
async function settled(page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    // Pictures further down load when they come near.
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

/** The screen whose screenshot stands in the README. */
const ofReadme = "publishing-media";

const wide = (width) => width >= 768;
const narrow = (width) => width < 768;

/**
 * Each screen: where it is, what opens it from there, whether it needs no sign-in, and whether it
 * lies over the window rather than being as long as its content.
 */
const screens = {
  login: { at: "/login", forAll: true },
  "login-unauthorized": { at: "/login?error=unauthorized", forAll: true },
  "identity-provider": {
    at: "/login",
    forAll: true,
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
