import "./lib/require-node.mjs";

shots();

/**
 * Takes screenshots of every screen at three widths into shots/, and the README's into docs/. Names of
 * screens after `--` limit it.
 */
async function shots() {
  const { mkdir } = await import("node:fs/promises");
  const { enterProject } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { launchChromium } = await import("./lib/chromium.mjs");
  const { giveUp } = await import("./lib/project.mjs");

  await enterProject();
  // tsx, because the support code of the browser tests is TypeScript.
  (await import("tsx/esm/api")).register();
  const { startConsole } = await import("../tests/e2e/support/console.ts");
  const { signIn } = await import("../tests/e2e/support/sign-in.ts");
  const { browserOfShots, overlays, publicScreens, screens, timeOfShots, windows } = await import(
    "../tests/e2e/support/shots.ts"
  );

  const all = [...publicScreens, ...screens, ...overlays];
  const given = process.argv.slice(2);
  const unknown = given.filter((name) => !all.some((shot) => shot.name === name));
  if (unknown.length > 0) {
    giveUp(
      `No screen is called ${unknown.join(", ")}. There are: ${all.map(({ name }) => name).join(", ")}.`,
    );
  }
  const chosen = all.filter(({ name }) => given.length === 0 || given.includes(name));
  await buildIfStale();
  const running = await startConsole({ seed: true, speed: 1, at: timeOfShots });
  const browser = await launchChromium();
  await mkdir("shots", { recursive: true });
  try {
    for (const { width, height } of windows) {
      const options = {
        ...browserOfShots,
        baseURL: running.address,
        viewport: { width, height },
      };
      const signedOut = await browser.newContext(options);
      const signedIn = await browser.newContext(options);
      for (const context of [signedOut, signedIn]) await context.clock.setFixedTime(timeOfShots);
      const login = await signedIn.newPage();
      await login.goto("/login");
      await signIn(login);
      for (const { name, at, open, isPublic, isOverlay, onlyAt } of chosen) {
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
    console.log(`shots/: ${chosen.map(({ name }) => name).join(", ")}`);
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
